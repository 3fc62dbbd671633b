import type { Route } from '@playwright/test';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import { expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { hold } from '#tests/support/browser/network';
import { expect, manager, owner, test, toast } from './gallery-site.ts';

const LOGIN = '/api/auth/login';

test('the owner signs in where they were sent from, hears whatever the answer is, and signs out, also of a store that fails', async ({
  page,
  wire,
  site,
}) => {
  const [name, password] = [page.getByLabel('Username'), page.getByLabel('Password')];
  const button = page.getByRole('button', { name: 'Sign In' });
  await page.goto('/admin/content');
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fcontent');
  await expect(page.getByText('You are going to the texts.')).toBeVisible();
  // The editor of texts, which is loaded until then, asks for what the policy refuses.
  const complaints = await complaintsOf(page);
  await page.goto('/admin/gallery');
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fgallery');
  expect(wire.to('/api/gallery/all')).toEqual([]);

  await test.step('the browser requires both fields, and can fill them in', async () => {
    await expect(name).toHaveAttribute('autocomplete', 'username');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await expectCleanAt(page, [1440, 375], 'the form');
    await button.click();
    await expect(name).toBeFocused();
    await name.fill(owner.username);
    await button.click();
    await expect(password).toBeFocused();
    expect(wire.to(LOGIN)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  await test.step('a wrong password is sent once, and told; what was typed stays', async () => {
    const held = Promise.withResolvers<void>();
    wire.meddle(LOGIN, { holdAnswer: held.promise });
    await password.fill('wrong');
    await button.click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await password.press('Enter');
    held.resolve();
    await expect(toast(page)).toHaveText('ErrorInvalid credentials');
    await expect(button).toBeEnabled();
    await expect(name).toHaveValue(owner.username);
    expect(wire.to(LOGIN)).toHaveLength(1);
    wire.always(LOGIN, { cut: true });
    await button.click();
    await expect(toast(page)).toHaveText('ErrorThe server could not be reached. Please try again.');
  });

  await test.step('a right password is said to be lost where the browser blocks cookies', async () => {
    wire.calm();
    const dropCookies = async (route: Route) => {
      const response = await route.fetch();
      await page.context().clearCookies();
      await route.fulfill({ status: response.status(), json: await response.json() });
    };
    await page.route(`**${LOGIN}`, dropCookies);
    // A phone's keyboard adds the space.
    await name.fill(`${owner.username} `);
    await password.fill(owner.password);
    await button.click();
    await expect(toast(page)).toHaveText(/^ErrorYour browser blocks cookies, so it cannot stay signed in\./);
    await expect(button).toBeEnabled();
    // Not by `times: 1`: Chromium may lose the request that comes while a route is taken away.
    await page.unroute(`**${LOGIN}`);
    wire.calm();
  });

  await test.step('the link for an owner without a password: where the variables give it, both of its steps say so', async () => {
    await page.getByText('First visit, or password forgotten?').click();
    await page.getByRole('button', { name: 'Write the Link' }).click();
    await expect(toast(page)).toContainText('ADMIN_PASSWORD_HASH');
    await page.goto('/login?back=%2Fadmin%2Fgallery#setup=abc');
    await page.getByLabel('New password, at least 8 characters').fill('correct horse');
    await expectCleanAt(page, [1440, 375], 'choosing a password');
    await name.fill('maria');
    await page.getByRole('button', { name: 'Save and Sign In' }).click();
    await expect(toast(page)).toContainText('ADMIN_PASSWORD_HASH');
    expect(wire.to(LOGIN)).toEqual([]);
    await page.goto('/login?back=%2Fadmin%2Fgallery');
    await page.reload();
    await name.fill(owner.username);
  });

  await test.step('signed in: a welcome, which a reload does not repeat', async () => {
    await password.fill(owner.password);
    await page.getByLabel('Stay signed in on this device for 30 days after each use').check();
    await password.press('Enter');
    await expect(page).toHaveURL('/admin/gallery');
    await expect(toast(page)).toHaveText('Logged in successfully');
    const session = (await page.context().cookies()).find((cookie) => cookie.name === 'session');
    expect((session?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 24 * 3600);
    await page.reload();
    await expect(page.getByText('No gallery items yet.')).toBeVisible();
    await expect(toast(page)).toHaveCount(0);
  });

  await test.step('signed out of this browser, though the store takes nothing', async () => {
    const database = openDatabase(databaseFile(site.dataDir));
    database.exec('ALTER TABLE records RENAME TO lost');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toast(page)).toContainText('You are signed out in this browser. Our server could not store that');
    // What counts this browser's tries by themselves opens nothing, and stays.
    expect((await page.context().cookies()).map((cookie) => cookie.name)).toEqual(['device']);
    database.exec('ALTER TABLE lost RENAME TO records');
    database.close();
    await page.goto('/admin/gallery');
    await expect(page).toHaveURL(/\/login/);
  });
});

test('what is entered before the form has its scripts counts once it has, also if they come at the second try', async ({
  page,
  wire,
}) => {
  const button = page.getByRole('button', { name: 'Sign In' });
  const enter = async () => {
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password').fill(owner.password);
  };
  const bring = await hold(page, '**/_astro/Login*');
  await page.goto('/login');
  await enter();
  await page.getByLabel('Password').press('Enter');
  await expect(button).toBeDisabled();
  expect(wire.to(LOGIN)).toEqual([]);
  bring();
  await expect(page).toHaveURL('/admin/gallery');
  expect(wire.to(LOGIN)).toHaveLength(1);

  // The gallery is still loading, and would itself go to the sign-in.
  await page.goto('about:blank');
  await page.context().clearCookies();
  let isCut = true;
  await page.route('**/_astro/Login*', (route) => (isCut ? route.abort('connectionreset') : route.fallback()));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/_astro/Login'));
  await page.goto('/login');
  await failed;
  await expect(button).toBeDisabled();
  isCut = false;
  await enter();
  await button.click();
  await expect(manager(page).items).toHaveCount(0);
  await expect(page).toHaveURL('/admin/gallery');
});
