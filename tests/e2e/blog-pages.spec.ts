import { business } from '#business';
import { expect, test } from '#tests/support/host';

test('a card opens its article; each leads to the dialog and to the phone, an article back to the list', async ({
  page,
}) => {
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await page.goto('/blog');
  await test.step('"Have Questions?" has a schedule and a call button', async () => {
    const block = page.locator('.ask', { has: page.getByRole('heading', { name: 'Have Questions?' }) });
    const call = block.getByRole('link', { name: business.phone.display });
    await expect(call).toHaveAttribute('href', business.phone.href);
    await expect(call).toHaveAttribute('data-track', 'phone_click');
    await block.getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  const link = main.getByRole('listitem').first().getByRole('link');
  const title = (await link.textContent()) ?? '';
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await page.goto('/blog/energy-efficient-window-treatments-florida');
  await expect(main.getByRole('link', { name: business.phone.display })).toHaveAttribute('href', business.phone.href);
  await main.getByRole('link', { name: 'Schedule Consultation' }).click();
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
