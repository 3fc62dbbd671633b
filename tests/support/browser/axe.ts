import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

/** The used part of axe's script in the page. */
interface Axe {
  run(
    within: Document,
    options: { readonly resultTypes: readonly ['violations'] },
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[] }>;
}

const source = await readFile(path.resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Fails with the page's broken rules and their places, once all of it is shown. `state` describes the page in the
 * message. Runs axe directly: AxeBuilder's work for frames, which our pages lack, took longer than the check.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await addAxe(page);
  const broken = await page.evaluate(async () => {
    const axe: Axe = Reflect.get(window, 'axe');
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
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

/** Also checks each width (px), the present one first, and that nothing is wider than the screen. */
export async function expectCleanAt(page: Page, widths: readonly number[], state: string): Promise<void> {
  const present = page.viewportSize()?.width;
  for (const width of widths.toSorted((one, other) => Number(other === present) - Number(one === present))) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${state} at ${width} px`);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${state} at ${width} px`).toBe(0);
  }
}

/** The page fits a phone, a tablet and a desktop, and a phone with text of twice the size. */
export async function expectFits(page: Page, state: string): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const width of [1440, 1024, 768, 320, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(), `${state} at ${width} px`).toBe(0);
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect(await overflow(), `${state} with 200 % text`).toBe(0);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
