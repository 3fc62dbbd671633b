import { business } from '#business';
import { expect, test } from '#tests/support/host';

test('the first call to action and the closing one open the booking dialog of this page', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await page.goto('/service-areas/celebration');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Schedule/ })
    .first()
    .click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/service-areas/celebration');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const closing = page.getByRole('main').locator('.ask');
  await expect(closing.getByRole('heading', { level: 2 })).toBeVisible();
  await expect(closing.getByRole('link', { name: business.phone.display })).toBeVisible();
  await closing.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog).toBeVisible();
});

test('an unknown place is "Location Not Found", with status 404; an unknown address is "404 Page Not Found"', async ({
  page,
}) => {
  const response = await page.goto('/service-areas/tampa');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Location Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find the location you're looking for.")).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');

  await page.goto('/unknown');
  await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
});
