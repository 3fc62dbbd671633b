import * as z from 'zod/mini';
import { findLead, type Lead, personKeys, VISITORS } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { forEachAlone, readAll, type Store, type Stored, unlessUnreadable } from '#server/storage/port';
import { ownersDecision } from './admission.ts';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';

/** For one person. */
export const MAX_COMING_VISITS = 3;

/** One person's visits. After `until` (ms) the lead and the slot's record decide, so a cancellation writes nothing. */
const Counted = z.array(z.object({ lead: z.string(), until: z.number() }));
type Counted = z.infer<typeof Counted>;

/**
 * Counts a visit of the lead for its phone and its mail address, by compare-and-swap. `false`: one of them has no
 * visits left. Called between hold and event; if the booking fails, the count lapses. A visit that the owner books
 * counts and is never refused. Counts phone before mail address: otherwise two bookings of one person could refuse each
 * other. `seen`: from `readQuota`; missing records are read here.
 */
export async function takeQuota(context: BookingContext, lead: Lead, start: string, seen: QuotaSeen): Promise<boolean> {
  const max = ownersDecision(lead, start) ? Infinity : MAX_COMING_VISITS;
  for (const key of personKeys(lead)) {
    if (!(await takeQuotaOf(context, lead, { key, max, seen: seen.get(key) }))) return false;
  }
  return true;
}

/** The records of a person's quota by key. */
export type QuotaSeen = ReadonlyMap<string, Stored | null>;

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

/** Takes a removed lead out of its person's quota. The sweep deletes an empty record. A damaged one counts nobody. */
export async function releaseQuota({ leads }: Pick<BookingContext, 'leads'>, lead: Lead): Promise<void> {
  for (const key of personKeys(lead)) {
    for (;;) {
      const stored = await unlessUnreadable(leads.get(key), () => 'damaged' as const);
      if (stored === null) break;
      const counted = stored === 'damaged' ? undefined : Counted.safeParse(stored.value).data;
      if (stored === 'damaged' || !counted) {
        await leads.delete(key);
        break;
      }
      const others = counted.filter((visit) => visit.lead !== lead.id);
      if (others.length === counted.length || (await leads.replace(key, others, stored.etag))) break;
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
  // Its process may have died, and the sweep may still book the slot.
  const { record } = await readSlot(calendar, Date.parse(requestedSlot));
  return record !== null && record.state !== 'free' && record.lead === id;
}

const DAY = 24 * 60 * 60_000;

/** Forgets people without a coming visit for a day. */
export async function sweepQuotas(context: BookingContext): Promise<void> {
  const forget = async ({ key, value }: { key: string; value: Counted }) => {
    const isFresh = value.some(({ until }) => until > context.now - DAY);
    if (!isFresh && (await stillCounted(context, value)).length === 0) await context.leads.delete(key);
  };
  const people = await readAll(context.leads, VISITORS, Counted);
  await forEachAlone(people, forget, (error) => context.report('Forgetting a person, who is skipped,', error));
}
