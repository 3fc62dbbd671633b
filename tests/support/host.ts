import { test as base, expect } from '@playwright/test';
import { type MeddlingProxy, meddlingProxy } from './meddling-proxy.ts';
import { SharedHost, SiteProcess } from './site-process.ts';

interface SiteFixtures {
  /** The site's variables: `test.use({ siteEnv: … })`. */
  siteEnv: Record<string, string>;
  /** This test's site: fresh data, a free port; it can be stopped, killed and restarted. */
  site: SiteProcess;
  /** A wire stands before the site and has its usual port. */
  isWired: boolean;
}

interface WorkerFixtures {
  /** The ports of the worker's sites: as tests see them, and behind a wire. 0 before the first. */
  ports: { front: number; behind: number };
  /** The process that serves this worker's sites, one after the other. */
  siteHost: SharedHost;
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
  context: async ({ context }, use) => {
    await context.addInitScript(stayInBrowser);
    await use(context);
  },
});

/**
 * The full Chromium asks before it opens another program, such as the one for texts, and answers no touch until then. So
 * the page hears a press on such a link, but the browser does not follow it.
 */
function stayInBrowser(): void {
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (link && /^(sms|tel|mailto):/.test(link.href)) event.preventDefault();
  });
}

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

/** Of several cases, such as languages, the first ones; in `npm run test:long` each. The others have the same components. */
export const walked = <Case>(all: readonly Case[], count = 1): readonly Case[] =>
  process.env['SEEDS'] ? all : all.slice(0, count);

/** For `test.use`: a visitor who has not reduced motion. Otherwise nothing moves (playwright.config.ts). */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export { expect };
