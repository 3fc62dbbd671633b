import type { Page } from '@playwright/test';

const QUIET_MS = 500;
/** A browser asks for icons and the manifest by itself. */
const OF_BROWSER = /\/(favicon|apple-touch-icon)[^/]*$|\.webmanifest$/;

/** The addresses that the page itself asks for from now on. */
export function requestsOf(page: Page): URL[] {
  const heard: URL[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (!OF_BROWSER.test(address.pathname)) heard.push(address);
  });
  return heard;
}

/** The address of what draws the islands: React. */
export const rendererOf = async (page: Page) =>
  await page.locator('astro-island[renderer-url]').first().getAttribute('renderer-url');

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

/** Holds what pages ask for at these addresses until the function that it resolves to is called. */
export async function hold(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}
