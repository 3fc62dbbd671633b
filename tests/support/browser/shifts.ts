import type { Page } from '@playwright/test';

/** As text: TypeScript's library does not know these entries. */
const watch = `window.shifts = []; new PerformanceObserver((list) => {
  const sources = list.getEntries().flatMap((entry) => (entry.hadRecentInput ? [] : entry.sources));
  for (const { node, previousRect: a, currentRect: b } of sources)
    if (Math.abs(a.y - b.y) > 2) window.shifts.push(node?.outerHTML);
}).observe({ type: 'layout-shift', buffered: true })`;

/**
 * Watches what moves up or down in the next pages without the visitor's doing (web.dev/articles/cls). Resolves to a
 * function that reads what has moved since it was last called. A typeface that comes late moves words by a pixel or two.
 */
export async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(watch);
  return () => page.evaluate(() => Reflect.get(window, 'shifts').splice(0));
}
