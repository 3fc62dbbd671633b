import { test as base, expect } from '@playwright/test';
import { type KeptPage, KeptPages } from './browser/kept-pages.ts';
import { type MeddlingProxy, meddlingProxy } from './meddling-proxy.ts';
import { SharedHost, SiteProcess } from './site-process.ts';

interface SiteFixtures {
  /** Variables for the site of this test, set with `test.use({ siteEnv: … })`. */
  siteEnv: Record<string, string>;
  /** A site of this test's own: fresh data, a free port, and at hand to be stopped, killed and started again. */
  site: SiteProcess;
  /** Whether there is a wire before the site, which then has the port that the site has else: pages are kept by origin. */
  isWired: boolean;
  /** `false` gives each test a browser context of its own: for tests of what a browser keeps, and of a first visit. */
  isPageKept: boolean;
  /** The page of the tests before, without a trace of them; `null` where the test has one of its own. */
  kept: KeptPage | null;
}

interface WorkerFixtures {
  /** Where this worker's tests find their site, and where the site is while a wire is before it; 0 before the first. */
  ports: { front: number; behind: number };
  /** The process in which this worker's sites are served, one after the other. */
  siteHost: SharedHost;
  keptPages: KeptPages;
}

/** Playwright's `test`, where every test has a running site and `page.goto('/')` goes to it. */
export const test = base.extend<SiteFixtures, WorkerFixtures>({
  siteHost: [
    // Playwright reads in the first parameter what a fixture needs, so there must be one.
    async ({ browserName: _ }, use) => {
      const host = new SharedHost();
      await use(host);
      host.close();
    },
    { scope: 'worker' },
  ],
  keptPages: [async ({ browserName: _ }, use) => await use(new KeptPages()), { scope: 'worker' }],
  // With a worker fixture of its own `wired` would need workers, hosts and browsers of its own.
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
    // What a context keeps for good: only tests that ask for the same share one.
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

/** The same, where every test visits its site through a wire, which it may listen to and meddle with. */
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

/** For `test.use`: the page of a visitor who has not asked for less motion. Else nothing moves (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
