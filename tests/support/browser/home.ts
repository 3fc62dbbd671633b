import { expect, type Page } from '@playwright/test';

/** A command that the page gave Google's tag function: `['event', 'promo_view', { promotion: '…' }]`. */
type Command = [kind: string, name: string, params: Record<string, unknown>];

/** Stands where Google's tag function would; returns how to read what the page has reported so far. */
export async function hearEvents(page: Page): Promise<(name: string) => Promise<Record<string, unknown>[]>> {
  const heard: Command[] = [];
  await page.exposeFunction('gtag', (...command: Command) => void heard.push(command));
  return async (name) => {
    // What the page has called before this is heard before this is answered.
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
  // A page that is at the site already can keep it at once.
  await (page.url().startsWith('http') ? page.evaluate(dismiss) : page.addInitScript(dismiss));
}

/** From now on the home page comes with this change, which must change it. */
export async function withHomePage(page: Page, change: (html: string) => string): Promise<void> {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    const html = await answer.text();
    const body = change(html);
    expect(body).not.toBe(html);
    await route.fulfill({ response: answer, body });
  });
}
