import { expect, leadsPage, receive, signIn, test } from '#tests/e2e/leads-site';

test('what cannot be drawn is one part of the page, which says so and offers to reload it', async ({ page }) => {
  await signIn(page.request);
  await receive(page.request, { name: 'Harold Finch' });
  const { open, openLead, list } = leadsPage(page);
  await open();
  // As an extension of the browser may do.
  await page.getByText('Choose a lead to see everything about it.').evaluate((element) => element.remove());
  await list.getByRole('link', { name: 'Harold Finch' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This part of the page has stopped working.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
  await notice.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Harold Finch' })).toBeVisible();
  await page.goto('/admin/leads');
  await openLead('Harold Finch');
});
