import type { Page } from '@playwright/test';
import { expectCleanAt } from '#tests/support/browser/axe';
import { expect, ownersTest as test, toast, withPasskeys } from './leads-site.ts';

test('the owner invites an installer, who signs in by a passkey, is away by their own word, and is signed out by the removal', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion: 'reduce' });
  const installer = await withPasskeys(await phone.newPage());
  const byPasskey = installer.getByRole('button', { name: 'Use a passkey' });
  const dialog = page.getByRole('dialog');
  const ira = page.getByRole('region', { name: 'Ira Katz', exact: true });
  const bar = installer.getByRole('navigation', { name: 'Admin' }).getByRole('link');
  let link = '';

  await test.step('the owner adds somebody, by the names that visitors read, and gets a link to send', async () => {
    await page.goto('/admin/hours');
    await page.getByRole('link', { name: 'People who work with you' }).click();
    await page.getByRole('button', { name: 'Add a person' }).click();
    await dialog.getByRole('button', { name: 'Add and invite' }).click();
    await expect(dialog.getByLabel('Name, as visitors read who comes')).toBeFocused();
    await expectCleanAt(page, [1440, 375], 'the form');
    await dialog.getByLabel('Name, as visitors read who comes').fill('Ira Katz');
    await dialog.getByLabel('Your own name, as visitors read it').fill('Olivia Reyes');
    await dialog.getByRole('checkbox', { name: 'The business’s hours' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Friday' }).uncheck();
    await dialog.getByRole('button', { name: 'Add and invite' }).click();
    await expect(dialog).toBeHidden();
    await expect(ira).toContainText('Own ones');
    await expect(page.getByRole('region', { name: 'Olivia Reyes' })).toContainText('Owner');
    const field = page.getByLabel('The invitation of Ira Katz. It works once, within 48 hours.');
    link = new URL(await field.inputValue()).hash;
    await expectCleanAt(page, [1440, 375], 'the people');
  });

  await test.step('the installer makes a passkey, and sees four pages, and of the others whose they are', async () => {
    await installer.goto(`/login${link}`);
    await expectCleanAt(installer, [1440, 375], 'the invitation');
    await installer.getByRole('button', { name: 'Make a Passkey and Sign In' }).click();
    await expect(installer).toHaveURL('/admin');
    await expect(bar).toHaveText(['Today', 'Week', 'Hours', 'Alerts']);
    await installer.goto('/admin/leads');
    await expect(installer.getByText('This page is for the owner and the office.')).toBeVisible();
    await expect(installer.getByRole('heading', { name: 'Leads' })).toBeHidden();
    await expectCleanAt(installer, [1440, 375], 'a page of others');
    await installer.goto(`/login${link}`);
    await installer.getByRole('button', { name: 'Make a Passkey and Sign In' }).click();
    await expect(toast(installer)).toContainText('This invitation does not work');
  });

  await test.step('the installer blocks a time of their own and makes their feed; the owner reads whose it is', async () => {
    await installer.goto('/admin/hours');
    await installer.getByLabel('First day').fill('2099-12-24');
    await expect(installer.getByLabel('Who is away')).toHaveCount(0);
    await installer.getByRole('button', { name: 'Block this time' }).click();
    const off = (of: Page) => of.getByRole('region', { name: 'Time off' }).getByRole('listitem');
    await expect(off(installer)).toHaveCount(1);
    await expectCleanAt(installer, [1440, 375], 'own times away');
    await page.goto('/admin/hours');
    await expect(off(page).filter({ hasText: 'Dec 24, 2099' })).toContainText('Ira Katz');
    await page.getByLabel('Who is away').selectOption('Olivia Reyes');
    await page.getByLabel('First day').fill('2099-12-24');
    await page.getByRole('button', { name: 'Block this time' }).click();
    await expect(off(page).filter({ hasText: 'Olivia Reyes' })).toHaveCount(1);
    await bar.getByText('Alerts').click();
    await installer.getByRole('button', { name: 'Make an address' }).click();
    await expect(installer.getByLabel(/^Subscribe to this address/)).toHaveValue(/\/calendar\/.+\.ics$/);
    await expectCleanAt(installer, [1440, 375], 'own alerts');
  });

  await test.step('the owner enters a calendar of the installer, which is tried', async () => {
    await page.goto('/admin/setup');
    const line = page.getByRole('listitem', { name: 'Another calendar', exact: true });
    await line.getByRole('button', { name: 'Set up' }).press('Enter');
    await expect(line.getByLabel('Whose calendars')).toBeFocused();
    await line.getByLabel('Whose calendars').selectOption('Ira Katz');
    await line.getByLabel('Links').fill('https://127.0.0.1:1/ira.ics');
    await expectCleanAt(page, [1440, 375], 'the form of a person’s calendars');
    await line.getByLabel('Links').press('Enter');
    await expect(line.getByRole('status')).toContainText('127.0.0.1:1 cannot be read');
    await expect(line.getByLabel('Whose calendars')).toHaveValue(/^[a-z0-9]{8}$/);
  });

  await test.step('the passkey signs in again', async () => {
    await installer.goto('/admin/week');
    await installer.getByRole('button', { name: 'Log out' }).click();
    await expect(installer).toHaveURL('/login');
    await byPasskey.click();
    await expect(installer).toHaveURL('/admin');
  });

  await test.step('the owner has a passkey too, listed and removed in Alerts', async () => {
    await withPasskeys(page);
    await page.goto('/admin/alerts');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const passkeys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
    await expect(passkeys).toHaveCount(1);
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await expect(passkeys).toHaveCount(0);
  });

  await test.step('the owner removes the installer: the next press of the installer leads to the sign-in', async () => {
    await page.goto('/admin/people');
    await expect(ira).toContainText('By passkey');
    await ira.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(ira).toHaveCount(0);
    await bar.getByText('Week').click();
    await expect(installer).toHaveURL('/login?back=%2Fadmin%2Fweek');
    await byPasskey.click();
    await expect(toast(installer)).toContainText('This passkey does not open this website.');
  });
  await phone.close();
});
