import type { Page } from '@playwright/test';

const QUIET_MS = 500;

/**
 * The network was quiet for half a second. `networkidle` may be lost (github.com/microsoft/playwright/issues/42598).
 */
export async function untilQuiet(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, QUIET_MS);
  const hear = () => void timer.refresh();
  page.on('request', hear).on('requestfinished', hear).on('requestfailed', hear);
  await promise;
  page.off('request', hear).off('requestfinished', hear).off('requestfailed', hear);
}
