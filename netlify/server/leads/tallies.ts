import * as z from 'zod/mini';
import { sourceOf } from '#contracts/lead';
import { type Store, unlessUnreadable } from '#server/storage/port';
import type { Lead } from './lead.ts';

/**
 * Notes when a change of the status came about, which the status itself forgets. `byOwner`: the owner has changed it, so
 * a lead that waited has been called. Put back to new by the owner, it was marked by mistake. `now` in milliseconds.
 */
export function withMilestones(before: Lead, after: Lead, { now, byOwner }: { now: number; byOwner: boolean }): Lead {
  const { status } = after;
  if (status === before.status) return after;
  const moment = new Date(now).toISOString();
  const { bookedAt, calledAt, ...rest } = after;
  const isBack = byOwner && status === 'new';
  const booked = status === 'booked' ? (bookedAt ?? moment) : bookedAt;
  const isBooked = !isBack || after.slot !== undefined || after.cancelledAt !== undefined;
  const isCalled =
    byOwner && !isBack && after.source !== 'phone' && (before.status === 'new' || status === 'called back');
  const called = isCalled ? (calledAt ?? moment) : calledAt;
  return {
    ...rest,
    ...(booked && isBooked && { bookedAt: booked }),
    ...(called && !isBack && { calledAt: called }),
    ...(status === 'closed' && { closedAt: moment }),
  };
}

/** What the figures need to know of a lead: nothing of the person. Instants in ms, `null` for what has not come about. */
export interface Tally {
  readonly createdAt: number;
  readonly bookedAt: number | null;
  /** The start of its visit, which may be still to come. */
  readonly visitAt: number | null;
  readonly closedAt: number | null;
  /** When the owner first called whoever waited for it. */
  readonly calledAt: number | null;
  readonly isSpam: boolean;
  readonly source: string;
  readonly campaign: string;
  readonly landing: string;
  readonly service: string;
  readonly city: string;
}

export function tallyOf(lead: Lead): Tally {
  const { status, source, isSpam, request } = lead;
  const { attribution, serviceInterest: service, city } = request;
  const byPhone = source === 'phone' ? 'By phone' : undefined;
  const { utm_campaign: campaign = 'No campaign', landing } = attribution ?? {};
  return {
    createdAt: Date.parse(lead.createdAt),
    bookedAt: instantOf(lead.bookedAt),
    visitAt: instantOf(lead.slot),
    closedAt: status === 'closed' ? instantOf(lead.closedAt) : null,
    calledAt: calledAtOf(lead),
    isSpam,
    source: byPhone ?? (attribution ? sourceOf(attribution) : 'Not known'),
    campaign,
    landing: byPhone ?? pageOf(landing),
    service,
    city,
  };
}

function pageOf(landing: string | undefined): string {
  return landing === '/' ? 'Home page' : (landing ?? 'Not known');
}

function instantOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}

/** Nobody waited for a call who had booked a visit before it. */
function calledAtOf({ calledAt, bookedAt }: Lead): number | null {
  if (calledAt === undefined || (bookedAt !== undefined && bookedAt < calledAt)) return null;
  return Date.parse(calledAt);
}

/** Up to so many leads are counted one by one as they are now: that takes a fraction of a second. */
const COUNTED_LIVE = 2000;
export const areVeryMany = (leads: readonly Lead[]): boolean => leads.length > COUNTED_LIVE;
/** ms. The sweep writes the tallies each hour: older ones mean that it does not run. */
const GOOD_FOR = 2 * 60 * 60_000;
const KEY = 'insights/tallies';
const texts = ['source', 'campaign', 'landing', 'service', 'city'] as const;
const instants = ['createdAt', 'bookedAt', 'visitAt', 'closedAt', 'calledAt'] as const;

/** Each lead is a row of numbers: its instants in whole seconds, the indexes of its texts in `names`, and 1 for spam. */
const Packed = z.object({ at: z.number(), names: z.array(z.string()), rows: z.array(z.array(z.number())) });

/** Keeps the tallies of very many leads in one record, so that the figures need not list them. `now` in ms. */
export async function keepTallies(store: Store, leads: readonly Lead[], now: number): Promise<void> {
  if (areVeryMany(leads)) await store.put(KEY, packed(talliesOf(leads), now));
  else await store.delete(KEY);
}

/** The tallies that a sweep has kept, and when (ms), or `null` where the leads are to be counted one by one. */
export async function keptTallies(store: Store, now: number): Promise<{ tallies: Tally[]; at: number } | null> {
  const stored = await unlessUnreadable(store.get(KEY), () => null);
  const kept = Packed.safeParse(stored?.value);
  if (!kept.success || kept.data.at < now - GOOD_FOR) return null;
  return { tallies: unpacked(kept.data), at: kept.data.at };
}

/** One for each lead that is not being removed. */
export function talliesOf(leads: readonly Lead[]): Tally[] {
  return leads.filter(({ isRemoving }) => !isRemoving).map(tallyOf);
}

function packed(tallies: readonly Tally[], at: number): z.infer<typeof Packed> {
  const indexes = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = indexes.get(name) ?? indexes.size;
    indexes.set(name, index);
    return index;
  };
  const rows = tallies.map((tally) => [
    ...instants.map((field) => Math.floor((tally[field] ?? 0) / 1000)),
    ...texts.map((field) => indexOf(tally[field])),
    tally.isSpam ? 1 : 0,
  ]);
  return { at, names: [...indexes.keys()], rows };
}

function unpacked({ names, rows }: z.infer<typeof Packed>): Tally[] {
  const instant = (seconds: number | undefined) => (seconds ? seconds * 1000 : null);
  const name = (index: number | undefined) => names[index ?? -1] ?? 'Not known';
  return rows.map(([createdAt = 0, bookedAt, visitAt, closedAt, calledAt, ...rest]) => ({
    createdAt: createdAt * 1000,
    bookedAt: instant(bookedAt),
    visitAt: instant(visitAt),
    closedAt: instant(closedAt),
    calledAt: instant(calledAt),
    source: name(rest[0]),
    campaign: name(rest[1]),
    landing: name(rest[2]),
    service: name(rest[3]),
    city: name(rest[4]),
    isSpam: rest[5] === 1,
  }));
}
