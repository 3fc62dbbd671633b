import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { KeptRequest } from '#contracts/kept-request';
import { CONSULTATION, firstVisit, leadOfVisit, visitId } from '#server/slots/records';
import { type Interval, storedVisit } from '#server/slots/times';
import { readAll, readEvery, shaped, type Store, writeOver } from '#server/storage/port';
import { instant } from './instant.ts';
import { findLead, type Lead } from './lead.ts';
import { LEAD_ID, leadReference } from './lead-id.ts';

/**
 * The owner booked or canceled the visit in this slot. `from`: the slot that the visit left. `isQuiet`: the visitor is not
 * told. `isAnyway`: outside of the hours, or over something else. `by`: who decided.
 */
const OwnersDecision = keptObject({
  slot: z.string(),
  from: z.optional(z.string()),
  isQuiet: z.boolean(),
  isAnyway: z.optional(z.boolean()),
  by: z.optional(z.string()),
});
export type OwnersDecision = z.infer<typeof OwnersDecision>;

/** The marks of its day, see `VisitDay`. `former`: the lead before nobody was at home, until that is taken back. */
const MarkedDay = keptObject({
  onMyWayAt: instant,
  minutes: z.optional(z.number()),
  arrivedAt: instant,
  doneAt: instant,
  nobodyAt: instant,
  former: z.optional(keptObject({ at: z.string(), status: z.string(), followUp: z.optional(z.string()) })),
});

/** A visit of a lead. Slots are named by their keys, instants are ISO 8601 in UTC. */
export const Visit = keptObject({
  /** `<lead>/<number>`. */
  id: z.string(),
  lead: z.string(),
  /** The slot that it has. Absent: nothing is booked yet, or it is canceled. */
  slot: z.optional(z.string()),
  /** As it was booked last. */
  start: instant,
  end: instant,
  /** A `VisitKind`, or one of other rules. */
  kind: z._default(z.string(), CONSULTATION),
  /** The slot that was tried last. It becomes `slot` once it is booked. */
  requested: z.optional(z.string()),
  /** How often it was booked, changed or canceled: an invitation's SEQUENCE (RFC 5545, 3.8.7.4). */
  changes: z._default(z.number(), 0),
  /** How often the visitor has moved it. */
  moves: z._default(z.number(), 0),
  cancelledAt: instant,
  /** The slot that it had then. */
  cancelledSlot: z.optional(z.string()),
  /** The owner's decisions about it, as long as they matter. */
  byOwner: z.optional(z.array(OwnersDecision)),
  /** The request as its event in the calendar still has it: the calendar did not answer when it was corrected. */
  eventWords: z.optional(KeptRequest),
  /** The owner's own, and who wrote it last. */
  note: z.optional(z.string()),
  noteBy: z.optional(z.string()),
  /** Absent: the owner has marked nothing. */
  day: z.optional(MarkedDay),
  /** How it went, and who noted that. */
  outcome: z.optional(z.string()),
  by: z.optional(z.string()),
});
export type Visit = z.infer<typeof Visit>;

export const VISITS = 'visits/';
const visitKey = (id: string) => VISITS + id;
/** The prefix of all visits of a lead. */
const visitsKey = (lead: string) => `${VISITS}${lead}/`;
/** The lead of the visit that has this key. */
export const leadOfKey = (key: string) => leadOfVisit(key.slice(VISITS.length));

/** A visit's public name in invitations. The first one has its lead's. */
export function visitReference(id: string): string {
  const reference = leadReference(leadOfVisit(id));
  return id === firstVisit(leadOfVisit(id)) ? reference : `${reference}-${id.split('/')[1]}`;
}

/** A visit that nobody has booked yet. */
export const newVisit = (id: string): Visit => Visit.parse({ id, lead: leadOfVisit(id) });

/** The visit's time in ms, or `null`. */
export function intervalOf({ start, end }: Pick<Visit, 'start' | 'end'>): Interval | null {
  return start === undefined ? null : storedVisit(Date.parse(start), end === undefined ? undefined : Date.parse(end));
}

/** A visit that is booked, and its time in ms; `null` for a canceled one and for one that is being booked. */
export const bookedTime = (visit: Visit): Interval | null => (visit.slot === undefined ? null : intervalOf(visit));

/** The visit has begun at `now` (ms). */
export const hasBegun = (visit: Visit, now: number): boolean => (bookedTime(visit)?.start ?? Infinity) <= now;

/** The visit's time, unless it has begun or is canceled. `now` in ms. */
export const timeToCome = (visit: Visit, now: number): Interval | null =>
  hasBegun(visit, now) ? null : bookedTime(visit);

/** The visit has the slot, or tries to book it. */
export const requestsSlot = ({ slot, requested }: Visit, key: string): boolean => slot === key || requested === key;

/** A visit of its lead, as read. `etag`: `null` if it has no record yet. */
export interface VisitVersion {
  readonly visit: Visit;
  readonly lead: Lead;
  readonly leadEtag: string;
  readonly etag: string | null;
}

/** The visit and its lead; `null` without the lead. A visit without a record is a new one. Throws `UnreadableRecord`. */
export async function findVisit(leads: Store, id: string): Promise<VisitVersion | null> {
  const [found, stored] = await Promise.all([findLead(leads, leadOfVisit(id)), leads.get(visitKey(id))]);
  if (!found) return null;
  const { lead, etag: leadEtag } = found;
  const visit = stored ? shaped(Visit, visitKey(id), stored.value) : newVisit(id);
  return { visit, lead, leadEtag, etag: stored?.etag ?? null };
}

/** The visit alone. Reads its lead only for a visit that has no record. */
export async function readVisit(leads: Store, id: string): Promise<Visit | null> {
  const stored = await leads.get(visitKey(id));
  return stored ? shaped(Visit, visitKey(id), stored.value) : ((await findVisit(leads, id))?.visit ?? null);
}

/** The lead's visits, the soonest first; those without a time come last. */
export async function visitsOfLead(leads: Store, lead: Lead): Promise<readonly Visit[]> {
  const records = await readAll(leads, visitsKey(lead.id), Visit);
  return inTime(records.map(({ value }) => value));
}

/**
 * The lead and its visits, read at once; `null` for an unknown id. `versionOf`: the visit as it was read. `nextId`: of its
 * next visit, which no unreadable record has.
 */
export async function findLeadAndVisits(leads: Store, id: string) {
  if (!LEAD_ID.test(id)) return null;
  const [found, { records, unreadable }] = await Promise.all([
    findLead(leads, id),
    readEvery(leads, visitsKey(id), Visit),
  ]);
  if (!found) return null;
  const { lead, etag: leadEtag } = found;
  const visits = inTime(records.map(({ value }) => value));
  const etags = new Map(records.map(({ value, etag }) => [value.id, etag]));
  const versionOf = (visit: Visit): VisitVersion => ({ visit, lead, leadEtag, etag: etags.get(visit.id) ?? null });
  const ids = [...visits.map((visit) => visit.id), ...unreadable];
  const numbers = ids.map((one) => Number(one.split('/').at(-1)));
  return { lead, visits, versionOf, nextId: visitId(lead.id, Math.max(0, ...numbers) + 1) };
}

/** The soonest first; those without a time come last. */
export const inTime = (visits: readonly Visit[]): readonly Visit[] =>
  visits.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));

const orderOf = ({ start = '9', id }: Visit) => `${start} ${id}`;

/**
 * Applies `change` to the newest version by compare-and-swap, as `changeLead` does. `null` without the lead.
 */
export async function changeVisit(
  leads: Store,
  id: string,
  change: (visit: Visit, lead: Lead) => Visit,
  seen?: VisitVersion,
): Promise<VisitChanged | null> {
  for (let known = seen; ; known = undefined) {
    const found = known ?? (await findVisit(leads, id));
    if (!found) return null;
    const { visit: before, lead, leadEtag, etag: last } = found;
    const after = change(before, lead);
    if (after === before && known) continue;
    if (after === before) return { before, after, lead, leadEtag, etag: last };
    const etag = await writeOver(leads, visitKey(id), after, last);
    if (etag !== null) return { before, after, lead, leadEtag, etag };
  }
}

interface VisitChanged extends Omit<VisitVersion, 'visit'> {
  readonly before: Visit;
  readonly after: Visit;
}

/** Deletes the records of all visits of a lead that is being removed. */
export async function deleteVisits(leads: Store, lead: string): Promise<void> {
  for (const { key } of await leads.list(visitsKey(lead))) await leads.delete(key);
}
