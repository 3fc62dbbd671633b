import { readFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { hasArrived } from './home.ts';

/** The minified one: AxeBuilder's own is more than twice as large, and sent twice for each look. */
const source = await readFile(path.resolve(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8');

/**
 * Fails with the rules that the page breaks and where, once all of it is shown, in its typefaces; `state` says in the
 * message what the page shows. Pages have no
 * frames of other sites, so axe need not put its results together on an empty page of its own: that and a report of all
 * that is right took half of its time.
 */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await hasArrived(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const axe = new AxeBuilder({ page, axeSource: 'void 0' });
  const { violations } = await axe
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${state}: ${id} ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
}

/** The same at each of these widths (px), where nothing is wider than the screen either. */
export async function expectCleanAt(page: Page, widths: readonly number[], state: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `${state} at ${width} px`);
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, `${state} at ${width} px`).toBe(0);
  }
}
