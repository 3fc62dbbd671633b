import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

/** What is used here of the script that is put into the page. */
interface Axe {
  run(
    within: Document,
    options: { readonly resultTypes: readonly ['violations'] },
  ): Promise<{ readonly violations: readonly { readonly id: string; readonly nodes: readonly { html: string }[] }[] }>;
}

const source = await readFile(path.resolve(import.meta.dirname, '../../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Fails with the rules that the page breaks and where, once all of it is shown, in its typefaces; `state` says in the
 * message what the page shows. Pages have no frames, so axe is asked directly: what AxeBuilder does for frames, and with
 * a report of all that is right, took longer than the look itself.
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

/** By the browser's own command: `page.evaluate` hands its text to `eval`, which compiles it for each page again. */
async function addAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression: source });
  expect(exceptionDetails).toBeUndefined();
}

/** The same at each of these widths (px), the present one first, where nothing is wider than the screen either. */
export async function expectCleanAt(page: Page, widths: readonly number[], state: string): Promise<void> {
  const present = page.viewportSize()?.width;
  for (const width of widths.toSorted((one, other) => Number(other === present) - Number(one === present))) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${state} at ${width} px`);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${state} at ${width} px`).toBe(0);
  }
}
