/** In local storage: the visit that was booked in this browser. A visitor without an e-mail address has it nowhere else. */
const BOOKED_VISIT = 'booked-visit';

const texts = ['start', 'end', 'day', 'time', 'city', 'page'] as const;
/**
 * `start` and `end` are instants of the API; `day` (`Tuesday, December 1`) and `time` (`10:30 AM`) are Eastern, and in English; `page` is
 * the path of the visit's own page, or `''` where that is not known.
 */
export type BookedVisit = Readonly<Record<(typeof texts)[number], string>>;

/** Keeps the visit until it is over. Throws where storage is blocked. */
export function keepVisit(storage: Storage, visit: BookedVisit): void {
  storage.setItem(BOOKED_VISIT, JSON.stringify(visit));
}

/** The visit that is to come, if this browser keeps one. Throws where storage is blocked. */
export function keptVisit(storage: Storage, now: number): BookedVisit | null {
  const kept: Partial<Record<string, unknown>> | null = JSON.parse(storage.getItem(BOOKED_VISIT) ?? 'null');
  if (!kept || !texts.every((name) => typeof kept[name] === 'string')) return null;
  const visit = kept as BookedVisit;
  return Date.parse(visit.end) > now ? visit : null;
}

/** Its own page knows better from now on: there it may be moved or cancelled. Throws where storage is blocked. */
export function forgetVisit(storage: Storage): void {
  storage.removeItem(BOOKED_VISIT);
}
