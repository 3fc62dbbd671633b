import * as z from 'zod/mini';
import { changeLead, findLead, Lead } from '#server/leads/lead';
import {
  changeVisit,
  deleteVisits,
  findLeadAndVisits,
  timeToCome,
  type Visit,
  visitsOfLead,
} from '#server/leads/visit';
import { leadKey } from '#server/leads/lead-id';
import { deleteFromSnapshot, readLeads } from '#server/leads/lead-list';
import { hasRunOut } from '#server/leads/lead-sweep';
import { forgetPendingNotices } from '#server/leads/pending-notices';
import { forgetPictures } from '#server/leads/pictures';
import { noteRemoved, removedName } from '#server/leads/removed';
import { readableSlot, slotsOf, standing } from '#server/slots/records';
import { forEachAlone, getOrDamaged, readAll, type Store, unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { reconcileSlot } from './runner.ts';
import { releaseQuota } from './visit-quota.ts';

type ForgetMessages = (leadId: string) => Promise<void>;

type Removal = 'removed' | 'hasVisit' | 'unknown';

/**
 * Removes a lead for good, with its parts: its record, slots, messages, pictures and copy in the snapshot. `hasVisit`:
 * cancel the coming visit first, and decide there whether the visitor is told. If a step fails, does the others and
 * throws. The record goes last: until then the next call goes on, and so does the sweep.
 * docs/decisions/071-a-lead-is-removed-in-steps.md
 */
export async function removeLead(
  context: BookingContext,
  leadId: string,
  forgetMessages: ForgetMessages,
): Promise<Removal> {
  const slots = await replaceUnreadable(context, leadId);
  const outcome = await removeRecords(context, leadId, { forgetMessages, mayRemove: ({ into }) => !into, slots });
  if (outcome === 'removed') await deleteFromSnapshot(context.leads, leadId);
  return outcome;
}

/**
 * Writes over a lead that cannot be read: what is left of it is its id and its slots, which it answers. Nobody could tell
 * its visitor, so its removal quietly releases a coming visit too.
 */
async function replaceUnreadable({ leads, calendar, now }: BookingContext, leadId: string): Promise<string[]> {
  const found = findLead(leads, leadId).then(() => null);
  const damaged = await unlessUnreadable(found, () => getOrDamaged(leads, leadKey(leadId)));
  if (!damaged) return [];
  const moment = new Date(now).toISOString();
  const left = Lead.parse({
    id: leadId,
    createdAt: moment,
    updatedAt: moment,
    status: 'lost',
    request: {},
    isRemoving: true,
  });
  await leads.replace(leadKey(leadId), left, damaged.etag);
  return await slotsOf(calendar, leadId);
}

/** ms. A scheduled function may take 30 seconds. */
const SWEEP_MS = 15_000;

/**
 * Removes the leads that ran out after `keepDays`, and those whose removal was cut short; as many as the time allows.
 * The caller writes the snapshot afterward, once for all of them.
 */
export async function sweepRemovals(
  context: BookingContext,
  { forgetMessages, keepDays }: { forgetMessages: ForgetMessages; keepDays: number | null },
): Promise<void> {
  const { leads, now, report } = context;
  const mayRemove = (lead: Lead) => lead.isRemoving === true || hasRunOut(lead, keepDays, now);
  const { entries } = await readLeads({ leads, report });
  const stop = AbortSignal.timeout(SWEEP_MS);
  const all = [...entries.values()].flatMap((entry) => ('lead' in entry ? entry.lead : []));
  await forEachAlone(all.filter(mayRemove), async ({ id }) => {
    if (!stop.aborted) await removeRecords(context, id, { forgetMessages, mayRemove, slots: [] });
  });
}

/**
 * Marks the lead by compare-and-swap, so that no booking of it can succeed any more, and deletes everything but its copies
 * in the snapshot. `mayRemove` is asked of the newest version: the owner may have opened the lead again.
 */
async function removeRecords(context: BookingContext, leadId: string, { forgetMessages, mayRemove, slots }: Removing) {
  const { leads, calendar, now } = context;
  const found = await findLeadAndVisits(leads, leadId);
  if (!found || !mayRemove(found.lead)) return 'unknown';
  const keep = async () => {
    await changeLead(leads, leadId, (lead) => (lead.isRemoving ? withoutMark(lead) : lead));
    return 'hasVisit' as const;
  };
  const coming = found.visits.filter((visit) => timeToCome(visit, now));
  const stands = await standing(calendar, coming, now);
  if (coming.some(({ id, slot = '' }) => stands.has(id) && !slots.includes(slot))) return await keep();
  const marked = await changeLead(leads, leadId, (lead) => {
    return lead.isRemoving || !mayRemove(lead) ? lead : { ...lead, isRemoving: true };
  });
  if (!marked?.after.isRemoving) return 'unknown';
  // A booking reads its lead after it has noted its slot with the visit: it sees the mark, or is seen here.
  const visits = await visitsOfLead(leads, marked.after);
  const wasSeen = ({ id, slot }: Visit) => found.visits.some((visit) => visit.id === id && visit.slot === slot);
  if (visits.some((visit) => visit.slot && !wasSeen(visit))) return await keep();
  for (const id of marked.after.also ?? []) {
    const part = await removeRecords(context, id, { forgetMessages, mayRemove: () => true, slots: [] });
    if (part === 'hasVisit') return await keep();
    await deleteFromSnapshot(leads, id);
  }
  for (const { id } of visits) {
    const slot = found.visits.find((visit) => visit.id === id)?.slot;
    const given = await changeVisit(leads, id, (visit) => (visit.slot === slot ? withoutSlot(visit) : visit));
    if (given?.after.slot) return await keep();
  }
  const steps = [
    () => noteRemoved(leads, leadId, now),
    () => releaseSlots(context, leadId, slots),
    () => releaseQuota(context, leadId),
    () => forgetMessages(leadId),
    () => forgetPendingNotices(leads, leadId),
    () => forgetPictures(leads, leadId),
  ];
  await forEachAlone(steps, (step) => step());
  await deleteVisits(leads, leadId);
  await leads.delete(leadKey(leadId));
  return 'removed';
}

const withoutMark = ({ isRemoving: _, ...lead }: Lead): Lead => lead;

/** Nobody is told of a past visit or of one that was never booked. */
function withoutSlot(visit: Visit): Visit {
  const { slot, requested, cancelledAt, cancelledSlot, ...rest } = visit;
  const given = [slot, requested].filter((key) => key !== undefined);
  return given.length > 0 ? { ...rest, byOwner: given.map((key) => ({ slot: key, isQuiet: true })) } : visit;
}

interface Removing {
  readonly forgetMessages: ForgetMessages;
  readonly mayRemove: (lead: Lead) => boolean;
  /** Slots of the lead that nobody can read from its record any more. */
  readonly slots: readonly string[];
}

/** The slots of a removed lead whose events may still be in the calendar, by the name of its note. */
export const UNRELEASED = 'unreleased/';
export const Unreleased = z.object({ slots: z.array(z.string()) });

/**
 * Releases all slots of the lead, which tells nobody. Notes those that the calendar did not release: `sweep` looks only at
 * what is to come.
 */
async function releaseSlots(context: BookingContext, leadId: string, others: readonly string[]): Promise<void> {
  const found = await findLeadAndVisits(context.leads, leadId);
  const given = (found?.visits ?? []).flatMap(({ byOwner = [] }) => byOwner.map(({ slot }) => slot));
  const name = removedName(leadId);
  const left = await stillTaken(context, name, [...new Set([...given, ...others])]);
  if (left.length > 0) await context.leads.put(UNRELEASED + name, { slots: left });
}

/** Tries again to release the slots of removed leads. */
export async function releaseLeftSlots(context: BookingContext): Promise<void> {
  const { leads } = context;
  await forEachAlone(await readAll(leads, UNRELEASED, Unreleased), async ({ key, value }) => {
    const left = await stillTaken(context, key.slice(UNRELEASED.length), value.slots);
    if (left.length === 0) await leads.delete(key);
  });
}

/** Releases the slots. Answers those that the removed lead still has. */
async function stillTaken(context: BookingContext, name: string, slots: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const slot of slots) {
    await reconcileSlot(context, slot);
    if (await isOf(context.calendar, slot, name)) left.push(slot);
  }
  return left;
}

/** `false` also for an unreadable slot: nobody can say whose it is, and the health page names it. */
async function isOf(calendar: Store, slot: string, name: string): Promise<boolean> {
  const { record } = (await readableSlot(calendar, slot)) ?? { record: null };
  return record !== null && record.state !== 'free' && removedName(record.lead) === name;
}
