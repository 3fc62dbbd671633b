import type { Page } from '@playwright/test';

const QUIET_MS = 500;

/**
 * Resolves when for half a second the page has asked for nothing and got nothing. Not Playwright's `networkidle`: where it
 * comes before a slow page has loaded, a request takes it back for good (github.com/microsoft/playwright/issues/42598).
 */
export async function untilQuiet(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, QUIET_MS);
  const hear = () => void timer.refresh();
  page.on('request', hear).on('requestfinished', hear).on('requestfailed', hear);
  await promise;
  page.off('request', hear).off('requestfinished', hear).off('requestfailed', hear);
}
