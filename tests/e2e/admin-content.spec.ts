import { expect, policyRefusals, signIn, test } from './gallery-site.ts';

// tests/long/browser/editor.spec.ts tries what the editor opens and writes.
test('the editor of texts loads within its policy; its bar leads back to the admin pages; whoever is not signed in signs in first', async ({
  page,
}) => {
  await signIn(page.request);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto('/admin/content');
  await expect(page.getByRole('button', { name: 'Work with Local Repository' })).toBeVisible();
  expect(policyRefusals(errors)).toEqual([]);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Back to the admin pages' }).click();
  const admin = await opened;
  await expect(admin).toHaveURL('/admin');
  // A call of Today that is answered after the sign-out would lead to the sign-in by itself.
  await admin.waitForLoadState('networkidle');
  await page.request.post('/api/auth/logout');
  await admin.getByRole('link', { name: 'Edit texts' }).click();
  await expect(admin).toHaveURL('/login?back=%2Fadmin%2Fcontent');
});
