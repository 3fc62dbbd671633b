import type { KnownToOpener } from '#browser/booking-dialog';

/** Local storage key of the visit booked in this browser. A visitor without an e-mail address has no other record. */
export const BOOKED_VISIT = 'booked-visit';

const texts = ['start', 'end', 'city', 'page'] as const;

/** `start` and `end` are instants; `page` is the visit's path, or `''`. */
export interface BookedVisit extends Readonly<Record<(typeof texts)[number], string>> {
  /** Whom we visit: the thanks say how we confirm, and the next booking need not ask again. */
  readonly contact?: KnownToOpener;
  /** It is confirmed by text. */
  readonly isTexted?: true;
}

function isBookedVisit(kept: unknown): kept is BookedVisit {
  if (!(kept instanceof Object)) return false;
  const { contact = {}, ...visit } = kept as Partial<Record<string, unknown>>;
  return contact instanceof Object && texts.every((name) => typeof visit[name] === 'string');
}

/** Stores the visit. Throws if storage is blocked. */
export function keepVisit(storage: Storage, visit: BookedVisit): void {
  storage.setItem(BOOKED_VISIT, JSON.stringify(visit));
}

/** The stored visit; deletes it once it is over. `now` in ms. Throws if storage is blocked. */
export function keptVisit(storage: Storage, now: number): BookedVisit | null {
  const visit: unknown = JSON.parse(storage.getItem(BOOKED_VISIT) ?? 'null');
  if (!isBookedVisit(visit)) return null;
  if (Date.parse(visit.end) > now) return visit;
  forgetVisit(storage);
  return null;
}

/** Deletes the visit, which is over or cancelled. Throws if storage is blocked. */
export function forgetVisit(storage: Storage): void {
  storage.removeItem(BOOKED_VISIT);
}
