import type { Browser, BrowserContext, CDPSession, Disposable, Page } from '@playwright/test';

/** A page that serves one test after the other, alone in a context of its own. */
export interface KeptPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  /** The origin that it visits. */
  readonly origin: string;
  uses: number;
  /** Whether a test has left something in it that nothing takes away again. */
  isMarked: boolean;
  /** What a test has added to it and can be taken away. */
  readonly added: Promise<Disposable>[];
  /** As the page's own method, which is heard in tests. */
  readonly emulateMedia: Page['emulateMedia'];
  /** What it emulates, as JSON; `null` when a test has changed it. */
  emulated: string | null;
}

/** What a page can change for each test. */
export interface Asked {
  readonly viewport: NonNullable<ReturnType<Page['viewportSize']>>;
  readonly javaScriptEnabled: boolean;
  readonly media: NonNullable<Parameters<Page['emulateMedia']>[0]>;
}

/** A text of the site: it has no scripts, and what is stored for its origin can be reached from it. */
const EMPTY = '/robots.txt';
/** Each has a process of its own, of some 100 MB. */
const MAX_PAGES = 6;
/** What tests leave on the heap is gone after so many. */
const MAX_USES = 40;
/** What these do is undone after the test. */
const UNDONE = ['addInitScript', 'exposeBinding', 'exposeFunction'] as const;
/** What these do lasts as long as the page, or as its context. */
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
 * The pages of a worker, by what a context cannot change any more. A new page begins in a new process, where the
 * browser reads and compiles the site's scripts again: a third of a test's processor time.
 */
export class KeptPages {
  readonly #pages = new Map<string, KeptPage>();

  /** A page without a trace of the tests before, on an empty page of `origin`; `key` tells contexts apart. */
  async take(browser: Browser, key: string, origin: string, asked: Asked): Promise<KeptPage> {
    const kept = this.#pages.get(key) ?? (await open(browser, origin));
    this.#pages.delete(key);
    await prepare(kept, asked);
    return kept;
  }

  /** Takes back the page of a test that has passed, while its site still answers, and closes what is too much. */
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
  // What a test asks for is the page's. A further page of the context moves as little whichever test was the first.
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

/** What a session emulates ends with it. */
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

/** Hands on what the methods answer whenever they are called. */
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

/** Whether all that a test has left could be taken away. */
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
    // Outside of the window nothing lies under it.
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
    // A site that a test has ended, for example.
    return false;
  }
}
