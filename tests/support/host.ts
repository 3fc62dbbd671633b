import { test as base, expect } from '@playwright/test';
import { SharedHost, SiteProcess } from './site-process.ts';

interface SiteFixtures {
  /** Variables for the site of this test, set with `test.use({ siteEnv: … })`. */
  siteEnv: Record<string, string>;
  /** A site of this test's own: fresh data, a free port, and at hand to be stopped, killed and started again. */
  site: SiteProcess;
}

interface WorkerFixtures {
  /** The process in which this worker's sites are served, one after the other. */
  siteHost: SharedHost;
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
  siteEnv: [{}, { option: true }],
  site: async ({ siteHost, siteEnv }, use) => {
    const site = await SiteProcess.within(siteHost, siteEnv);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
});

/** For `test.use`: the page of a visitor who has not asked for less motion. Else nothing moves (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
