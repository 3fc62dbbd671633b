import { test as base, expect } from '@playwright/test';
import { type KeptPage, KeptPages } from './browser/kept-pages.ts';
import { type MeddlingProxy, meddlingProxy } from './meddling-proxy.ts';
import { SharedHost, SiteProcess } from './site-process.ts';

interface SiteFixtures {
  /** The site's variables: `test.use({ siteEnv: … })`. */
  siteEnv: Record<string, string>;
  /** This test's site: fresh data, a free port; it can be stopped, killed and restarted. */
  site: SiteProcess;
  /** A wire stands before the site and has its usual port, since pages are kept by origin. */
  isWired: boolean;
  /** `false`: a new browser context for each test, for tests of stored data and of a first visit. */
  isPageKept: boolean;
  /** An earlier test's page without traces; `null` if the test has its own. */
  kept: KeptPage | null;
}

interface WorkerFixtures {
  /** The ports of the worker's sites: as tests see them, and behind a wire. 0 before the first. */
  ports: { front: number; behind: number };
  /** The process that serves this worker's sites, one after the other. */
  siteHost: SharedHost;
  keptPages: KeptPages;
}

/** Playwright's `test` with a running site, which `page.goto('/')` opens. */
export const test = base.extend<SiteFixtures, WorkerFixtures>({
  siteHost: [
    // Playwright reads a fixture's needs from its first parameter.
    async ({ browserName: _ }, use) => {
      const host = new SharedHost();
      await use(host);
      host.close();
    },
    { scope: 'worker' },
  ],
  keptPages: [async ({ browserName: _ }, use) => await use(new KeptPages()), { scope: 'worker' }],
  // A worker fixture of its own would give `wired` its own workers, hosts and browsers.
  ports: [async ({ browserName: _ }, use) => await use({ front: 0, behind: 0 }), { scope: 'worker' }],
  siteEnv: [{}, { option: true }],
  isWired: [false, { option: true }],
  site: async ({ siteHost, siteEnv, ports, isWired }, use) => {
    const place = isWired ? 'behind' : 'front';
    const site = await SiteProcess.within(siteHost, siteEnv, ports[place]);
    ports[place] = site.port;
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  isPageKept: [true, { option: true }],
  kept: async (
    {
      browser,
      keptPages,
      isPageKept,
      baseURL,
      viewport,
      javaScriptEnabled,
      contextOptions,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      locale,
      timezoneId,
      userAgent,
      colorScheme,
      permissions,
      storageState,
      extraHTTPHeaders,
    },
    use,
    info,
  ) => {
    // A context's fixed settings: only tests with the same ones share it.
    const { reducedMotion, ...options } = contextOptions;
    const device = { options, isMobile, hasTouch, deviceScaleFactor, userAgent };
    const lasting = { baseURL, device, locale, timezoneId, permissions, storageState, extraHTTPHeaders };
    if (!isPageKept || !viewport || !baseURL) return await use(null);
    const key = JSON.stringify(lasting);
    const media = { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? null };
    const asked = { viewport, javaScriptEnabled: javaScriptEnabled !== false, media };
    const kept = await keptPages.take(browser, key, baseURL, asked);
    await use(kept);
    if (info.status === info.expectedStatus) await keptPages.release(key, kept);
    else await kept.context.close();
  },
  context: async ({ kept, browser }, use) => {
    const context = kept?.context ?? (await browser.newContext());
    await use(context);
    if (!kept) await context.close();
  },
  page: async ({ kept, context }, use) => {
    await use(kept?.page ?? (await context.newPage()));
  },
});

/** With a wire before the site, to listen and to meddle. */
export const wired = test.extend<{ wire: MeddlingProxy }>({
  isWired: true,
  wire: async ({ site, ports }, use) => {
    const wire = await meddlingProxy(() => site.port, ports.front);
    ports.front = wire.port;
    await use(wire);
    await wire.close();
  },
  baseURL: async ({ wire }, use) => {
    await use(`http://localhost:${wire.port}`);
  },
});

/** For `test.use`: a visitor who has not reduced motion. Otherwise nothing moves (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
