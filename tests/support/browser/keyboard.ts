import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the element has focus. */
export async function tabTo(page: Page, element: Locator): Promise<void> {
  const isFocused = () => element.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 40 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(element).toBeFocused();
}
