import { type Client, createClient } from './api-client.ts';
import { type Track, track } from '#browser/track';
import type { AnswerRule } from '#lib/time/answer-day';
import { answerRule } from './answer-rule.ts';
import { pageLanguage } from './page-language.ts';

/**
 * Everything outside a store that it acts on in a browser.
 * A page's stores are made with `browserEnvironment`, a test's with `testEnvironment` (tests/support/environment.ts).
 * How a visitor is told of a failure is no part of it: that is the island's.
 */
export interface Environment {
  /** Our API. */
  readonly client: Client;
  /** May throw: a browser can block storage altogether. */
  localStorage(): Storage;
  /** May throw, as `localStorage`. */
  sessionStorage(): Storage;
  /** ms since the epoch */
  now(): number;
  /** Resolves after so many ms. */
  wait(ms: number): Promise<void>;
  /** A key that nobody else has, such as an idempotency key. */
  randomKey(): string;
  /** When requests are answered, if the dealer promises hours. */
  answerRule(): AnswerRule | undefined;
  isOnline(): boolean;
  /** Resolves when the browser next says that it is back online. */
  backOnline(): Promise<void>;
  readonly track: Track;
  /** Where the page is. */
  address(): Pick<Location, 'pathname' | 'search' | 'hash'>;
  /** Leaves the page. */
  goTo(path: string): void;
  /** Leaves the page, which the back button then skips. */
  replaceWith(path: string): void;
}

/** A real page. Safe to import where there is no `window`: nothing is touched before it is asked for. */
export const browserEnvironment: Environment = {
  client: createClient('', pageLanguage),
  localStorage: () => localStorage,
  sessionStorage: () => sessionStorage,
  now: Date.now,
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
  randomKey: () => crypto.randomUUID(),
  answerRule,
  isOnline: () => navigator.onLine,
  backOnline: () => new Promise((back) => window.addEventListener('online', () => back(), { once: true })),
  track,
  address: () => location,
  goTo: (path) => location.assign(path),
  replaceWith: (path) => location.replace(path),
};
