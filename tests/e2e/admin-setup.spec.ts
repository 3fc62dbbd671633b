import { expectCleanAt } from '#tests/support/browser/axe';
import { type GoogleDouble, startGoogleDouble } from '#tests/support/google/google-double';
import { MailServer } from '#tests/support/mail-server';
import { TextProviderDouble } from '#tests/support/texts/provider-double';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, ownersTest, receiveBooked } from './leads-site.ts';

const login = { username: 'hello@example.com', password: 'a password' };
/** With a mail server of the test's own. */
const test = ownersTest.extend<{ server: MailServer }>({ server: mailServer });
/** Beside doubles of Google and Twilio. */
const fresh = ownersTest.extend<{ server: MailServer; google: GoogleDouble; twilio: TextProviderDouble }>({
  server: mailServer,
  google: async ({ browserName: _ }, use) => {
    const google = await startGoogleDouble();
    await use(google);
    await google.close();
  },
  twilio: async ({ browserName: _ }, use) => {
    const twilio = new TextProviderDouble();
    await twilio.start();
    await use(twilio);
    await twilio.stop();
  },
  // One variable, and the addresses of the doubles.
  siteEnv: async ({ google, twilio }, use) => {
    const doubles = { GOOGLE_TOKEN_URL: google.tokenUrl, GOOGLE_API_ROOT: google.origin, TWILIO_API_ROOT: twilio.root };
    await use({ ...ownerEnv, TEXTS: 'on', ...doubles });
  },
});
fresh.use(PHONE);

async function mailServer(
  { browserName: _ }: { browserName: string },
  use: (server: MailServer) => Promise<void>,
): Promise<void> {
  const server = new MailServer(login);
  await server.start();
  await use(server);
  await server.stop();
}
test.use(PHONE);

const mailOf = (server: MailServer) => ({
  'Mail server': new URL(server.url).host,
  'User name': login.username,
  Sender: 'hello@example.com',
  'Your own': 'o@example.com',
});

test('the owner sets up mail by the keyboard: a mistake keeps what was typed, and Google’s refusal stands in its line', async ({
  page,
  server,
}) => {
  await page.goto('/admin/alerts');
  await page.getByRole('link', { name: 'Set up' }).click();
  const line = (name: string) => page.getByRole('listitem', { name, exact: true });
  const mail = line('Mail');
  await expect(mail).toContainText('Not yet');
  await mail.getByRole('button', { name: 'Set up' }).press('Enter');
  await expect(mail.getByLabel('Mail server')).toBeFocused();
  await expectCleanAt(page, [390, 768, 1440], 'a form of the setup');
  await mail.getByRole('button', { name: 'Try it and keep it' }).press('Enter');
  await expect(mail.getByLabel('Mail server')).toBeFocused();
  const typed = mailOf(server);
  for (const [label, value] of Object.entries(typed)) await mail.getByLabel(label).fill(value);
  await mail.getByLabel('Password').fill('wrong');
  await mail.getByLabel('Password').press('Enter');
  await expect(mail.getByRole('status')).toContainText('535');
  await expect(mail.getByLabel('Mail server')).toHaveValue(typed['Mail server']);
  await mail.getByLabel('Password').fill(login.password);
  await mail.getByLabel('Password').press('Enter');
  await expect(mail.getByRole('status')).toContainText('A mail is on its way to o@example.com.');
  await expect(mail.getByRole('heading')).toBeFocused();
  await expectFingerSized(page);
  await mail.getByRole('button', { name: 'Disconnect' }).press('Enter');
  await expect(mail).toContainText('Not yet');
  await page.goto('/admin/setup?error=access_denied');
  await expect(line('Google Calendar').getByRole('status')).toContainText('access_denied');
  await expect(page).toHaveURL(/\/admin\/setup$/);
});

fresh(
  'by buttons alone a fresh site has mail, Google and texts; then a visit stands in the calendar, and mails go out',
  async ({ page, google, twilio, server }) => {
    await page.goto('/admin');
    await page.getByText('Visitors get no mail yet.').first().tap();
    await page.getByRole('link', { name: 'Set up what the site needs' }).tap();

    const line = (name: string) => page.getByRole('listitem', { name, exact: true });
    const fill = async (name: string, typed: Readonly<Record<string, string>>, button: string) => {
      await line(name).getByRole('button', { name: 'Set up' }).tap();
      for (const [label, value] of Object.entries(typed)) await line(name).getByLabel(label).fill(value);
      await line(name).getByRole('button', { name: button }).tap();
    };
    await fill('Mail', { ...mailOf(server), Password: login.password }, 'Try it and keep it');
    await expect(line('Mail').getByRole('status')).toContainText('on its way');

    const asked: string[] = [];
    await page.route('https://accounts.google.com/**', async (route) => {
      const { searchParams } = new URL(route.request().url());
      asked.push(searchParams.get('scope') ?? '');
      await route.fulfill({ status: 302, headers: { location: google.oauth.authorize(searchParams) } });
    });
    const { id, secret } = google.oauth.client;
    await fill('Google Calendar', { 'Client ID': id, 'Client secret': secret }, 'Go on at Google');
    await expect(line('Google Calendar').getByRole('status')).toContainText('Google Calendar is connected');
    await expect(page).toHaveURL(/\/admin\/setup$/);
    expect(asked).toEqual([expect.not.stringContaining('calendar.events')]);
    await line('Google Calendar').getByRole('button', { name: 'Put a test event in' }).tap();
    await expect(line('Google Calendar').getByRole('status')).toContainText('taken out again');

    const account = twilio.variables;
    const texts = {
      'Account SID': account['TWILIO_ACCOUNT_SID'] ?? '',
      'Auth token': account['TWILIO_AUTH_TOKEN'] ?? '',
      'Messaging Service SID': account['TWILIO_MESSAGING_SERVICE_SID'] ?? '',
    };
    await fill('Text messages', texts, 'Try it and keep it');
    await line('Text messages').getByLabel('Your mobile number').fill('(407) 555-0123');
    await line('Text messages').getByRole('button', { name: 'Text me', exact: true }).tap();
    await expect.poll(() => twilio.taken.map(({ to }) => to)).toEqual(['+14075550123']);

    await receiveBooked(page.request, 'Ann Ever');
    expect(google.events.alive().map(({ summary }) => summary)).toEqual([expect.stringMatching(/^Consultation/)]);
    await expect
      .poll(() => server.received.map(({ mail }) => mail.subject))
      .toContainEqual(expect.stringMatching(/^Visit booked: .*Ann Ever/));
  },
);
