import { business } from '#business';
import { expect, test } from '#tests/support/host';

test('a card opens its article', async ({ page }) => {
  await page.goto('/blog');
  const link = page.getByRole('main').getByRole('listitem').first().getByRole('link');
  const title = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('"Have Questions?" has a schedule and a call button', async ({ page }) => {
  await page.goto('/blog');
  const block = page.locator('.ask', { has: page.getByRole('heading', { name: 'Have Questions?' }) });
  const call = block.getByRole('link', { name: business.phone.display });
  await expect(call).toHaveAttribute('href', business.phone.href);
  await expect(call).toHaveAttribute('data-track', 'phone_click');
  await block.getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
});

test('an article leads back to the list, to the dialog and to the phone', async ({ page }) => {
  await page.goto('/blog/energy-efficient-window-treatments-florida');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await main.getByRole('link', { name: 'Schedule Consultation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await main.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page).toHaveURL('/blog');
});

test('an unknown article is "Article Not Found", and leads to the others', async ({ page }) => {
  await page.goto('/blog/unknown');
  await expect(page.getByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Blog' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guides' })).toBeVisible();
});
