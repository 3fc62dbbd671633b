import * as z from 'zod/mini';
import { changeLead, findLead, Lead } from '#server/leads/lead';
import { leadKey } from '#server/leads/lead-id';
import { deleteFromSnapshot, readLeads } from '#server/leads/lead-list';
import { hasRunOut } from '#server/leads/lead-sweep';
import { forgetPendingNotices } from '#server/leads/pending-notices';
import { noteRemoved, removedName } from '#server/leads/removed';
import { readableSlot, slotsOf, visitsOf } from '#server/slots/records';
import { forEachAlone, getOrDamaged, readAll, type Store, unlessUnreadable } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { reconcileSlot } from './runner.ts';
import { releaseQuota } from './visit-quota.ts';

type ForgetMessages = (leadId: string) => Promise<void>;

type Removal = 'removed' | 'hasVisit' | 'unknown';

/**
 * Removes a lead for good: its record, slots, messages and copy in the snapshot. `hasVisit`: cancel the coming visit
 * first, and decide there whether the visitor is told. If a step fails, does the others and throws. The record goes
 * last: until then the next call goes on, and so does the sweep.
 * docs/decisions/071-a-lead-is-removed-in-steps.md
 */
export async function removeLead(
  context: BookingContext,
  leadId: string,
  forgetMessages: ForgetMessages,
): Promise<Removal> {
  await replaceUnreadable(context, leadId);
  const outcome = await removeRecords(context, leadId, { forgetMessages, mayRemove: () => true });
  if (outcome === 'removed') await deleteFromSnapshot(context.leads, leadId);
  return outcome;
}

/**
 * Writes over a lead that cannot be read: what is left of it is its id and its slots. Nobody could cancel its visit or
 * tell its visitor, so its removal quietly releases a coming visit too.
 */
async function replaceUnreadable({ leads, calendar, now }: BookingContext, leadId: string): Promise<void> {
  const found = findLead(leads, leadId).then(() => null);
  const damaged = await unlessUnreadable(found, () => getOrDamaged(leads, leadKey(leadId)));
  if (!damaged) return;
  const starts = await slotsOf(calendar, leadId);
  const moment = new Date(now).toISOString();
  const left = Lead.parse({
    id: leadId,
    createdAt: moment,
    updatedAt: moment,
    status: 'closed',
    request: {},
    byOwner: starts.map((start) => ({ slot: new Date(start).toISOString(), isQuiet: true })),
    isRemoving: true,
  });
  await leads.replace(leadKey(leadId), left, damaged.etag);
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
  const all = Array.from(entries.values(), ({ lead }) => lead);
  await forEachAlone(all.filter(mayRemove), async ({ id }) => {
    if (!stop.aborted) await removeRecords(context, id, { forgetMessages, mayRemove });
  });
}

/**
 * Marks the lead by compare-and-swap, so that no booking of it can succeed any more, and deletes everything but its copy
 * in the snapshot. `mayRemove` is asked of the newest version: the owner may have opened the lead again.
 */
async function removeRecords(
  context: BookingContext,
  leadId: string,
  { forgetMessages, mayRemove }: { forgetMessages: ForgetMessages; mayRemove: (lead: Lead) => boolean },
): Promise<Removal> {
  const { leads, calendar, now } = context;
  const found = await findLead(leads, leadId);
  if (!found || !mayRemove(found.lead)) return 'unknown';
  const visit = (await visitsOf(calendar, [found.lead], now)).get(leadId);
  if (visit && Date.parse(visit) > now) return 'hasVisit';
  const marked = await changeLead(leads, leadId, (lead) =>
    lead.isRemoving || lead.slot !== found.lead.slot || !mayRemove(lead) ? lead : withoutVisit(lead),
  );
  if (!marked) return 'unknown';
  if (!marked.after.isRemoving) return 'hasVisit';
  const steps = [
    () => noteRemoved(leads, leadId, now),
    () => releaseSlots(context, marked.after),
    () => releaseQuota(context, marked.after),
    () => forgetMessages(leadId),
    () => forgetPendingNotices(leads, leadId),
  ];
  await forEachAlone(steps, (step) => step());
  await leads.delete(leadKey(leadId));
  return 'removed';
}

/** Nobody is told of a past visit or of one that was never booked. */
function withoutVisit({ slot, slotEnd, slotKind, requestedSlot, cancelledAt, cancelledSlot, ...lead }: Lead): Lead {
  const past = lead.visits.map(({ start }) => start);
  const given = [...new Set([...past, slot, requestedSlot])].filter((start) => start !== undefined);
  return { ...lead, visits: [], isRemoving: true, byOwner: given.map((start) => ({ slot: start, isQuiet: true })) };
}

/** The slots (ISO 8601) of a removed lead whose events may still be in the calendar, by the name of its note. */
export const UNRELEASED = 'unreleased/';
export const Unreleased = z.object({ slots: z.array(z.string()) });

/** Releases the slots. Notes those that the calendar did not release: `sweep` looks only at what is to come. */
async function releaseSlots(context: BookingContext, { id, byOwner = [] }: Lead): Promise<void> {
  const slots = byOwner.map(({ slot }) => slot);
  const name = removedName(id);
  const left = await stillTaken(context, name, slots);
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
    const start = Date.parse(slot);
    await reconcileSlot(context, start);
    if (await isOf(context.calendar, start, name)) left.push(slot);
  }
  return left;
}

/** `false` also for an unreadable slot: nobody can say whose it is, and the health page names it. */
async function isOf(calendar: Store, start: number, name: string): Promise<boolean> {
  const { record } = (await readableSlot(calendar, start)) ?? { record: null };
  return record !== null && record.state !== 'free' && removedName(record.lead) === name;
}
