import * as z from 'zod/mini';
import { findLead, type Lead, personKeys, VISITORS } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { readAll, type Store, type Stored } from '#server/storage/port';
import { ownersDecision } from './admission.ts';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';

/** How many visits to come one person may have. */
export const MAX_COMING_VISITS = 3;

/**
 * The visits that count against the quota of one person: those of each lead that has a visit, or is booking one now,
 * until when (ms) that is so for certain. After that the lead and the slot's record say whether it still counts, so
 * that nothing need be written when a visit is cancelled, or begins.
 */
const Counted = z.array(z.object({ lead: z.string(), until: z.number() }));
type Counted = z.infer<typeof Counted>;

/**
 * Counts a visit of the lead against the quota of whoever its phone and its mail address belong to, by
 * compare-and-swap, or answers `false` when one of them has as many visits as a person may. Whoever holds a slot does
 * so right before the event is made; where the booking comes to nothing after that, the count lapses. The owner, who
 * has chosen the slot, knows how many visits one person needs: those count, and are never refused. Phone and mail
 * address are counted one after the other, so that two bookings of one person cannot each refuse the other its second
 * visit. `seen`: what `readQuota` has read. The records of a phone or an address that is not in it are read here.
 */
export async function takeQuota(context: BookingContext, lead: Lead, start: string, seen: QuotaSeen): Promise<boolean> {
  const max = ownersDecision(lead, start) ? Infinity : MAX_COMING_VISITS;
  for (const key of personKeys(lead)) {
    if (!(await takeQuotaOf(context, lead, { key, max, seen: seen.get(key) }))) return false;
  }
  return true;
}

/** The records of a person's quota by their keys, as they were read. */
export type QuotaSeen = ReadonlyMap<string, Stored | null>;

/** Reads the quota of the lead's person. */
export async function readQuota(leads: Store, lead: Lead): Promise<QuotaSeen> {
  return new Map(await Promise.all(personKeys(lead).map(async (key) => [key, await leads.get(key)] as const)));
}

async function takeQuotaOf(
  context: BookingContext,
  lead: Lead,
  { key, max, seen }: { key: string; max: number; seen: Stored | null | undefined },
): Promise<boolean> {
  const { leads, now } = context;
  for (let read = seen; ; read = undefined) {
    const stored = read === undefined ? await leads.get(key) : read;
    const counted = Counted.parse(stored?.value ?? []);
    const own = counted.find((visit) => visit.lead === lead.id);
    if (own && lead.slot) return true;
    const others = counted.filter((visit) => visit !== own);
    const taken = others.length < MAX_COMING_VISITS ? others : await stillCounted(context, others);
    if (taken.length >= max) return false;
    const changed: Counted = [...taken, { lead: lead.id, until: now + HOLD_MS }];
    const written = stored ? await leads.replace(key, changed, stored.etag) : await leads.create(key, changed);
    if (written) return true;
  }
}

/** Releases what a lead that is removed has of its person's quota. An empty record is the sweep's. */
export async function releaseQuota({ leads }: Pick<BookingContext, 'leads'>, lead: Lead): Promise<void> {
  for (const key of personKeys(lead)) {
    for (;;) {
      const stored = await leads.get(key);
      const counted = Counted.safeParse(stored?.value).data ?? [];
      const others = counted.filter((visit) => visit.lead !== lead.id);
      if (!stored || others.length === counted.length || (await leads.replace(key, others, stored.etag))) break;
    }
  }
}

async function stillCounted(context: BookingContext, counted: Counted): Promise<Counted> {
  const isCounted = await Promise.all(counted.map((visit) => isStillCounted(context, visit)));
  return counted.filter((_, index) => isCounted[index]);
}

async function isStillCounted(context: BookingContext, { lead: id, until }: Counted[number]): Promise<boolean> {
  const { leads, calendar, now } = context;
  if (until > now) return true;
  const { slot, requestedSlot } = (await findLead(leads, id))?.lead ?? {};
  if (slot && Date.parse(slot) > now) return true;
  if (!requestedSlot || Date.parse(requestedSlot) <= now) return false;
  // Its process may have died, and the sweep book the slot for it yet.
  const { record } = await readSlot(calendar, Date.parse(requestedSlot));
  return record !== null && record.state !== 'free' && record.lead === id;
}

const DAY = 24 * 60 * 60_000;

/** Forgets those who have had no visit to come for a day. */
export async function sweepQuotas(context: BookingContext): Promise<void> {
  for (const { key, value } of await readAll(context.leads, VISITORS, Counted)) {
    const isFresh = value.some(({ until }) => until > context.now - DAY);
    if (!isFresh && (await stillCounted(context, value)).length === 0) await context.leads.delete(key);
  }
}
