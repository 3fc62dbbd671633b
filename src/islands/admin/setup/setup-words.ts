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
    title: 'Address of the site',
    what: 'Links in mails and texts lead to it.',
    steps: [
      'At Netlify open Domain management, and add your domain.',
      'Under Project configuration, Environment variables, set SITE_URL to that address, such as https://www.example.com.',
      'Press Deploys, Trigger deploy.',
    ],
  },
  mail: {
    title: 'Mail',
    what: 'Visitors get their confirmations, and you hear of every request.',
    steps: [
      'Ask your mail provider for the name of its SMTP server.',
      'With Gmail or Google Workspace it is smtp.gmail.com. The password is an App password, which Google makes at the address below.',
    ],
    link: 'https://myaccount.google.com/apppasswords',
    fields: [
      { name: 'server', label: 'Mail server' },
      { name: 'user', label: 'User name, mostly the mail address' },
      { name: 'password', label: 'Password', type: 'password' },
      { name: 'from', label: 'Sender of the site’s mails', type: 'email' },
      { name: 'to', label: 'Your own address, for requests', type: 'email' },
    ],
    button: 'Try it and keep it',
    tries: 'Send me a mail',
  },
  calendar: {
    title: 'Google Calendar',
    what: 'Visits become events, and no visit is offered while you are busy.',
    steps: [
      'In Google’s console make a project, and under APIs & Services, Library enable the Google Calendar API.',
      'Under Google Auth Platform press Get started, choose External, and then Audience, Publish app. While it is in testing, Google ends the access after seven days.',
      'Under Clients press Create client, Web application. As authorized redirect address enter {origin}/admin/setup.',
      'Enter the client’s ID and secret here. At Google leave every box ticked.',
    ],
    link: 'https://console.cloud.google.com',
    fields: [
      { name: 'clientId', label: 'Client ID' },
      { name: 'clientSecret', label: 'Client secret', type: 'password' },
      { name: 'busy', label: 'Calendars whose times are busy, with commas between', initial: 'primary' },
    ],
    button: 'Go on at Google',
    tries: 'Put a test event in and take it out',
  },
  busy: {
    title: 'Another calendar',
    what: 'No visit is offered while Outlook, Apple or another calendar says that you are busy.',
    steps: [
      'Let your program publish the calendar, and copy its link. Outlook on the web: Settings, Calendar, Shared calendars, Publish a calendar, “Can view when I’m busy”, the ICS link. Apple: Share Calendar, Public Calendar.',
      'Enter the link here. Whoever knows it can read that calendar, so it is kept as a secret.',
    ],
    fields: [{ name: 'addresses', label: 'Links, with commas between' }],
    button: 'Try it and keep it',
    tries: 'Read it now',
  },
  push: {
    title: 'Notifications',
    what: 'Your phone tells you of a new request within seconds.',
    steps: ['Press the button. Then turn alerts on under Alerts, on each phone and computer.'],
    fields: [],
    button: 'Make the keys',
  },
  texts: {
    title: 'Text messages',
    what: 'Visitors get confirmations and reminders on their phones.',
    steps: [
      'At Twilio open an account, buy a number, and register it for texts to customers.',
      'Make a Messaging Service with that number.',
      'Where the site is hosted, set the variable TEXTS to on, and deploy: then the pages offer texts.',
    ],
    link: 'https://www.twilio.com',
    fields: [
      { name: 'account', label: 'Account SID' },
      { name: 'token', label: 'Auth token', type: 'password' },
      { name: 'service', label: 'Messaging Service SID' },
    ],
    button: 'Try it and keep it',
    tries: 'Text me',
  },
  webhook: {
    title: 'Another program',
    what: 'A CRM or a spreadsheet hears of every request and visit.',
    steps: ['Enter the address that the program gives you for a webhook. It is tried at once.'],
    fields: [{ name: 'address', label: 'Address' }],
    button: 'Try it and keep it',
    tries: 'Send a test',
  },
  backups: {
    title: 'Backups',
    what: 'Each night all requests, visits and settings are copied.',
    steps: ['Choose a password of 20 letters or more, and keep it in a second place: a backup opens with it alone.'],
    fields: [{ name: 'password', label: 'Password of the backups', type: 'password' }],
    button: 'Keep it, and make one now',
    tries: 'Make one now',
  },
};

/** As badges say them. */
export const stateWords = { ok: 'Set up', failing: 'Does not work', off: 'Not yet' } as const;
