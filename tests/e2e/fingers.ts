import { expect, type Locator, type Page } from '@playwright/test';

/** The owner on a phone: one thumb, and nothing that hovers. */
export const PHONE = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true } as const;

const PRESSED = 'a, button, summary, select, input:not([type=checkbox], [type=radio]), label:has(input)';

/**
 * Fails with what is less than 44 px high, or no link and no summary and less than 44 px wide, of all that is pressed
 * in the page.
 */
export const expectFingerSized = (page: Page) => expectLarge(page.getByRole('main').locator(PRESSED));

/** The same of some controls. */
export async function expectLarge(controls: Locator): Promise<void> {
  const small = await controls.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { width, height } = one.getBoundingClientRect();
        const { inset = '' } = getComputedStyle(one, '::after');
        // A tick box is larger than it looks.
        const more = inset.startsWith('-') ? -2 * Number.parseFloat(inset) : 0;
        const size = one.matches('a, summary') ? height : Math.min(width, height);
        return { name: one.outerHTML.slice(0, 80), size: size + more };
      })
      .filter(({ size }) => size < 44),
  );
  expect(small).toEqual([]);
}
