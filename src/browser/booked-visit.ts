/** Local storage key of the visit booked in this browser. A visitor without an e-mail address has no other record. */
const BOOKED_VISIT = 'booked-visit';

const texts = ['start', 'end', 'day', 'time', 'city', 'page'] as const;
/** `start` and `end` are instants; `day` and `time` are in the business's zone, in English; `page` is the visit's path, or `''`. */
export type BookedVisit = Readonly<Record<(typeof texts)[number], string>>;

/** Stores the visit. Throws if storage is blocked. */
export function keepVisit(storage: Storage, visit: BookedVisit): void {
  storage.setItem(BOOKED_VISIT, JSON.stringify(visit));
}

/** The stored visit, unless it is over. `now` in ms. Throws if storage is blocked. */
export function keptVisit(storage: Storage, now: number): BookedVisit | null {
  const kept: Partial<Record<string, unknown>> | null = JSON.parse(storage.getItem(BOOKED_VISIT) ?? 'null');
  if (!kept || !texts.every((name) => typeof kept[name] === 'string')) return null;
  const visit = kept as BookedVisit;
  return Date.parse(visit.end) > now ? visit : null;
}

/** Deletes the visit, because its own page is now the better source. Throws if storage is blocked. */
export function forgetVisit(storage: Storage): void {
  storage.removeItem(BOOKED_VISIT);
}
