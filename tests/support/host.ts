import { test as base, expect } from '@playwright/test';
import { SiteProcess } from './site-process.ts';

interface SiteFixtures {
  /** Variables for the site of this test, set with `test.use({ siteEnv: … })`. */
  siteEnv: Record<string, string>;
  /** A site of this test's own: fresh data, a free port, and at hand to be stopped, killed and started again. */
  site: SiteProcess;
}

/** Playwright's `test`, where every test has a running site and `page.goto('/')` goes to it. */
export const test = base.extend<SiteFixtures>({
  siteEnv: [{}, { option: true }],
  site: async ({ siteEnv }, use) => {
    const site = await SiteProcess.open(siteEnv);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
});

/** The same for tests that only look at pages and send nothing: those of a worker share one site. */
export const lookTest = base.extend<object, { sharedSite: SiteProcess }>({
  sharedSite: [
    // Playwright reads in the first parameter what a fixture needs, so there must be one.
    async ({ browserName: _ }, use) => {
      const site = await SiteProcess.open();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sharedSite }, use) => {
    await use(sharedSite.url);
  },
});

export { expect };
