import type { KnownToOpener } from '#browser/booking-dialog';
import type { Language } from '#i18n/language';

/** Session storage key of the last callback asked for in this tab, for the thank-you page. */
export const ASKED = 'asked-callback';

export interface AskedCallback {
  /** When we call or write, and where, in `language`. */
  readonly sentence: string;
  readonly language: Language;
  /** Whom we call or write to. */
  readonly contact: KnownToOpener;
  /** The key and the topic of the request: what corrects it is the same request. */
  readonly key: string;
  readonly about: string;
  /** ms since the epoch: the sentence is over then. */
  readonly until: number;
}

/** Throws if storage is blocked. */
export function keepCallback(storage: Storage, asked: AskedCallback): void {
  storage.setItem(ASKED, JSON.stringify(asked));
}

/** The callback, unless it is over or told in another language. `now` in ms. Throws if storage is blocked. */
export function keptCallback(storage: Storage, language: Language, now: number): AskedCallback | null {
  const kept: AskedCallback | null = JSON.parse(storage.getItem(ASKED) ?? 'null');
  return kept?.language === language && kept.until > now ? kept : null;
}

/** A visit that is booked takes its place. Throws if storage is blocked. */
export function forgetCallback(storage: Storage): void {
  storage.removeItem(ASKED);
}
