import { expectCleanAt } from '#tests/support/browser/axe';
import { type GoogleDouble, startGoogleDouble } from '#tests/support/google/google-double';
import { MailServer } from '#tests/support/mail-server';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, ownersTest, receiveBooked } from './leads-site.ts';

const login = { username: 'hello@example.com', password: 'a password' };
const test = ownersTest.extend<{ server: MailServer; google: GoogleDouble }>({
  google: async ({ browserName: _ }, use) => {
    const google = await startGoogleDouble();
    await use(google);
    await google.close();
  },
  server: async ({ browserName: _ }, use) => {
    const server = new MailServer(login);
    await server.start();
    await use(server);
    await server.stop();
  },
  siteEnv: async ({ google }, use) =>
    await use({ ...ownerEnv, GOOGLE_TOKEN_URL: google.tokenUrl, GOOGLE_API_ROOT: google.origin }),
});
test.use(PHONE);

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
  const { host } = new URL(server.url);
  const typed = {
    'Mail server': host,
    'User name': login.username,
    Sender: 'hello@example.com',
    'Your own': 'o@example.com',
  };
  for (const [label, value] of Object.entries(typed)) await mail.getByLabel(label).fill(value);
  await mail.getByLabel('Password').fill('wrong');
  await mail.getByLabel('Password').press('Enter');
  await expect(mail.getByRole('status')).toContainText('535');
  await expect(mail.getByLabel('Mail server')).toHaveValue(host);
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

test('Google is connected by its own page, and the next visit stands in the new calendar', async ({ page, google }) => {
  const asked: string[] = [];
  await page.route('https://accounts.google.com/**', async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.get('scope') ?? '');
    await route.fulfill({ status: 302, headers: { location: google.oauth.authorize(searchParams) } });
  });
  await page.goto('/admin/setup');
  const calendar = page.getByRole('listitem', { name: 'Google Calendar' });
  await calendar.getByRole('button', { name: 'Set up' }).tap();
  await calendar.getByLabel('Client ID').fill(google.oauth.client.id);
  await calendar.getByLabel('Client secret').fill(google.oauth.client.secret);
  await calendar.getByRole('button', { name: 'Go on at Google' }).tap();
  await expect(calendar.getByRole('status')).toContainText('Google Calendar is connected');
  await expect(page).toHaveURL(/\/admin\/setup$/);
  expect(asked).toEqual([expect.not.stringContaining('calendar.events')]);
  await receiveBooked(page.request, 'Ann Ever');
  expect(google.events.alive().map(({ summary }) => summary)).toEqual(['Consultation: Ann Ever']);
  await calendar.getByRole('button', { name: 'Put a test event in' }).tap();
  await expect(calendar.getByRole('status')).toContainText('taken out again');
  expect(google.events.alive()).toHaveLength(1);
});
