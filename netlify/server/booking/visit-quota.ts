import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { findLead, type Lead } from '#server/leads/lead';
import { personKeys, VISITORS } from '#server/leads/person-keys';
import { readSlot } from '#server/slots/records';
import { forEachAlone, getOrDamaged, readAll, readEvery, type Stored, unlessUnreadable } from '#server/storage/port';
import { DAY } from '#lib/time/units';
import { ownersDecision } from './admission.ts';
import type { BookingContext } from './context.ts';
import type { QuotaTaken } from './knowledge.ts';
import { HOLD_MS } from './machine.ts';

/** For one person. */
export const MAX_COMING_VISITS = 3;
/** For one network. A family, an office or a carrier's shared address hardly notices. */
export const MAX_NETWORK_VISITS = 8;

/** The key of a network's quota. Without `secret` nobody can find out the address. */
export function networkKey(secret: string, address: string): string {
  return VISITORS + createHmac('sha256', secret).update(`network\n${address}`).digest('hex').slice(0, 32);
}

/**
 * Coming visits of one person or network. After `until` (ms) only the lead and the slot's record decide. A damaged record
 * counts as empty and is written over.
 */
export const Counted = z.array(z.object({ lead: z.string(), until: z.number() }));
type Counted = z.infer<typeof Counted>;

/**
 * Counts a visit of the lead for its phone, its mail address and the visitor's network, by compare-and-swap. Called
 * between hold and event; if the booking fails, the count lapses. A visit that the owner books counts for the person and
 * is never refused. Counts the phone first: otherwise two bookings of one person could refuse each other. `seen`: from
 * `readQuota`; missing records are read here.
 */
export async function takeQuota(
  context: BookingContext,
  lead: Lead,
  start: string,
  seen: QuotaSeen,
): Promise<QuotaTaken> {
  const isOwners = ownersDecision(lead, start) !== undefined;
  const take = (key: string, max: number) => takeQuotaOf(context, lead, { key, max, isOwners, seen: seen.get(key) });
  const [first, ...others] = personKeys(lead);
  if (first && !(await take(first, MAX_COMING_VISITS))) return 'full';
  const network = countedNetwork(context, lead);
  const [isInNetwork, ...isInOthers] = await Promise.all([
    network === undefined || take(network, MAX_NETWORK_VISITS),
    ...others.map((key) => take(key, MAX_COMING_VISITS)),
  ]);
  if (isInOthers.includes(false)) return 'full';
  return isInNetwork ? 'taken' : 'networkFull';
}

/** The key of the network that a visit of the lead counts for. A visit that is moved counts where it was booked. */
const countedNetwork = ({ network }: Pick<BookingContext, 'network'>, { slot }: Lead) => (slot ? undefined : network);

/** The records of a visitor's quotas by key. */
export type QuotaSeen = ReadonlyMap<string, Stored | null>;

export async function readQuota(context: Pick<BookingContext, 'leads' | 'network'>, lead: Lead): Promise<QuotaSeen> {
  const network = countedNetwork(context, lead);
  const keys = network === undefined ? personKeys(lead) : [...personKeys(lead), network];
  return new Map(await Promise.all(keys.map(async (key) => [key, await getOrDamaged(context.leads, key)] as const)));
}

async function takeQuotaOf(
  context: BookingContext,
  lead: Lead,
  { key, max, isOwners, seen }: { key: string; max: number; isOwners: boolean; seen: Stored | null | undefined },
): Promise<boolean> {
  const { leads, now } = context;
  for (let read = seen; ; read = undefined) {
    const stored = read === undefined ? await getOrDamaged(leads, key) : read;
    const counted = Counted.safeParse(stored?.value).data ?? [];
    const own = counted.find((visit) => visit.lead === lead.id);
    if (own && lead.slot) return true;
    const others = counted.filter((visit) => visit !== own);
    const taken = others.length < max ? others : await stillCounted(context, others);
    if (taken.length >= max && !isOwners) return false;
    const changed: Counted = [...taken, { lead: lead.id, until: now + HOLD_MS }];
    const written = stored ? await leads.replace(key, changed, stored.etag) : await leads.create(key, changed);
    if (written) return true;
  }
}

/** Takes a removed lead out of all quotas. The sweep deletes an empty record. */
export async function releaseQuota({ leads }: Pick<BookingContext, 'leads'>, lead: Lead): Promise<void> {
  const isOther = (visit: Counted[number]) => visit.lead !== lead.id;
  for (const { key, value } of await readAll(leads, VISITORS, Counted)) {
    if (value.every(isOther)) continue;
    for (;;) {
      const stored = await getOrDamaged(leads, key);
      const counted = Counted.safeParse(stored?.value).data ?? [];
      const others = counted.filter(isOther);
      if (!stored || others.length === counted.length || (await leads.replace(key, others, stored.etag))) break;
    }
  }
}

async function stillCounted(context: BookingContext, counted: Counted): Promise<Counted> {
  // A visit whose lead or slot is damaged must not keep its visitor from booking.
  const isCounted = await Promise.all(
    counted.map((visit) => unlessUnreadable(isStillCounted(context, visit), () => false)),
  );
  return counted.filter((_, index) => isCounted[index]);
}

async function isStillCounted(context: BookingContext, { lead: id, until }: Counted[number]): Promise<boolean> {
  const { leads, calendar, now } = context;
  const { slot, requestedSlot } = (await findLead(leads, id))?.lead ?? {};
  // Canceled or removed. Even a booking in progress has one of them.
  if (!slot && !requestedSlot) return false;
  if (until > now) return true;
  if (slot && Date.parse(slot) > now) return true;
  if (!requestedSlot || Date.parse(requestedSlot) <= now) return false;
  // Its process may have died, and the sweep may still book the slot.
  const { record } = await readSlot(calendar, Date.parse(requestedSlot));
  return record !== null && record.state !== 'free' && record.lead === id;
}

/** Forgets people without a coming visit for a day, and damaged records. */
export async function sweepQuotas(context: BookingContext): Promise<void> {
  const forget = async ({ key, value }: { key: string; value: Counted }) => {
    const isFresh = value.some(({ until }) => until > context.now - DAY);
    if (!isFresh && (await stillCounted(context, value)).length === 0) await context.leads.delete(key);
  };
  const { records, unreadable } = await readEvery(context.leads, VISITORS, Counted);
  // One list: a damaged record that cannot be deleted must not keep the others.
  const steps = [
    ...unreadable.map((key) => () => context.leads.delete(key)),
    ...records.map((one) => () => forget(one)),
  ];
  const report = (error: unknown) => context.report('Forgetting a person, who is skipped,', error);
  await forEachAlone(steps, (step) => step(), report);
}
