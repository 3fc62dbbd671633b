import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

/** The used part of axe's script in the page. */
interface Axe {
  run(
    within: Document | readonly Element[],
    options: { readonly resultTypes: readonly ['violations'] },
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[] }>;
}

const source = await readFile(path.resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Fails with the page's broken rules and their places, once all of it is shown; of an open dialog's and its toasts' alone,
 * since the page behind it is inert, and a state of its own. `state` describes the page in the message. Runs axe
 * directly: AxeBuilder's work for frames, which our pages lack, took longer than the check.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const broken = await page.evaluate(async () => {
    const axe: Axe = Reflect.get(window, 'axe');
    const isModal = document.querySelector('dialog:modal') !== null;
    const shown = isModal && document.querySelectorAll('dialog:modal, [aria-label^="Notifications"]');
    const { violations } = await axe.run(shown ? [...shown] : document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
  });
  expect(
    broken.map((rule) => `${state}: ${rule}`),
    state,
  ).toEqual([]);
}

/** Uses a browser command: `page.evaluate` would compile the script for each page again. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: source });
  expect(exceptionDetails).toBeUndefined();
}

/**
 * Also checks that nothing is wider than the screen, at each width (px). Axe looks at the first one: others change few
 * of its rules, and it costs as much as a page.
 */
export async function expectCleanAt(page: Page, widths: readonly number[], state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    if (width === widths[0]) await expectAccessible(page, `${state} at ${width} px`);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${state} at ${width} px`).toBe(0);
  }
}

/** The page fits a phone and a desktop, and a phone with text of twice the size. */
export async function expectFits(page: Page, state: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(), `${state} at ${width} px`).toBe(0);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflow(), `${state} with 200 % text`).toBe(0);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
