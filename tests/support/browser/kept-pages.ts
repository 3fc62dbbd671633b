import type { Browser, BrowserContext, CDPSession, Disposable, Page } from '@playwright/test';

/** A page for one test after the other, alone in its context. */
export interface KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly origin: string;
  uses: number;
  /** A test has left something that cannot be undone. */
  isMarked: boolean;
  /** Additions of a test that can be undone. */
  readonly added: Promise<Disposable>[];
  /** The page's own method; in tests, calls of it are watched. */
  readonly emulateMedia: Page['emulateMedia'];
  /** Its emulation as JSON; `null` when a test has changed it. */
  emulated: string | null;
}

/** A page's settings for each test. */
export interface Asked {
  readonly viewport: NonNullable<ReturnType<Page['viewportSize']>>;
  readonly javaScriptEnabled: boolean;
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

/** A page of the site without scripts, with access to the origin's storage. */
const EMPTY = '/robots.txt';
/** Each has a process of about 100 MB. */
const MAX_PAGES = 6;
/** A page is replaced after so many tests, to free its heap. */
const MAX_USES = 40;
/** Undone after the test. */
const UNDONE = ['addInitScript', 'exposeBinding', 'exposeFunction'] as const;
/** These last as long as the page or its context. */
const LASTING = {
  context: ['grantPermissions', 'setGeolocation', 'setHTTPCredentials'],
  page: ['addLocatorHandler'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
} as const;
const HEARD = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/**
 * A worker's pages, by the settings that a context cannot change. A new page costs a third of a test's processor time:
 * its process must compile the site's scripts again.
 */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();

  /** A page without traces of earlier tests, on an empty page of `origin`. `key` tells contexts apart. */
  async take(browser: Browser, key: string, origin: string, asked: Asked): Promise<KeptPage> {
    const kept = this.#pages.get(key) ?? (await open(browser, origin));
    this.#pages.delete(key);
    await prepare(kept, asked);
    return kept;
  }

  /** Takes back the page of a passed test while its site still answers. Closes pages above the limit. */
  async release(key: string, kept: KeptPage): Promise<void> {
    kept.uses += 1;
    if (kept.isMarked || kept.uses >= MAX_USES || !(await isCleared(kept))) return await kept.context.close();
    this.#pages.set(key, kept);
    const [oldest] = this.#pages;
    if (this.#pages.size <= MAX_PAGES || !oldest) return;
    this.#pages.delete(oldest[0]);
    await oldest[1].context.close();
  }
}

async function open(browser: Browser, origin: string): Promise<KeptPage> {
  // The page has its test's settings. Another page of the context also reduces motion.
  const context = await browser.newContext({ javaScriptEnabled: true, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(origin + EMPTY);
  const emulateMedia = page.emulateMedia.bind(page);
  const more = { uses: 0, isMarked: false, added: [], emulateMedia, emulated: null };
  const kept: KeptPage = { context, page, session, origin, ...more };
  const mark = () => {
    kept.isMarked = true;
  };
  for (const target of [context, page]) heed(target, UNDONE, (added) => kept.added.push(added as Promise<Disposable>));
  heed(context, ['newCDPSession'], (opened) => kept.added.push(detached(opened as Promise<CDPSession>)));
  heed(page, ['emulateMedia'], () => {
    kept.emulated = null;
  });
  heed(context, LASTING.context, mark);
  heed(page, LASTING.page, mark);
  heed(page.clock, LASTING.clock, mark);
  return kept;
}

/** A session's emulation ends with it. */
async function detached(opened: Promise<CDPSession>): Promise<Disposable> {
  const session = await opened;
  const dispose = () => session.detach();
  return { dispose, [Symbol.asyncDispose]: dispose };
}

async function prepare(kept: KeptPage, { viewport, javaScriptEnabled, media }: Asked): Promise<void> {
  const emulated = JSON.stringify(media);
  if (kept.emulated !== emulated)
    await kept.emulateMedia({ media: null, forcedColors: null, contrast: null, ...media });
  kept.emulated = emulated;
  if (!javaScriptEnabled) await kept.session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await kept.page.setViewportSize(viewport);
}

/** Passes on the answers of the methods. */
function heed<Name extends string>(
  target: Record<Name, unknown>,
  names: readonly Name[],
  tell: (answer: unknown) => void,
): void {
  for (const name of names) {
    const method = target[name];
    if (typeof method !== 'function') throw new Error(`There is no ${name}`);
    const heeded = (...args: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(method, target, args);
      tell(answer);
      return answer;
    };
    Object.assign(target, { [name]: heeded });
  }
}

/** True if all traces could be removed. */
async function isCleared({ context, page, session, origin, added }: KeptPage): Promise<boolean> {
  try {
    for (const name of HEARD) page.removeAllListeners(name);
    for (const one of added.splice(0)) await (await one).dispose();
    for (const other of context.pages()) if (other !== page) await other.close();
    await Promise.all([
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.unrouteAll({ behavior: 'ignoreErrors' }),
    ]);
    await session.send('Emulation.setScriptExecutionDisabled', { value: false });
    // Outside of the window the pointer is over nothing.
    await page.mouse.move(-1, -1);
    await page.goto(origin + EMPTY, { timeout: 5000 });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await Promise.all([
      context.clearCookies(),
      session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
      session.send('Page.resetNavigationHistory'),
    ]);
    return true;
  } catch {
    // A test may have ended the site.
    return false;
  }
}
