import { expect, owner, test, toast } from './gallery-site.ts';

test('a right password is said to be lost where the browser blocks cookies', async ({ page }) => {
  await page.route('**/api/auth/login', async (route) => {
    const answer = await route.fetch();
    await page.context().clearCookies();
    await route.fulfill({ status: answer.status(), json: await answer.json() });
  });
  await page.goto('/login');
  // A phone's keyboard adds the space.
  await page.getByLabel('Username').fill(`${owner.username} `);
  await page.getByLabel('Password').fill(owner.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(toast(page)).toHaveText(/^ErrorYour browser blocks cookies, so it cannot stay signed in\./);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});
