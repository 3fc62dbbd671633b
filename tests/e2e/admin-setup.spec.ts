import { expectCleanAt } from '#tests/support/browser/axe';
import { MailServer } from '#tests/support/mail-server';
import { expectFingerSized, PHONE } from './fingers.ts';
import { ownerEnv } from './gallery-site.ts';
import { expect, ownersTest } from './leads-site.ts';

const login = { username: 'hello@example.com', password: 'a password' };
const test = ownersTest.extend<{ server: MailServer }>({
  server: async ({ browserName: _ }, use) => {
    const server = new MailServer(login);
    await server.start();
    await use(server);
    await server.stop();
  },
  siteEnv: async ({ browserName: _ }, use) => await use({ ...ownerEnv }),
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
