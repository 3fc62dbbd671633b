import type { Page } from '@playwright/test';

/** A command to Google's tag function: `['event', 'promo_view', { promotion: '…' }]`. */
type Command = [kind: string, name: string, params: Record<string, unknown>];

/** Replaces Google's tag function; returns a reader of the page's reports so far. */
export async function hearEvents(page: Page): Promise<(name: string) => Promise<Record<string, unknown>[]>> {
  const heard: Command[] = [];
  await page.exposeFunction('gtag', (...command: Command) => void heard.push(command));
  return async (name) => {
    // The page's earlier calls arrive before this one's answer.
    await page.evaluate(() => window.gtag?.('config', 'so far'));
    return heard.filter(([kind, event]) => kind === 'event' && event === name).map(([, , params]) => params);
  };
}

/** The page of a visitor who has just dismissed the deals popup. */
export async function withoutPopup(page: Page): Promise<void> {
  const dismiss = () => {
    try {
      localStorage.setItem('deals-popup-dismissed', String(Date.now()));
    } catch {
      // A test may block storage.
    }
  };
  // A page that is at the site already can store it at once.
  await (page.url().startsWith('http') ? page.evaluate(dismiss) : page.addInitScript(dismiss));
}

/** How many pairs of "Schedule" and "Call" are in the window: the dock, and rows of which half is seen. */
export const bookingPairs = (page: Page) =>
  page.locator('[data-dock], .btn-row:has([data-book])').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
        return seen > height / 2 && one.checkVisibility({ visibilityProperty: true });
      }).length,
  );

interface Terms {
  readonly startsOn?: string;
  readonly endsOn?: string;
  readonly featured?: boolean;
}

/** Gives offers of the home page other days from now on, as their entries would: tests of states need some of each. */
export async function withTerms(page: Page, terms: Readonly<Record<string, Terms>>): Promise<void> {
  const isHome = ({ pathname }: URL) => pathname === '/' || pathname === '/es';
  await page.route(isHome, async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [id, term] of Object.entries(terms)) {
      const [tag] = new RegExp(`<article[^>]* data-promotion="${id}"[^>]*>`).exec(body) ?? [];
      if (!tag) throw new Error(`The page has no offer ${id}`);
      body = body.replace(tag, withTerm(tag, term));
    }
    await route.fulfill({ response, body });
  });
}

function withTerm(tag: string, { startsOn, endsOn, featured }: Terms): string {
  const own = tag
    .replace(/ data-(starts|ends)-on="[^"]*"/g, '')
    .replace(featured ? / data-featured(?=[ >])/ : /$^/, '');
  const days = `${startsOn ? ` data-starts-on="${startsOn}"` : ''}${endsOn ? ` data-ends-on="${endsOn}"` : ''}`;
  return own.replace(/>$/, `${days}${featured ? ' data-featured' : ''}>`);
}
