import * as z from 'zod/mini';
import type { EventBook, GoogleEvent } from './google-events.ts';
import { emptyRange, invalid } from './google-refusal.ts';
import { queryInstant } from './google-time.ts';

interface Listing {
  readonly items: GoogleEvent[];
  readonly nextPageToken?: string;
}

/** `events.list`: `timeMin` bounds the ends, `timeMax` the starts; at most `maxPage` events a page. */
export function listEvents(book: EventBook, query: URLSearchParams, maxPage: number): Listing {
  const from = query.has('timeMin') ? queryInstant('timeMin', query.get('timeMin')) : -Infinity;
  const to = query.has('timeMax') ? queryInstant('timeMax', query.get('timeMax')) : Infinity;
  if (to <= from) throw emptyRange();
  const properties = query.getAll('privateExtendedProperty').map((pair) => pair.split(/=(.*)/));
  const matches = book.all().filter((event) => {
    const { start, end } = book.intervalOf(event);
    const isShown = query.get('showDeleted') === 'true' || event.status !== 'cancelled';
    const own = event.extendedProperties?.private ?? {};
    return isShown && start < to && end > from && properties.every(([name = '', value]) => own[name] === value);
  });
  const first = Number(query.get('pageToken')?.slice('page-'.length) ?? 0);
  const last = first + Math.min(Number(query.get('maxResults') ?? 250), maxPage);
  const items = matches.slice(first, last);
  return last < matches.length ? { items, nextPageToken: `page-${last}` } : { items };
}

const BusyQuery = z.object({
  timeMin: z.optional(z.string()),
  timeMax: z.optional(z.string()),
  items: z.optional(z.array(z.object({ id: z.string() }))),
});

type BusyAnswer = Record<string, { busy: { start: string; end: string }[]; errors?: unknown[] }>;

/** `freebusy.query`. `errorOf` names why a calendar is unreadable; `find` knows the others. */
export function freeBusy(
  body: unknown,
  find: (id: string) => EventBook | null,
  errorOf: (id: string) => string | null,
): object {
  const parsed = BusyQuery.safeParse(body);
  if (!parsed.success) throw invalid('Bad Request');
  const { timeMin, timeMax, items = [] } = parsed.data;
  const [from, to] = [queryInstant('timeMin', timeMin), queryInstant('timeMax', timeMax)];
  if (to <= from) throw emptyRange();
  const calendars: BusyAnswer = {};
  for (const { id } of items) {
    const book = find(id);
    const reason = book ? errorOf(id) : 'notFound';
    const errors = reason ? { errors: [{ domain: 'global', reason }] } : {};
    calendars[id] = { ...errors, busy: book && !reason ? busyTimes(book, from, to) : [] };
  }
  return { kind: 'calendar#freeBusy', timeMin, timeMax, calendars };
}

/** The busy times in the window, joined where they touch. Ignores transparent and canceled events. */
function busyTimes(book: EventBook, from: number, to: number): { start: string; end: string }[] {
  const intervals = book
    .busy()
    .filter(({ start, end }) => start < to && end > from)
    .toSorted((a, b) => a.start - b.start);
  const joined: { start: number; end: number }[] = [];
  for (const interval of intervals) {
    const last = joined.at(-1);
    if (last && interval.start <= last.end) last.end = Math.max(last.end, interval.end);
    else joined.push({ ...interval });
  }
  const iso = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
  return joined.map(({ start, end }) => ({ start: iso(Math.max(start, from)), end: iso(Math.min(end, to)) }));
}
