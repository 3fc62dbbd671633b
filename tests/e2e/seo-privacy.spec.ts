import { business } from '#business';
import { withoutPopup } from '#tests/support/home';
import { expect, lookTest as test } from '#tests/support/host';

test('the footer of every page leads to the privacy page', async ({ page }) => {
  await withoutPopup(page);
  for (const address of ['/', '/blog', '/unknown']) {
    await page.goto(address);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  }
});

test('it says what is kept, why, and how to have it removed', async ({ page }) => {
  await page.goto('/privacy');
  const main = page.getByRole('main');
  for (const text of [
    'When you ask for a consultation',
    'local storage',
    'after 30 days in any case',
    'leaves you alone for 24 hours',
    'changes every ten minutes',
    'there is no analytics service on this site',
    'Reply STOP to any text',
    'have it corrected or removed',
  ]) {
    await expect(main.getByText(text).first()).toBeVisible();
  }
  await expect(main.getByRole('link', { name: business.phone.display }).first()).toHaveAttribute(
    'href',
    business.phone.href,
  );
});
