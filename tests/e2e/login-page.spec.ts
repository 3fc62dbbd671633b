import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/stores';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { expect, manager, owner, signIn, test, toast } from './gallery-site.ts';

test('the owner signs in, and arrives at the gallery’s manager with a welcome', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Login');
  await expect(page.getByText('Sign in to access the gallery management system')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username');
  await expect(page.getByLabel('Password')).toHaveAttribute('autocomplete', 'current-password');
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByLabel('Password').press('Enter');
  await expect(page).toHaveURL('/admin/gallery');
  await expect(toast(page)).toHaveText('Logged in successfully');
  await page.reload();
  await expect(page.getByText('No gallery items yet. Upload your first item above.')).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});

const failures = [
  ['a sentence of the server', { status: 429, body: { error: 'Please wait.' } }, 'Please wait.'],
  ['a refusal without a word', { status: 401, body: {} }, 'Unauthorized'],
  ['a success that is none', { status: 200, body: { success: false } }, 'Invalid credentials'],
] as const;
test('both fields are required by the browser; a wrong password, and whatever else the answer is, is told; axe finds nothing', async ({
  page,
  wire,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/login');
  await expectCleanAt(page, [1440, 375], 'the form');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.getByLabel('Username').fill('owner');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Password')).toBeFocused();
  expect(wire.to('/api/auth/login')).toEqual([]);
  expect(complaints).toEqual([]);

  await test.step('wrong: Signing in..., the server’s word, and what was typed stays', async () => {
    const held = Promise.withResolvers<void>();
    wire.meddle('/api/auth/login', { holdAnswer: held.promise });
    await page.getByLabel('Username').fill(owner.username);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
    await page.getByLabel('Password').press('Enter');
    held.resolve();
    await expect(toast(page)).toHaveText('ErrorInvalid credentials');
    await expectAccessible(page, 'refused');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
    await expect(page.getByLabel('Username')).toHaveValue(owner.username);
    expect(wire.to('/api/auth/login')).toHaveLength(1);
  });

  await test.step('whatever else the answer is, it is told', async () => {
    for (const [name, answer, text] of failures) {
      await test.step(`${name}: ${text}`, async () => {
        wire.always('/api/auth/login', { answer });
        await page.getByRole('button', { name: 'Sign In' }).click();
        await expect(toast(page)).toHaveText(`Error${text}`);
        await toast(page).getByRole('button', { name: 'Dismiss' }).click();
        await expect(toast(page)).toBeHidden();
      });
    }
  });
});

test('Enter in a form that is not hydrated yet counts once it is', async ({ page, wire }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/_astro/Login*', async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  expect(wire.to('/api/auth/login')).toEqual([]);
  held.resolve();
  await expect(page).toHaveURL('/admin/gallery');
  expect(wire.to('/api/auth/login')).toHaveLength(1);
});

test('a form whose scripts could not be had is disabled, and hydrated for whoever comes to it', async ({ page }) => {
  let isCut = true;
  await page.route('**/_astro/Login*', (route) => (isCut ? route.abort('connectionreset') : route.fallback()));
  const failed = page.waitForEvent('console', (message) => message.text().includes('Error hydrating'));
  await page.goto('/login');
  await failed;
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
  isCut = false;
  await page.getByLabel('Username').fill(owner.username);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/admin/gallery');
});

test('no session any more, or no answer about one: /admin/gallery leads to the sign-in', async ({
  page,
  wire,
  site,
}) => {
  await page.goto('/admin/gallery');
  await expect(page).toHaveURL('/login?back=%2Fadmin%2Fgallery');
  for (const body of [{ authenticated: false }, 'broken']) {
    wire.always('/api/auth/check', { answer: { status: 200, body } });
    await page.goto('/admin/gallery');
    await expect(page).toHaveURL(/\/login/);
  }
  expect(wire.to('/api/gallery/all')).toEqual([]);

  wire.calm();
  await test.step('a store that takes nothing keeps nobody signed in, and says so', async () => {
    await signIn(page.request);
    // The page's own check of the session needs the store.
    const listed = page.waitForResponse('**/api/gallery/all');
    await manager(page).open();
    await listed;
    const database = openDatabase(databaseFile(site.dataDir));
    database.exec('ALTER TABLE records RENAME TO lost');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toast(page)).toContainText('You are signed out in this browser. Our server could not store that');
    expect(await page.context().cookies()).toEqual([]);
    database.exec('ALTER TABLE lost RENAME TO records');
    database.close();
  });

  await test.step('logging out ends the session', async () => {
    await signIn(page.request);
    await manager(page).open();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/admin/gallery');
    await expect(page).toHaveURL(/\/login/);
  });
});
