import * as z from 'zod/mini';
import { idsOf, Lead, newVisit, type Visit } from '#lead/lead';
import { hasRunOut } from '#lead/place';
import { timeToCome } from '#lead/visits';
import { leadKey } from '#server/leads/lead-id';
import { deleteFromSnapshot, readLeads } from '#server/leads/lead-list';
import { noteRemoved, readLead, removedName } from '#server/leads/lead-records';
import { forgetPictures } from '#server/leads/pictures';
import { readableSlot, slotsOf, standing } from '#server/slots/records';
import { forEachAlone, getOrDamaged, type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf, untilFirst } from '#server/storage/typed-records';
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
  await replaceUnreadable(context, leadId);
  const outcome = await removeRecords(context, leadId, { forgetMessages, mayRemove: () => true });
  if (typeof outcome === 'string') return outcome;
  await deleteFromSnapshot(context.leads, outcome);
  return 'removed';
}

/**
 * Writes over a lead that cannot be read: what is left of it is its id, and that its slots are given up. Nobody could tell
 * its visitor, so its removal quietly releases a coming visit too.
 */
async function replaceUnreadable({ leads, slots, now }: BookingContext, leadId: string): Promise<void> {
  const found = readLead(leads, leadId).then(() => null);
  const damaged = await unlessUnreadable(found, () => getOrDamaged(leads, leadKey(leadId)));
  if (!damaged) return;
  const moment = new Date(now).toISOString();
  const taken = await slotsOf(slots, leadId);
  const left = Lead.parse({
    id: leadId,
    createdAt: moment,
    updatedAt: moment,
    status: 'lost',
    request: {},
    isRemoving: true,
    visits: taken.map(({ key, visit }) => withoutSlot({ ...newVisit(visit), slot: key })),
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
  const all = [...entries.values()].map(({ lead }) => lead);
  await forEachAlone(all.filter(mayRemove), async ({ id }) => {
    if (!stop.aborted) await removeRecords(context, id, { forgetMessages, mayRemove });
  });
}

interface Removing {
  readonly forgetMessages: ForgetMessages;
  /** Asked of the newest version: the owner may have opened the lead again. */
  readonly mayRemove: (lead: Lead) => boolean;
}

/** Deletes everything of a lead and its parts but their copies in the snapshot. Answers their ids. */
async function removeRecords(
  context: BookingContext,
  leadId: string,
  { forgetMessages, mayRemove }: Removing,
): Promise<Exclude<Removal, 'removed'> | readonly string[]> {
  const { leads, now } = context;
  const lead = await markRemoving(context, leadId, mayRemove);
  if (typeof lead === 'string') return lead;
  const ids = idsOf(lead);
  const steps = ids.flatMap((id) => [
    () => noteRemoved(leads, id, now),
    () => releaseSlots(context, lead, id),
    () => releaseQuota(context, id),
    () => forgetMessages(id),
    () => forgetPictures(leads, id),
  ]);
  await forEachAlone(steps, (step) => step());
  for (const id of ids.toReversed()) await leads.delete(leadKey(id));
  return ids;
}

/**
 * Marks the lead and takes its visits their slots in one write, so that no booking of it can succeed any more. `hasVisit`,
 * if one of them stands.
 */
async function markRemoving({ leads, slots, now }: BookingContext, id: string, mayRemove: Removing['mayRemove']) {
  return await untilFirst('a lead that goes', async () => {
    const found = await readLead(leads, id);
    if (!found || found.lead.into || !(found.lead.isRemoving || mayRemove(found.lead))) return 'unknown';
    const coming = found.lead.visits.filter((visit) => timeToCome(visit, now));
    if ((await standing(slots, coming, now)).size > 0) return 'hasVisit';
    const marked = { ...found.lead, isRemoving: true, visits: found.lead.visits.map(withoutSlot) };
    return (await leads.replace(leadKey(id), marked, found.etag)) ? marked : undefined;
  });
}

/** Nobody is told of a past visit or of one that was never booked. */
function withoutSlot(visit: Visit): Visit {
  const { slot, requested, cancelledAt, cancelledSlot, ...rest } = visit;
  const given = [slot, requested].filter((key) => key !== undefined);
  return given.length > 0 ? { ...rest, byOwner: given.map((key) => ({ slot: key, isQuiet: true })) } : visit;
}

/** The slots of a removed lead whose events may still be in the calendar, by the name of its note. */
export const unreleased = { place: 'unreleased/', schema: z.object({ slots: z.array(z.string()) }) } as const;

/**
 * Releases all slots of the lead, which tells nobody. Notes those that the calendar did not release: `sweep` looks only at
 * what is to come.
 */
async function releaseSlots(context: BookingContext, { visits }: Lead, id: string): Promise<void> {
  const given = visits.flatMap(({ byOwner = [] }) => byOwner.map(({ slot }) => slot));
  const name = removedName(id);
  const left = await stillTaken(context, name, [...new Set(given)]);
  if (left.length > 0) await recordsOf(context.leads, unreleased).put(name, { slots: left });
}

/** Tries again to release the slots of removed leads. */
export async function releaseLeftSlots(context: BookingContext): Promise<void> {
  const notes = recordsOf(context.leads, unreleased);
  await forEachAlone((await notes.list()).records, async ({ name, value }) => {
    const left = await stillTaken(context, name, value.slots);
    if (left.length === 0) await notes.delete(name);
  });
}

/** Releases the slots. Answers those that the removed lead still has. */
async function stillTaken(context: BookingContext, name: string, slots: readonly string[]): Promise<string[]> {
  const left: string[] = [];
  for (const slot of slots) {
    await reconcileSlot(context, slot);
    if (await isOf(context.slots, slot, name)) left.push(slot);
  }
  return left;
}

/** `false` also for an unreadable slot: nobody can say whose it is, and the health page names it. */
async function isOf(slots: Store, slot: string, name: string): Promise<boolean> {
  const { record } = (await readableSlot(slots, slot)) ?? { record: null };
  return record !== null && record.state !== 'free' && removedName(record.lead) === name;
}
