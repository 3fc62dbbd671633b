import { bookedTime, leadOfVisit, ownersDecision } from '#lead/visits';
import type { Lead, Visit } from '#lead/lead';
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { asVisitorsOf } from '#lead/merge';
import { findLead, type VisitVersion } from '#server/leads/lead-records';
import { personKeys, VISITORS } from '#server/leads/person-keys';
import { readSlot, slotStart, takenSlots } from '#server/slots/records';
import { offeredWindow } from '#server/slots/times';
import { forEachAlone, getOrDamaged, readEvery, type Stored, unlessUnreadable, writeOver } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { DAY } from '#lib/time/units';
import type { BookingContext, CountedNetwork } from './context.ts';
import { HOLD_MS, type QuotaTaken } from './machine.ts';
import { timesLeft } from './offer.ts';

/** For one person. */
export const MAX_COMING_VISITS = 3;
/** For one network, times its share. A family, an office or a carrier's shared address hardly notices. */
export const MAX_NETWORK_VISITS = 8;

/** Without `secret` nobody can find out the address. `networks`: from `networksOf`. */
export function countedNetworks(
  secret: string,
  networks: readonly { readonly name: string; readonly share: number }[],
): CountedNetwork[] {
  return networks.map(({ name, share }) => ({
    key: createHmac('sha256', secret).update(`network\n${name}`).digest('hex').slice(0, 32),
    max: MAX_NETWORK_VISITS * share,
  }));
}

/** The coming visits of all visitors, with their networks: one record, so that one read and one write count them all. */
const EVERYBODY = `${VISITORS}everybody`;

/**
 * Coming visits of one person, or of everybody. After `until` (ms) only the lead and the slot's record decide.
 * `isReached`: as last seen. A damaged record counts as empty and is written over.
 */
export const Counted = z.array(
  keptObject({
    lead: z.string(),
    until: z.number(),
    networks: z.optional(z.array(z.string())),
    isReached: z.optional(z.boolean()),
  }),
);
type Counted = z.infer<typeof Counted>;

/** How many visits still fit beside those that stand. */
export type CountLeft = () => Promise<number>;

/** Whether one more visit may be counted beside these. */
type Rule = (coming: Counted) => QuotaTaken | Promise<QuotaTaken>;

const ofPerson: Rule = (coming) => (coming.length < MAX_COMING_VISITS ? 'taken' : 'full');

/**
 * Only the visits of people whom nobody has reached count. They hold at most half of the times that are left to visitors,
 * or as many as one network may book. Beyond that the owner calls first: invented people with many networks must not
 * empty the calendar.
 */
function ofEverybody(networks: readonly CountedNetwork[], countLeft: CountLeft): Rule {
  return async (coming) => {
    const unreached = coming.filter((one) => !one.isReached);
    const booked = ({ key }: CountedNetwork) => unreached.filter((one) => one.networks?.includes(key)).length;
    if (networks.some((network) => booked(network) >= network.max)) return 'networkFull';
    if (unreached.length < MAX_NETWORK_VISITS) return 'taken';
    // Of their times and those left they hold half once they are as many as those left.
    return unreached.length < (await countLeft()) ? 'taken' : 'callFirst';
  };
}

/** ms. The owner's Today waits no longer for the calendar, which then leaves all times. */
const TODAY_LOOK_MS = 1500;

/** Whether a stranger who books now would be told that the owner calls first. */
export async function asksToCall(context: BookingContext): Promise<boolean> {
  const counted = Counted.safeParse((await getOrDamaged(context.leads, EVERYBODY))?.value).data ?? [];
  const countLeft = async () => {
    const schedule = await context.schedule();
    const taken = await takenSlots(context.slots, offeredWindow(schedule, context.now), context.now);
    return await timesLeft(context, schedule, taken, context.now + TODAY_LOOK_MS);
  };
  return (await ofEverybody([], countLeft)(await stillCounted(context, counted))) === 'callFirst';
}

/** The owner has noted something that takes a call, or has booked or changed the visit. */
function isReached({ status, calledAt, source, also, visits }: Lead): boolean {
  const isNoted = status !== 'new' && status !== 'booked';
  const isDecided = visits.some(({ byOwner }) => byOwner?.length);
  return isNoted || calledAt !== undefined || isDecided || source === 'phone' || also !== undefined;
}

type LeadVisit = Pick<VisitVersion, 'lead' | 'visit'>;

/**
 * Counts a visit of the lead for its phone, its mail address and the visitor's networks, by compare-and-swap. Called
 * between hold and event; if the booking fails, the count lapses. A visit that the owner books counts for the person and
 * is never refused. Counts the phone first: otherwise two bookings of one person could refuse each other. `seen`: from
 * `readQuota`; missing records are read here.
 */
export async function takeQuota(
  context: BookingContext,
  { lead, visit }: LeadVisit,
  { slot, seen, countLeft }: { slot: string; seen: QuotaSeen; countLeft: CountLeft },
): Promise<QuotaTaken> {
  const isOwners = ownersDecision(visit, slot) !== undefined;
  const take = (key: string, rule: Rule, networks?: readonly CountedNetwork[]) =>
    takeQuotaOf(context, visit, { key, rule, networks, isOwners, seen: seen.get(key) });
  const [first, ...others] = personKeys(lead);
  const ofFirst = first ? await take(first, ofPerson) : 'taken';
  if (ofFirst !== 'taken') return ofFirst;
  const networks = networksOfVisit(context, visit);
  const all = await Promise.all([
    ...others.map((key) => take(key, ofPerson)),
    ...(networks ? [take(EVERYBODY, ofEverybody(networks, countLeft), networks)] : []),
  ]);
  return all.find((one) => one !== 'taken') ?? 'taken';
}

/** The networks that a visit of the lead counts for. A visit that is moved counts where it was booked. */
const networksOfVisit = ({ networks }: Pick<BookingContext, 'networks'>, { slot }: Visit) =>
  slot ? undefined : networks;

/** The records of a visitor's quotas by key. */
export type QuotaSeen = ReadonlyMap<string, Stored | null>;

export async function readQuota(
  context: Pick<BookingContext, 'leads' | 'networks'>,
  { lead, visit }: LeadVisit,
): Promise<QuotaSeen> {
  const keys = networksOfVisit(context, visit) ? [...personKeys(lead), EVERYBODY] : personKeys(lead);
  return new Map(await Promise.all(keys.map(async (key) => [key, await getOrDamaged(context.leads, key)] as const)));
}

interface Taking {
  readonly key: string;
  readonly rule: Rule;
  readonly networks: readonly CountedNetwork[] | undefined;
  readonly isOwners: boolean;
  readonly seen: Stored | null | undefined;
}

/** Of swaps that others win. A real rush has fewer. */
const MAX_TRIES = 20;
/** ms */
const TAKE_MS = 5_000;

/** If others write the record again and again, the request is kept and the owner calls. */
async function takeQuotaOf(
  context: BookingContext,
  { id, slot }: Visit,
  { key, rule, networks, isOwners, seen }: Taking,
): Promise<QuotaTaken> {
  const { leads, now } = context;
  const lead = leadOfVisit(id);
  const mine = { lead, until: now + HOLD_MS, ...(networks && { networks: networks.map((one) => one.key) }) };
  const stop = AbortSignal.timeout(TAKE_MS);
  for (let read = seen, tries = 0; tries < MAX_TRIES && !stop.aborted; read = undefined, tries += 1) {
    const stored = read === undefined ? await getOrDamaged(leads, key) : read;
    const counted = Counted.safeParse(stored?.value).data ?? [];
    const own = counted.find((visit) => visit.lead === lead);
    if (own && slot) return 'taken';
    const others = counted.filter((visit) => visit !== own);
    let coming = others;
    if ((await rule(others)) !== 'taken') {
      coming = await stillCounted(context, others);
      const verdict = isOwners ? 'taken' : await rule(coming);
      if (verdict !== 'taken') return verdict;
    }
    const changed: Counted = [...coming, { ...own, isReached: undefined, networks: undefined, ...mine }];
    if (await writeOver(leads, key, changed, stored?.etag)) return 'taken';
  }
  return isOwners ? 'taken' : 'callFirst';
}

/** Takes a removed lead out of all quotas. The sweep deletes an empty record. */
export async function releaseQuota({ leads }: Pick<BookingContext, 'leads'>, leadId: string): Promise<void> {
  const isOther = (visit: Counted[number]) => visit.lead !== leadId;
  const quotas = recordsOf(leads, { place: VISITORS, schema: Counted, isReplaceable: true });
  for (const { name, value } of (await quotas.list()).records) {
    if (!value.every(isOther)) await quotas.change(name, (counted) => counted?.filter(isOther) ?? null);
  }
}

/** Those that still count, as their leads are now. */
async function stillCounted(context: BookingContext, counted: Counted): Promise<Counted> {
  // A visit whose lead or slot is damaged must not keep its visitor from booking.
  const newest = await Promise.all(counted.map((visit) => unlessUnreadable(newestOf(context, visit), () => [])));
  return newest.flat();
}

async function newestOf(context: BookingContext, visit: Counted[number]): Promise<Counted> {
  const { leads, slots, now } = context;
  const found = await findLead(leads, visit.lead);
  const visits = found ? asVisitorsOf(found.lead, visit.lead).visits : [];
  const pointing = visits.filter(({ slot, requested }) => slot ?? requested);
  // Canceled or removed. Even a booking in progress has one of them.
  if (!found || pointing.length === 0) return [];
  const newest = [{ ...visit, isReached: isReached(found.lead) }];
  if (visit.until > now || pointing.some((one) => (bookedTime(one)?.start ?? 0) > now)) return newest;
  const requested = pointing.flatMap((one) => one.requested ?? []).filter((key) => slotStart(key) > now);
  // Their processes may have died, and the sweep may still book the slots.
  const records = await Promise.all(requested.map((key) => readSlot(slots, key)));
  return records.some(({ record }) => record && record.state !== 'free' && record.lead === visit.lead) ? newest : [];
}

/** Forgets visits that count no more, a day later, and damaged records. */
export async function sweepQuotas(context: BookingContext): Promise<void> {
  const { leads, now } = context;
  const forget = async ({ key }: { key: string }) => {
    const stored = await getOrDamaged(leads, key);
    if (!stored) return;
    const counted = Counted.safeParse(stored.value).data ?? [];
    const standing = new Set((await stillCounted(context, counted)).map(({ lead }) => lead));
    const kept = counted.filter(({ lead, until }) => until > now - DAY || standing.has(lead));
    if (kept.length === 0) await leads.delete(key);
    else if (kept.length < counted.length) await leads.replace(key, kept, stored.etag);
  };
  const { records, unreadable } = await readEvery(leads, VISITORS, Counted);
  // One list: a damaged record that cannot be deleted must not keep the others.
  const steps = [...unreadable.map((key) => () => leads.delete(key)), ...records.map((one) => () => forget(one))];
  const report = (error: unknown) => context.report('Forgetting a person, who is skipped,', error);
  await forEachAlone(steps, (step) => step(), report);
}
