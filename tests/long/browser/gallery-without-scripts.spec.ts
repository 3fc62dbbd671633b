import { business } from '#business';
import config from '../../../playwright.config.ts';
import { expect, test } from '#tests/e2e/gallery-site';

const { launchOptions } = config.use ?? {};
// Playwright's own switch leaves <noscript> unread, which a browser without scripts does not.
test.use({
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), '--blink-settings=scriptEnabled=false'] },
});

// One test, since a browser with this switch is started for it.
test('the gallery: a sentence and the phone stand in; the sign-in: a sentence, and a button that sends no password anywhere', async ({
  page,
}) => {
  await page.goto('/gallery');
  const inStead = page.locator('main noscript > div');
  await expect(inStead).toContainText('The gallery needs JavaScript to show its photos and videos.');
  await expect(inStead.locator(`a[href="${business.phone.href}"]`)).toBeVisible();
  await expect(page.locator('[data-skeleton]').first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Shutters' })).toBeHidden();

  await page.goto('/login');
  await expect(page.locator('main noscript > .callout')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeDisabled();
});
