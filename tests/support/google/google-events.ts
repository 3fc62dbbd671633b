import { randomBytes } from 'node:crypto';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { getTimezoneOffset } from 'date-fns-tz/getTimezoneOffset';
import * as z from 'zod/mini';
import { deleted, duplicate, emptyRange, invalid, noInvitations, notFound, required } from './google-faults.ts';

/** A moment or a whole day of an event. */
const EventTime = z.object({
  date: z.optional(z.string()),
  dateTime: z.optional(z.string()),
  timeZone: z.optional(z.string()),
});
type EventTime = z.infer<typeof EventTime>;

const text = z.optional(z.string());
const properties = z.optional(z.record(z.string(), z.string()));

/** The fields of an inserted event. */
const EventInput = z.object({
  id: text,
  summary: text,
  description: text,
  location: text,
  start: z.optional(EventTime),
  end: z.optional(EventTime),
  transparency: z.optional(z.enum(['opaque', 'transparent'])),
  status: z.optional(z.enum(['confirmed', 'tentative', 'cancelled'])),
  recurringEventId: text,
  attendees: z.optional(z.array(z.object({ email: text }))),
  extendedProperties: z.optional(z.object({ private: properties, shared: properties })),
});
type EventInput = z.infer<typeof EventInput>;

export type GoogleEvent = EventInput & {
  id: string;
  status: string;
  start: EventTime;
  end: EventTime;
  updated: string;
};

/** A mail from Google to a guest. */
interface Invitation {
  readonly kind: 'invited' | 'cancelled';
  readonly to: string;
  readonly id: string;
}

const ID = /^[a-v0-9]{5,1024}$/;
const MAILBOX = /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+$/;

/** One calendar's events, and the owner's actions on them. */
export class EventBook {
  readonly timeZone: string;
  readonly invitations: Invitation[] = [];
  readonly #events = new Map<string, GoogleEvent>();

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  /** All events in order, also the deleted ones. */
  all(): GoogleEvent[] {
    return structuredClone([...this.#events.values()]);
  }

  alive(): GoogleEvent[] {
    return this.all().filter(({ status }) => status !== 'cancelled');
  }

  /** The owner's busy intervals, without events marked as free. */
  busy(): { start: number; end: number }[] {
    const events = [...this.#events.values()];
    return events
      .filter(({ status, transparency }) => status !== 'cancelled' && transparency !== 'transparent')
      .map((event) => this.intervalOf(event));
  }

  /** In ms. */
  intervalOf({ start, end }: Pick<GoogleEvent, 'start' | 'end'>): { start: number; end: number } {
    return { start: instantOf(start, this.timeZone), end: instantOf(end, this.timeZone) };
  }

  /** The owner adds an event; answers its id. */
  add(event: EventInput): string {
    return this.insert(event, { mails: false, mayInvite: true }).id;
  }

  /** The owner moves an event. */
  move(id: string, start: EventTime, end: EventTime): void {
    this.change(id, checkedTimes(start, end, this.timeZone));
  }

  /** The owner changes an event. */
  change(id: string, change: Partial<GoogleEvent>): void {
    this.#events.set(id, { ...this.get(id), ...change });
  }

  /** The owner deletes an event. */
  cancel(id: string): void {
    this.change(id, { status: 'cancelled' });
  }

  /** Google forgets an event that was deleted long ago. */
  forget(id: string): void {
    this.#events.delete(id);
  }

  insert(body: unknown, { mails, mayInvite }: { mails: boolean; mayInvite: boolean }): GoogleEvent {
    const parsed = EventInput.safeParse(body);
    if (!parsed.success) throw invalid(`Invalid value for: ${parsed.error.issues[0]?.path.join('.')}`);
    const input = parsed.data;
    if (input.id !== undefined && !ID.test(input.id)) throw invalid('Invalid resource id value.');
    const times = checkedTimes(input.start, input.end, this.timeZone);
    checkGuests(input, mayInvite);
    const id = input.id ?? randomBytes(16).toString('hex');
    if (this.#events.has(id)) throw duplicate();
    const event: GoogleEvent = {
      ...input,
      ...times,
      id,
      status: input.status ?? 'confirmed',
      updated: new Date().toISOString(),
    };
    this.#events.set(id, event);
    if (mails) this.#mail('invited', event);
    return structuredClone(event);
  }

  /** `events.patch`: of the fields only texts and guests. */
  patch(id: string, body: unknown): GoogleEvent {
    const { summary, description, location, attendees } = EventInput.parse(body);
    const given = Object.entries({ summary, description, location, attendees }).filter(
      ([, value]) => value !== undefined,
    );
    this.change(id, Object.fromEntries(given));
    return this.get(id);
  }

  /** `events.get`: finds a deleted event as canceled. */
  get(id: string): GoogleEvent {
    const event = this.#events.get(id);
    if (!event) throw notFound();
    return structuredClone(event);
  }

  delete(id: string, mails: boolean): void {
    const event = this.get(id);
    if (event.status === 'cancelled') throw deleted();
    this.cancel(id);
    if (mails) this.#mail('cancelled', event);
  }

  #mail(kind: Invitation['kind'], { id, attendees = [] }: GoogleEvent): void {
    for (const { email } of attendees) this.invitations.push({ kind, to: email ?? '', id });
  }
}

function checkGuests({ attendees }: EventInput, mayInvite: boolean): void {
  if (!attendees?.length) return;
  if (!mayInvite) throw noInvitations();
  for (const { email } of attendees) {
    if (!email) throw required('Missing attendee email.');
    if (!MAILBOX.test(email)) throw invalid('Invalid attendee email.');
  }
}

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/** A query's instant in ms. Google requires its offset. */
function queryInstant(name: string, text: string | null | undefined): number {
  if (!text) throw required(`Missing ${name}`);
  if (!RFC3339.exec(text)?.[2] || Number.isNaN(Date.parse(text))) throw invalid('Bad Request');
  return Date.parse(text);
}

/** Start and end as Google stores them, in the calendar's zone. Refuses as Google does. */
function checkedTimes(
  start: EventTime | undefined,
  end: EventTime | undefined,
  calendarZone: string,
): { start: EventTime; end: EventTime } {
  if (!start || !end) throw required('Missing start or end time.');
  if ((start.date === undefined) !== (end.date === undefined))
    throw invalid('Start and end times must either both be date or both be dateTime.');
  const times = { start: checkedTime(start, calendarZone), end: checkedTime(end, calendarZone) };
  if (instantOf(times.end, calendarZone) < instantOf(times.start, calendarZone)) throw emptyRange();
  return times;
}

function checkedTime({ date, dateTime, timeZone }: EventTime, calendarZone: string): EventTime {
  if (date !== undefined) return { date };
  const [matched, , offset] = RFC3339.exec(dateTime ?? '') ?? [];
  if (!matched) throw invalid('Bad Request');
  if (!offset && timeZone === undefined) throw required('Missing time zone definition.');
  const instant = offset ? Date.parse(matched) : fromZonedTime(matched, timeZone ?? '').getTime();
  if (Number.isNaN(instant)) throw invalid('Bad Request');
  return { dateTime: withOffset(instant, calendarZone), timeZone: timeZone ?? calendarZone };
}

/** ms since the epoch. A day begins at midnight in the calendar's zone. */
function instantOf({ date, dateTime }: EventTime, calendarZone: string): number {
  return date === undefined ? Date.parse(dateTime ?? '') : fromZonedTime(`${date}T00:00:00`, calendarZone).getTime();
}

/** `2026-12-01T10:30:00-05:00` */
function withOffset(instant: number, zone: string): string {
  const offset = getTimezoneOffset(zone, new Date(instant));
  const size = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return new Date(instant + offset).toISOString().slice(0, 19) + (offset === 0 ? 'Z' : (offset < 0 ? '-' : '+') + size);
}

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
