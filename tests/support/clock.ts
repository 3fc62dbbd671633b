import type { Page } from '@playwright/test';

/** The time that a test holds, in the page. */
interface HeldTime {
  /** ms. */
  now: number;
  pass(ms: number): Promise<void>;
}
declare global {
  interface Window {
    heldTime?: HeldTime;
  }
}

/**
 * From the next document on it is `at` (ms), as the page's `Date` tells it. Playwright's own clock stays with a context
 * for good, so no other test could have its page; this one is taken away after the test.
 */
export async function fixDate(page: Page, at: number): Promise<void> {
  await page.addInitScript(setDate, at);
}

/**
 * The same, in the present document too; and timers are due only as `passTime` tells. A page that is loaded again
 * goes on where the one before it was.
 */
export async function holdTime(page: Page, at: number): Promise<void> {
  for (const script of [setDate, holdTimers] as const) {
    await page.addInitScript(script, at);
    await page.evaluate(script, at);
  }
}

/** ms pass on the page's clock, with all that is due. */
export async function passTime(page: Page, ms: number): Promise<void> {
  await page.evaluate((passing) => window.heldTime?.pass(passing), ms);
}

function setDate(at: number): void {
  const now = () => window.heldTime?.now ?? at;
  const Real = Date;
  window.Date = class extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length > 0 ? given : [now()]) as [number]));
    }
    static override now(): number {
      return now();
    }
  } as DateConstructor;
}

function holdTimers(at: number): void {
  const KEY = 'held-time';
  const wait = window.setTimeout;
  const timers = new Map<number, { readonly due: number; readonly every: number | null; readonly work: () => void }>();
  let last = 0;
  const time: HeldTime = { now: Number(sessionStorage.getItem(KEY) ?? at), pass };
  const setTimer =
    (isRepeated: boolean) =>
    (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
      last += 1;
      timers.set(last, { due: time.now + ms, every: isRepeated ? Math.max(ms, 1) : null, work: () => work(...args) });
      return last;
    };
  const clearTimer = (id: number) => void timers.delete(id);

  async function pass(ms: number): Promise<void> {
    const end = time.now + ms;
    for (;;) {
      const [next] = [...timers].toSorted(([, one], [, other]) => one.due - other.due);
      if (!next || next[1].due > end) break;
      const [id, { due, every, work }] = next;
      time.now = due;
      if (every === null) timers.delete(id);
      else timers.set(id, { due: due + every, every, work });
      work();
      // What it has set off comes before the next.
      await new Promise((resolve) => wait(resolve));
    }
    time.now = end;
    sessionStorage.setItem(KEY, String(end));
  }

  const timeouts = { setTimeout: setTimer(false), clearTimeout: clearTimer };
  Object.assign(window, { heldTime: time, ...timeouts, setInterval: setTimer(true), clearInterval: clearTimer });
}
