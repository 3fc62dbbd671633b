import type { BookingReceipt } from '#contracts/calendar';
import type { KnownToOpener } from '#browser/booking-dialog';
import type { Language } from '#i18n/language';
import { DAY } from '#lib/time/units';

/** Local storage key of the visit booked in this browser. A visitor without an e-mail address has no other record. */
export const BOOKED_VISIT = 'booked-visit';

const texts = ['start', 'end', 'city', 'page'] as const;

/** `start` and `end` are instants; `page` is the visit's path, or `''`. */
export interface BookedVisit extends Readonly<Record<(typeof texts)[number], string>> {
  /** Whom we visit: the thanks say how we confirm, and the next booking need not ask again. */
  readonly contact?: KnownToOpener;
  /** How the visitor hears that it is booked, as the server says. */
  readonly by?: BookingReceipt['by'];
  /** ms since the epoch, by this browser's clock: then it is over. */
  readonly until?: number;
}

function isBookedVisit(kept: unknown): kept is BookedVisit {
  if (!(kept instanceof Object)) return false;
  const { contact = {}, ...visit } = kept as Partial<Record<string, unknown>>;
  return contact instanceof Object && texts.every((name) => typeof visit[name] === 'string');
}

/** In ms. So long a phone whose clock is past the visit already shows what it has just booked. */
const UNTRUSTED_MS = 14 * DAY;

/** Stores the visit until it is over. `now` in ms. Throws if storage is blocked. */
export function keepVisit(storage: Storage, visit: BookedVisit, now: number): void {
  const end = Date.parse(visit.end);
  const until = end > now ? end : now + UNTRUSTED_MS;
  storage.setItem(BOOKED_VISIT, JSON.stringify({ ...visit, until }));
}

/** The stored visit; deletes it once it is over. `now` in ms. Throws if storage is blocked. */
export function keptVisit(storage: Storage, now: number): BookedVisit | null {
  const visit: unknown = JSON.parse(storage.getItem(BOOKED_VISIT) ?? 'null');
  if (!isBookedVisit(visit)) return null;
  if ((visit.until ?? Date.parse(visit.end)) > now) return visit;
  forgetVisit(storage);
  return null;
}

/** Deletes the visit, which is over or cancelled. Throws if storage is blocked. */
export function forgetVisit(storage: Storage): void {
  storage.removeItem(BOOKED_VISIT);
}

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
