import { say } from '#browser/say';
import type { SetupEntry, SetupLine } from '#contracts/setup';

interface EntryField {
  readonly name: string;
  readonly label: string;
  readonly type?: 'email' | 'password';
  /** Before anything is typed. */
  readonly initial?: string;
}

interface LineWords {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly what: string;
  /** What to do, step by step. `{origin}` is the site's address. */
  readonly steps: readonly string[];
  /** The page on which the steps begin. */
  readonly link?: string;
  /** What is entered; absent where nothing is. */
  readonly fields?: readonly EntryField[];
  readonly button?: string;
  readonly tries?: string;
}

/** The lines that the owner enters something for. */
export type EnteredLine = Exclude<SetupEntry['line'], 'google'>;

export const lineWords: Readonly<Record<SetupLine, LineWords>> = {
  site: {
    title: say('Address of the site'),
    what: say('Links in mails and texts lead to it.'),
    steps: [
      say('At Netlify open Domain management, and add your domain.'),
      say(
        'Under Project configuration, Environment variables, set SITE_URL to that address, such as https://www.example.com.',
      ),
      say('Press Deploys, Trigger deploy.'),
    ],
  },
  mail: {
    title: say('Mail'),
    what: say('Visitors get their confirmations, and you hear of every request.'),
    steps: [
      say('Ask your mail provider for the name of its SMTP server.'),
      say(
        'With Gmail or Google Workspace it is smtp.gmail.com. The password is an App password, which Google makes at the address below.',
      ),
    ],
    link: 'https://myaccount.google.com/apppasswords',
    fields: [
      { name: 'server', label: say('Mail server') },
      { name: 'user', label: say('User name, mostly the mail address') },
      { name: 'password', label: say('Password'), type: 'password' },
      { name: 'from', label: say('Sender of the site’s mails'), type: 'email' },
      { name: 'to', label: say('Your own address, for requests'), type: 'email' },
    ],
    button: say('Try it and keep it'),
    tries: say('Send me a mail'),
  },
  calendar: {
    title: say('Google Calendar'),
    what: say('Visits become events, and no visit is offered while you are busy.'),
    steps: [
      say('In Google’s console make a project, and under APIs & Services, Library enable the Google Calendar API.'),
      say(
        'Under Google Auth Platform press Get started, choose External, and then Audience, Publish app. While it is in testing, Google ends the access after seven days.',
      ),
      say(
        'Under Clients press Create client, Web application. As authorized redirect address enter {origin}/admin/setup.',
        { origin: '{origin}' },
      ),
      say('Enter the client’s ID and secret here. At Google leave every box ticked.'),
    ],
    link: 'https://console.cloud.google.com',
    fields: [
      { name: 'clientId', label: say('Client ID') },
      { name: 'clientSecret', label: say('Client secret'), type: 'password' },
      { name: 'busy', label: say('Calendars whose times are busy, with commas between'), initial: 'primary' },
    ],
    button: say('Go on at Google'),
    tries: say('Put a test event in and take it out'),
  },
  busy: {
    title: say('Another calendar'),
    what: say('No visit is offered while Outlook, Apple or another calendar says that you are busy.'),
    steps: [
      say(
        'Let your program publish the calendar, and copy its link. Outlook on the web: Settings, Calendar, Shared calendars, Publish a calendar, “Can view when I’m busy”, the ICS link. Apple: Share Calendar, Public Calendar.',
      ),
      say('Enter the link here. Whoever knows it can read that calendar, so it is kept as a secret.'),
    ],
    fields: [{ name: 'addresses', label: say('Links, with commas between') }],
    button: say('Try it and keep it'),
    tries: say('Read it now'),
  },
  push: {
    title: say('Notifications'),
    what: say('Your phone tells you of a new request within seconds.'),
    steps: [say('Press the button. Then turn alerts on under Alerts, on each phone and computer.')],
    fields: [],
    button: say('Make the keys'),
  },
  texts: {
    title: say('Text messages'),
    what: say('Visitors get confirmations and reminders on their phones.'),
    steps: [
      say('At Twilio open an account, buy a number, and register it for texts to customers.'),
      say('Make a Messaging Service with that number.'),
      say('Where the site is hosted, set the variable TEXTS to on, and deploy: then the pages offer texts.'),
    ],
    link: 'https://www.twilio.com',
    fields: [
      { name: 'account', label: say('Account SID') },
      { name: 'token', label: say('Auth token'), type: 'password' },
      { name: 'service', label: say('Messaging Service SID') },
    ],
    button: say('Try it and keep it'),
    tries: say('Text me'),
  },
  webhook: {
    title: say('Another program'),
    what: say('A CRM or a spreadsheet hears of every request and visit.'),
    steps: [say('Enter the address that the program gives you for a webhook. It is tried at once.')],
    fields: [{ name: 'address', label: say('Address') }],
    button: say('Try it and keep it'),
    tries: say('Send a test'),
  },
  backups: {
    title: say('Backups'),
    what: say('Each night all requests, visits and settings are copied.'),
    steps: [
      say('Choose a password of 20 letters or more, and keep it in a second place: a backup opens with it alone.'),
    ],
    fields: [{ name: 'password', label: say('Password of the backups'), type: 'password' }],
    button: say('Keep it, and make one now'),
    tries: say('Make one now'),
  },
};

/** As badges say them. */
export const stateWords = { ok: say('Set up#state'), failing: say('Does not work'), off: say('Not yet') };
