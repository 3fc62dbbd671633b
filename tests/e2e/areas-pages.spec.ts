import { business } from '#business';
import { expect, test } from '#tests/support/host';

test('the call to action opens the booking dialog of this page', async ({ page }) => {
  await page.goto('/service-areas/celebration');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Schedule/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
  await expect(page).toHaveURL('/service-areas/celebration');
});

test('the page closes with a call to action', async ({ page }) => {
  await page.goto('/service-areas/apopka');
  const closing = page.getByRole('main').locator('.ask');
  await expect(closing.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(closing.getByRole('link', { name: business.phone.display })).toBeVisible();
  await closing.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

test('an unknown place is "Location Not Found", with status 404', async ({ page }) => {
  const response = await page.goto('/service-areas/tampa');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Location Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find the location you're looking for.")).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('an unknown address is "404 Page Not Found"', async ({ page }) => {
  await page.goto('/unknown');
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});
