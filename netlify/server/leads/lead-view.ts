import { isDeepStrictEqual } from 'node:util';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import { type LeadNote, MAX_NOTES, type NewNote } from '#contracts/lead-note';
import { afterOutcome } from '#contracts/lead-outcome';
import { type LeadPage, type LeadQuery, LEADS_A_PAGE } from '#contracts/lead-query';
import { isEnded } from '#contracts/lead-status';
import type { Conflict } from '#contracts/problem';
import { changeLead, findLead, type KeptVisit, type Lead } from './lead.ts';
import { withMilestones } from './milestones.ts';
import { corrected } from './lead-correction.ts';
import { matcherOf, sourcesOf } from './lead-matcher.ts';
import { begunVisits, pastVisit, statusAt } from './lead-visits.ts';
import { changedSince } from '#server/storage/conflict';
import { cursorOf, listLeads, type Source } from './lead-list.ts';

/** `now` in ms. */
export interface LeadsContext extends Source {
  /** The starts of the visits that still stand, by lead id. The lead alone does not know them. */
  visitsOf(leads: readonly Lead[]): Promise<ReadonlyMap<string, string>>;
  /** Writes a corrected lead's new words into the event of its coming visit. */
  readonly reword?: (change: { readonly before: Lead; readonly after: Lead }) => Promise<void>;
  readonly now: number;
}

/**
 * One page of the matching leads, newest first. The server filters: ten thousand leads are about 7 MB, and a function
 * may answer 6. A page starts after a lead, not at a number, so that a new lead neither repeats nor hides another.
 */
export async function leadPage(context: LeadsContext, query: LeadQuery): Promise<LeadPage> {
  const all = await listLeads(context.leads, context.report);
  const matching = all.filter(matcherOf(query, context.now));
  const found = query.after ? matching.filter((lead) => cursorOf(lead) < query.after) : matching;
  const page = found.slice(0, LEADS_A_PAGE);
  const last = page.at(-1);
  return {
    leads: await asViewed(context, page),
    matching: matching.length,
    total: all.length,
    sources: sourcesOf(all),
    ...(last && found.length > page.length && { next: cursorOf(last) }),
  };
}

export async function matchingLeads(context: LeadsContext, query: LeadQuery): Promise<AdminLead[]> {
  const all = await listLeads(context.leads, context.report);
  return await asViewed(context, all.filter(matcherOf(query, context.now)));
}

/** One lead, or `null` for an unknown id. */
export async function viewLead(context: LeadsContext, id: string): Promise<AdminLead | null> {
  const found = await findLead(context.leads, id);
  if (!found || found.lead.isRemoving) return null;
  return (await asViewed(context, [found.lead]))[0] ?? null;
}

type Edit = LeadChange & { readonly by: string };

/** Why a change is not made. `noVisit`: none begins then. `unreachable`: nobody could call or mail the person any more. */
type EditRefusal = { readonly conflict: Conflict } | 'notesFull' | 'noVisit' | 'unreachable';

/**
 * Changes the given fields of the newest version, and adds a note. `by`: who changes it. Answers `null` for an unknown
 * id.
 */
export async function editLead(context: LeadsContext, id: string, edit: Edit): Promise<AdminLead | EditRefusal | null> {
  let refusal: EditRefusal | undefined;
  const changed = await changeLead(context.leads, id, (lead) => {
    const after = edited(lead, edit, context.now);
    const isLead = typeof after === 'object' && 'id' in after;
    refusal = isLead ? undefined : after;
    return isLead ? after : lead;
  });
  if (!changed || refusal) return refusal ?? null;
  if (changed.after.request !== changed.before.request) await context.reword?.(changed);
  return (await asViewed(context, [changed.after]))[0] ?? null;
}

/** The lead with the change; the same lead if it says so already. `now` in ms. */
function edited(lead: Lead, { note, seen, by, outcome, request, ...given }: Edit, now: number): Lead | EditRefusal {
  const at = new Date(now).toISOString();
  const visits = withOutcome(begunVisits(lead, now), outcome, by);
  if (!visits) return 'noVisit';
  const result = outcome?.result;
  const fields = { ...(result && afterOutcome[result]), ...given };
  // A visit may have ended since the owner looked: the lead is visited then, and nobody has changed it.
  const status = seen?.['status'] === lead.status ? lead.status : statusAt(lead, now);
  const own = { ...lead, status, outcome: lead.visits.find(({ start }) => start === outcome?.visit)?.outcome };
  const present = { language: 'en', ...lead.request, ...own };
  const others = changedSince({ present, change: { ...fields, ...request, outcome: result }, seen });
  if (others) return { conflict: { fields: others, at: lead.updatedAt } };
  const renewed = corrected(lead, request, { at, by });
  if (renewed === 'unreachable') return 'unreachable';
  const notes = withNote(renewed.notes, note, { at, by });
  if (notes.length > MAX_NOTES && notes !== renewed.notes) return 'notesFull';
  const after = withMilestones(lead, withFields({ ...renewed, ...(outcome && { visits }), notes }, fields), {
    now,
    byOwner: true,
  });
  return isDeepStrictEqual(after, lead) ? lead : { ...after, by, updatedAt: at };
}

/** The given value, or the one that is there; a `null` takes it away. */
const or = <Value>(given: Value | undefined, kept: Value | undefined) => (given === undefined ? kept : given);

/** The lead with the given fields. Only a lost lead has a reason. */
function withFields(lead: Lead, fields: Omit<LeadChange, 'outcome' | 'note' | 'seen'>): Lead {
  const { lostReason, amount, followUp, noAds, ...rest } = lead;
  const status = fields.status ?? lead.status;
  const kept = {
    amount: or(fields.amount, amount),
    lostReason: status === 'lost' ? or(fields.lostReason, lostReason) : null,
    followUp: isEnded({ status }) ? null : or(fields.followUp, followUp),
    noAds: or(fields.noAds, noAds) || null,
  };
  const given = Object.entries(kept).filter(([, value]) => value !== null && value !== undefined);
  return { ...rest, status, ...Object.fromEntries(given) };
}

/** The visits with the outcome; `null` if none of them begins then. */
function withOutcome(visits: readonly KeptVisit[], asked: LeadChange['outcome'], by: string): KeptVisit[] | null {
  if (!asked) return [...visits];
  const index = visits.findIndex(({ start }) => start === asked.visit);
  const visit = visits[index];
  if (!visit) return null;
  const { outcome, by: _, ...open } = visit;
  if ((asked.result ?? undefined) === outcome) return [...visits];
  return visits.with(index, asked.result ? { ...open, outcome: asked.result, by } : open);
}

/** A note that is already there was sent before, and its answer was lost. */
function withNote(notes: LeadNote[], note: NewNote | undefined, written: Pick<LeadNote, 'at' | 'by'>): LeadNote[] {
  return !note || notes.some(({ id }) => id === note.id) ? notes : [...notes, { ...note, ...written }];
}

/** The leads as the owner sees them, in their order. */
export async function asViewed({ visitsOf, now }: LeadsContext, leads: readonly Lead[]): Promise<AdminLead[]> {
  const standing = await visitsOf(leads);
  return leads.map((lead) => {
    const { id, createdAt, updatedAt, source, isSpam, request, slotEnd, slotKind, cancelledAt, notes } = lead;
    const { followUp, amount, lostReason, noAds } = lead;
    const slot = standing.get(id);
    return {
      ...{ id, createdAt, updatedAt, source, status: statusAt(lead, now), isSpam, request, notes },
      ...{ followUp, amount, lostReason, noAds, cancelledAt },
      ...(slot && { slot, slotEnd, slotKind }),
      visits: begunVisits({ ...lead, slot }, now).map(pastVisit),
    };
  });
}
