import { manager } from '#tests/e2e/gallery-site';
import { expect, leadsPage, receive, receiveBooked, signIn, test, toast } from '#tests/e2e/leads-site';
import { complaintsOf } from '#tests/support/browser/complaints';
import { translateAsBrowsersDo, translated } from '#tests/support/browser/translator';

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

// The public pages are in public-walk.spec.ts.
test('a browser that translates breaks no part: the facts of one lead after the other, a toast, the dialog of a visit, and the uploader', async ({
  page,
}) => {
  await signIn(page.request);
  await receive(page.request, { name: 'Harold Finch', message: 'A shy dog.' });
  await receiveBooked(page.request, 'Elise Romero');
  await translateAsBrowsersDo(page);
  const complaints = await complaintsOf(page);
  const { openLead, row } = leadsPage(page);
  await page.goto('/admin/leads');
  await translated(page);
  const harold = await openLead('Harold Finch');
  await expect(harold.locator('dl').first()).toContainText('A shy dog.');
  await harold.getByLabel('Status').selectOption('Lost');
  await expect(toast(page)).toBeVisible();
  await expect(row('Harold Finch')).toContainText('Lost');
  const elise = await openLead('Elise Romero');
  await expect(elise.locator('.badge').first()).toHaveText('Booked');
  await expect(page.getByText('A shy dog.')).toHaveCount(0);
  const dialog = page.getByRole('dialog');
  await elise.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Choose from the open times' }).click();
  await dialog.getByLabel('Day').selectOption({ index: 2 });
  await dialog.getByRole('button', { name: 'Back' }).click();
  await elise.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Cancel the visit' }).click();
  await expect(elise.getByRole('button', { name: 'Book a visit' })).toBeVisible();

  for (const path of [
    '/login',
    '/admin',
    '/admin/week',
    '/admin/hours',
    '/admin/insights',
    '/admin/alerts',
    '/admin/gallery',
  ]) {
    await page.goto(path);
    await translated(page);
    await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Upload files' }).click();
  await expect(manager(page).uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
  expect(complaints).toEqual([]);
});
