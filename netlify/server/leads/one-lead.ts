import { jobStepLabels, nextStep } from '#contracts/lead-job';
import { siteNoteId } from '#contracts/lead-note';
import { countedStatus, isEnded, type LeadStatus, leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { exactDollars, inCents } from '#lib/dollars';
import { labelOf } from '#lib/label';
import { zonedDate } from '#lib/time/zone';
import type { Store } from '#server/storage/port';
import { changeLead, findLead, type Lead, type LeadChanged, type LeadVersion } from './lead.ts';
import type { LeadWithVisits } from './lead-visits.ts';
import { salesOf } from './sales.ts';
import { findLeadAndVisits, type Visit, visitsOfLead } from './visit.ts';

/**
 * Two leads of one person become one without moving a record: the later one is a part of the earlier one. Its visits, notes,
 * pictures and words stay with it and are read together with the earlier one's; so its links, slots, events and mails go
 * on. What a lead has but once (its status, its day, its sales, its job) goes to the earlier one, in the write that takes
 * the part in. Until then both are listed. The earlier one is always the kept one, so that no two can take each other in.
 */

const holds = ({ also = [] }: Lead, part: string): boolean => also.includes(part);
const isEarlier = (one: Lead, other: Lead) => `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}`;

/**
 * Makes the leads one. Answers the id of the kept one, or `null` if one of them is gone. Safe to repeat, and finished by
 * `mainLead` after a death. `now` in ms.
 */
export async function makeOne(
  leads: Store,
  [one, other]: readonly [string, string],
  { now, by }: { readonly now: number; readonly by: string },
): Promise<string | null> {
  const ids = [await mainLead(leads, one, now), await mainLead(leads, other, now)] as const;
  const found = await Promise.all(ids.map((id) => findLead(leads, id)));
  const [first, second] = found.flatMap((version) => (version && !version.lead.isRemoving ? version.lead : []));
  if (!first || !second) return null;
  if (first.id === second.id) return first.id;
  const [kept, part] = isEarlier(first, second) ? [first, second] : [second, first];
  await changeLead(leads, part.id, (lead) =>
    lead.into || lead.isRemoving ? lead : { ...lead, into: kept.id, by, updatedAt: new Date(now).toISOString() },
  );
  return await makeOne(leads, [kept.id, part.id], { now, by });
}

/** The id of the lead that this one is a part of, else its own. Finishes what a death has left. `now` in ms. */
export async function mainLead(leads: Store, id: string, now: number): Promise<string> {
  const part = (await findLead(leads, id))?.lead;
  if (!part?.into) return id;
  const { into } = part;
  const changed = await changeLead(leads, into, (lead) =>
    holds(lead, id) || lead.isRemoving || lead.into ? lead : withPart(lead, part, now),
  );
  if (changed && holds(changed.after, id)) return await mainLead(leads, into, now);
  // It is gone, or has become a part of another.
  await changeLead(leads, id, (lead) => (lead.into === into ? { ...lead, into: changed?.after.into } : lead));
  return await mainLead(leads, id, now);
}

/** As `changeLead`, of the lead that this one is a part of. `now` in ms. */
export async function changeMain(
  leads: Store,
  id: string,
  change: (lead: Lead) => Lead,
  { now, seen }: { readonly now: number; readonly seen?: LeadVersion },
): Promise<LeadChanged | null> {
  const changed = await changeLead(leads, id, (lead) => (lead.into ? lead : change(lead)), seen);
  if (!changed?.after.into) return changed;
  return await changeMain(leads, await mainLead(leads, id, now), change, { now });
}

/** The ids of the lead and its parts. */
export async function idsOf(leads: Store, id: string): Promise<readonly string[]> {
  return [id, ...((await findLead(leads, id))?.lead.also ?? [])];
}

/** The visits of a lead and of its parts. */
export async function allVisits(leads: Store, { also = [], ...lead }: Lead): Promise<readonly Visit[]> {
  const found = await Promise.all([visitsOfLead(leads, lead), ...also.map((id) => partOf(leads, id))]);
  return found.flatMap((one) => ('visits' in one ? one.visits : one));
}

const partOf = async (leads: Store, id: string) => (await findLeadAndVisits(leads, id)) ?? [];

/** As `findLeadAndVisits`, with the visits of its parts, which are `parts`. */
export async function findWhole(leads: Store, id: string) {
  const found = await findLeadAndVisits(leads, id);
  if (!found?.lead.also) return found && { ...found, parts: [] };
  const parts = (await Promise.all(found.lead.also.map((one) => partOf(leads, one)))).flat();
  const visits = [...found.visits, ...parts.flatMap((part) => part.visits)].sort(bySoonest);
  return { ...found, visits, parts: parts.map(({ lead, visits: own }): LeadWithVisits => ({ ...lead, visits: own })) };
}

const bySoonest = ({ start: one = '9' }: Visit, { start: other = '9' }: Visit) => one.localeCompare(other);

/** The lead as one with its parts. */
export function joined(lead: LeadWithVisits, parts: readonly LeadWithVisits[]): LeadWithVisits {
  // The site counts its notes in each lead, so that two could have one id.
  const notes = parts.flatMap((part, index) => part.notes.map((note) => ({ ...note, id: `${note.id}-${index}` })));
  return {
    ...lead,
    parts,
    visits: [...new Set([...lead.visits, ...parts.flatMap(({ visits }) => visits)])].sort(bySoonest),
    notes: [...lead.notes, ...notes].sort(({ at: one = '' }, { at: other = '' }) => one.localeCompare(other)),
  };
}

/** The notes of the lead and of those that are one with it. */
export async function allNotes(leads: Store, lead: Lead): Promise<Lead['notes']> {
  const { id, into, also } = lead;
  const whole = into || also ? await findWhole(leads, into ?? id) : null;
  if (!whole || (into && !holds(whole.lead, id))) return lead.notes;
  return joined({ ...whole.lead, visits: whole.visits }, whole.parts).notes;
}

/** The leads of a list, each with its parts. */
export function joinedAll(all: readonly LeadWithVisits[]): LeadWithVisits[] {
  const parts = new Set(all.flatMap(({ also = [] }) => also));
  if (parts.size === 0) return [...all];
  const byId = new Map(all.map((lead) => [lead.id, lead]));
  const whole = (lead: LeadWithVisits) => joined(lead, lead.also?.flatMap((id) => byId.get(id) ?? []) ?? []);
  return all.filter(({ id }) => !parts.has(id)).map((lead) => (lead.also ? whole(lead) : lead));
}

/** The further one is the one that counts. */
const ranks: readonly LeadStatus[] = ['lost', 'new', 'contacted', 'visited', 'booked', 'quoted', 'won'];
const rankOf = ({ status }: Lead) => ranks.indexOf(countedStatus(status));

/** The lead with what the part has but once. Whoever of the two is open comes back on its day. `now` in ms. */
function withPart(lead: Lead, part: Lead, now: number): Lead {
  const at = new Date(now).toISOString();
  const [leading, other] = rankOf(part) >= rankOf(lead) ? [part, lead] : [lead, part];
  const { status, lostReason, closedAt, wonAt, soldBy, laterSales, job } = leading;
  const isWon = status === 'won';
  const open = [lead, part].filter((one) => !isEnded(one) || one.followUp !== undefined);
  const [followUp] = open.map((one) => one.followUp ?? zonedDate(at)).sort();
  const firstOf = (field: 'bookedAt' | 'calledAt' | 'visitedAt' | 'openedAt' | 'reviewAskedAt') =>
    [lead[field], part[field]].filter((moment) => moment !== undefined).sort()[0];
  const amount = leading.amount ?? (isWon ? undefined : other.amount);
  const note = { id: siteNoteId(lead.notes.length), at, by: part.by, text: partWords(part) };
  return {
    ...lead,
    status,
    lostReason,
    closedAt,
    wonAt,
    soldBy,
    laterSales,
    job,
    followUp,
    amount,
    ...(isWon && other.status === 'won' && soldTogether(lead, part)),
    bookedAt: firstOf('bookedAt'),
    calledAt: firstOf('calledAt'),
    visitedAt: firstOf('visitedAt'),
    openedAt: firstOf('openedAt'),
    reviewAskedAt: firstOf('reviewAskedAt'),
    unansweredText: lead.unansweredText ?? part.unansweredText,
    isSpam: lead.isSpam && part.isSpam,
    noAds: lead.noAds || part.noAds || undefined,
    also: [...(lead.also ?? []), part.id, ...(part.also ?? [])],
    notes: [...lead.notes, note],
    updatedAt: at,
  };
}

/** `Made one with the request of 2026-11-20: Quoted, $2,000, call again on 2026-12-01.` */
function partWords({ createdAt, status, lostReason, amount, followUp, job = {} }: Lead): string {
  const words = [
    labelOf(leadStatusLabels, status),
    lostReason && labelOf(lostReasonLabels, lostReason),
    amount !== undefined && exactDollars(amount),
    followUp && `call again on ${followUp}`,
    ...Object.entries(job).map(([step, day]) => `${labelOf(jobStepLabels, step)} ${day}`),
  ];
  return `Made one with the request of ${zonedDate(createdAt)}: ${words.filter(Boolean).join(', ')}.`;
}

/** Of two sold leads: every sale on its day, and the job that is still open, with all that was paid. */
function soldTogether(lead: Lead, part: Lead): Partial<Lead> {
  const both = [lead, part];
  const [first, ...laterSales] = both
    .flatMap((one) => {
      const at = one.wonAt ?? one.closedAt ?? one.updatedAt;
      return [{ visit: one.soldBy ?? '', at, amount: salesOf(one).first }, ...(one.laterSales ?? [])];
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const hasAmount = both.some(({ amount }) => amount !== undefined);
  const total = inCents(both.reduce((sum, { amount = 0 }) => sum + amount, 0));
  const paid = inCents(both.reduce((sum, one) => sum + paidOf(one), 0));
  const going = [part, lead].find(({ job }) => job && nextStep(job) !== undefined) ?? part;
  const { paid: _, ...steps } = going.job ?? lead.job ?? {};
  return {
    wonAt: first?.at,
    soldBy: first?.visit || undefined,
    laterSales,
    amount: hasAmount ? total : undefined,
    job: { ...steps, ...(paid > 0 && paid < total && { paid }) },
  };
}

/** In dollars. Of a sale before jobs were noted nobody asks any more. */
function paidOf({ job, amount = 0 }: Lead): number {
  const isPaid = job === undefined || (job.paidOn !== undefined && job.paid === undefined);
  return isPaid ? amount : (job.paid ?? 0);
}
