import { isDeepStrictEqual } from 'node:util';
import type { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import { KeptRequest } from '#contracts/kept-request';
import { type LeadNote, MAX_NOTES, type NewNote } from '#contracts/lead-note';
import { afterOutcome } from '#contracts/lead-outcome';
import { type LeadPage, type LeadQuery, LEADS_A_PAGE } from '#contracts/lead-query';
import { isClosed } from '#contracts/lead-status';
import type { Conflict } from '#contracts/problem';
import { isSameNumber } from '#lib/contact';
import { changeLead, type Lead } from './lead.ts';
import { withMilestones } from './milestones.ts';
import { corrected, filled, withAgreement } from './lead-correction.ts';
import { matcherOf, sourcesOf } from './lead-matcher.ts';
import { begunVisits, cancellationOf, comingVisits, type LeadWithVisits, statusAt, viewed } from './lead-visits.ts';
import { findWhole, joined, mainLead } from './one-lead.ts';
import { personNames } from './person-keys.ts';
import { changeVisit, hasBegun, type Visit } from './visit.ts';
import { tookPlace } from './place.ts';
import { isTakenBack, withInstallation, withoutSale, withSale } from './sales.ts';
import { changedSince } from '#server/storage/conflict';
import { inOrder, listLeads, type Source } from './lead-list.ts';

/** `now` in ms. */
export interface LeadsContext extends Source {
  /** The ids of those visits that have their slots. The visits alone do not know. */
  standing(visits: readonly Visit[]): Promise<ReadonlySet<string>>;
  /** Writes a corrected lead's new words into the events of its coming visits. */
  readonly reword?: (change: { readonly before: Lead; readonly after: Lead }) => Promise<void>;
  readonly now: number;
}

/**
 * One page of the matching leads. The server filters: ten thousand leads are about 7 MB, and a function
 * may answer 6. A page starts after a lead, not at a number, so that a new lead neither repeats nor hides another.
 */
export async function leadPage(context: LeadsContext, query: LeadQuery): Promise<LeadPage> {
  const all = await listLeads(context.leads, context.report);
  const matching = all.filter(matcherOf(query, context.now));
  const { found, cursorOf } = inOrder(matching, query);
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
  const { found } = inOrder(all.filter(matcherOf(query, context.now)), query);
  return await asViewed(context, found);
}

/** One lead with its parts, and the others of the same person; `null` for an unknown id. */
export async function viewLead(context: LeadsContext, id: string): Promise<AdminLead | null> {
  const { leads, report } = context;
  const [found, all] = await Promise.all([findWhole(leads, id), listLeads(leads, report)]);
  if (!found || found.lead.isRemoving) return null;
  const main = found.lead.into && (await mainLead(leads, id, context.now));
  if (main && main !== id) return await viewLead(context, main);
  const lead = joined({ ...found.lead, visits: found.visits }, found.parts);
  const [viewed] = await asViewed(context, [lead]);
  return viewed ? { ...viewed, alike: alikeIn(all, lead) } : null;
}

const names = new WeakMap<LeadWithVisits, readonly string[]>();

function namesOf(lead: LeadWithVisits): readonly string[] {
  const known = names.get(lead) ?? [lead, ...(lead.parts ?? [])].flatMap(personNames);
  names.set(lead, known);
  return known;
}

/** The other leads with the lead's number or mail address, newest first. */
function alikeIn(all: readonly LeadWithVisits[], lead: LeadWithVisits): AdminLead['alike'] {
  const own = new Set(namesOf(lead));
  const isAlike = (one: LeadWithVisits) => one.id !== lead.id && namesOf(one).some((name) => own.has(name));
  return all.filter(isAlike).map(({ id, createdAt, request }) => ({ id, createdAt, name: request.name }));
}

type Edit = LeadChange & { readonly by: string };

/** Why a change is not made. `noVisit`: none begins then. `unreachable`: nobody could call or mail the person any more. */
type EditRefusal = { readonly conflict: Conflict } | 'notesFull' | 'noVisit' | 'unreachable';

/**
 * Changes the given fields of the newest version, and adds a note. `by`: who changes it. Answers `null` for an unknown
 * id.
 */
export async function editLead(context: LeadsContext, id: string, edit: Edit): Promise<AdminLead | EditRefusal | null> {
  const { leads, now } = context;
  const found = await findWhole(leads, id);
  if (!found) return null;
  const visit = edit.outcome && found.visits.find((one) => hasBegun(one, now) && one.start === edit.outcome?.visit);
  if (edit.outcome && !visit) return 'noVisit';
  let refusal: EditRefusal | undefined;
  let isPart = false;
  const attempt = (lead: Lead): Lead => {
    isPart = lead.into !== undefined;
    if (isPart) return lead;
    const after = edited({ ...lead, visits: found.visits }, edit, visit, now);
    const isLead = typeof after === 'object' && 'id' in after;
    refusal = isLead ? undefined : after;
    return isLead ? after : lead;
  };
  attempt(found.lead);
  // Another device was faster.
  if (!isPart && !refusal && visit && !(await noteOutcome(context, visit, edit)))
    return await editLead(context, id, edit);
  const changed = refusal ? null : await changeLead(leads, id, attempt);
  if (isPart) return await editLead(context, await mainLead(leads, id, now), edit);
  if (!changed || refusal) return refusal ?? null;
  if (changed.after.request !== changed.before.request) await reword(context, changed, found.parts);
  return await viewLead(context, id);
}

/** Corrects the words of its parts too, where they are the same, and the events of all their visits. */
async function reword(
  { leads, reword: write }: LeadsContext,
  change: { readonly before: Lead; readonly after: Lead },
  parts: readonly Lead[],
): Promise<void> {
  await write?.(change);
  const [former, words] = [change.before.request, change.after.request];
  const fields = (Object.keys(KeptRequest.shape) as (keyof KeptRequest)[]).filter(
    (field) => !isDeepStrictEqual(former[field], words[field]),
  );
  for (const { id } of parts) {
    const changed = await changeLead(leads, id, (part) => {
      const same = fields.filter((field) => isDeepStrictEqual(part.request[field], former[field]));
      const { phone } = same.includes('phone') ? words : part.request;
      // An agreement to texts, or its end, is of one number.
      const own = isSameNumber(phone, words.phone) ? same : same.filter((field) => field !== 'texts');
      const copied = { ...part.request, ...Object.fromEntries(own.map((field) => [field, words[field]])) };
      const request = withAgreement(copied, part.request, words);
      return own.length === 0 ? part : { ...part, request, asSent: part.asSent ?? part.request };
    });
    if (changed && changed.after !== changed.before) await write?.(changed);
  }
}

/**
 * How the visit went is kept with it, and noted before the lead changes: a repeat makes up for a death in between. False if
 * the visit has another outcome than `seen` by now.
 */
async function noteOutcome({ leads }: LeadsContext, seen: Visit, { outcome: asked, by: subject }: Edit) {
  const result = asked?.result ?? undefined;
  const changed = await changeVisit(leads, seen.id, (visit) => {
    if (result === visit.outcome || visit.outcome !== seen.outcome) return visit;
    const { outcome: _, by: __, ...open } = visit;
    return result ? { ...open, outcome: result, by: subject } : open;
  });
  return changed?.after.outcome === result;
}

/** The lead with the change; the same lead if it says so already. `visit`: whose outcome is noted. `now` in ms. */
function edited(
  { visits, ...lead }: LeadWithVisits,
  { note, seen, by, outcome, request, reviewAsked, ...given }: Edit,
  visit: Visit | undefined,
  now: number,
): Lead | EditRefusal {
  const at = new Date(now).toISOString();
  const noted = { visit, result: outcome?.result, amount: given.amount };
  const { result } = noted;
  const kept = visit?.outcome;
  const isBack = isTakenBack(lead, noted);
  const ofOutcome = result && visit && afterOutcome(result, visit.kind, isBack ? 'visited' : lead.status);
  const own = ownSteps(given.job, seen?.['job'], lead.job);
  const fields = { ...ofOutcome, ...given, ...(own && { job: own }) };
  // A visit may have ended since the owner looked: the lead is visited then, and nobody has changed it.
  const status = seen?.['status'] === lead.status ? lead.status : statusAt({ ...lead, visits }, now);
  const present = { language: 'en', ...lead.request, ...lead, status, outcome: kept };
  const change = { ...fields, ...request, outcome: result, ...(own && { job: undefined }) };
  const others = changedSince({ present, change, seen });
  if (others) return { conflict: { fields: others, at: lead.updatedAt } };
  const renewed = corrected(lead, request, { at, by });
  if (renewed === 'unreachable') return 'unreachable';
  const notes = withNote(renewed.notes, note, { at, by });
  if (notes.length > MAX_NOTES && notes !== renewed.notes) return 'notesFull';
  const hasVisits = visits.some(({ slot, cancelledAt }) => slot ?? cancelledAt);
  const asked = reviewAsked && { reviewAskedAt: lead.reviewAskedAt ?? at };
  const changed = withFields({ ...(isBack ? withoutSale(renewed) : renewed), notes, ...asked }, fields);
  const sold = withInstallation(withSale(changed, lead, noted, now), noted);
  const after = withMilestones(lead, sold, { now, byOwner: true, hasVisits });
  const isSame = isDeepStrictEqual(after, lead) && (!outcome || (result ?? undefined) === kept);
  return isSame ? lead : { ...after, by, updatedAt: at, openedAt: lead.openedAt ?? at };
}

/**
 * The steps that the owner has changed since `seen`: two devices may note different ones. `null` if somebody else has
 * changed one of them.
 */
function ownSteps(job: LeadChange['job'], seen: unknown, present: object = {}): LeadChange['job'] | null {
  const before: Readonly<Record<string, unknown>> = typeof seen === 'object' && seen ? { ...seen } : {};
  const own = Object.fromEntries(Object.entries(job ?? {}).filter(([step, value]) => value !== (before[step] ?? null)));
  const known = Object.fromEntries(Object.keys(own).map((step) => [step, before[step] ?? null]));
  return job && seen !== undefined && !changedSince({ present: { ...present }, change: own, seen: known }) ? own : null;
}

/** The given value, or the one that is there; a `null` takes it away. */
const or = <Value>(given: Value | undefined, kept: Value | undefined) => (given === undefined ? kept : given);

/** The lead with the given fields. Only a lost lead has a reason, and only a sold one a job. */
function withFields(lead: Lead, fields: Omit<LeadChange, 'outcome' | 'note' | 'seen'>): Lead {
  const { lostReason, amount, followUp, noAds, job, unansweredText, ...rest } = lead;
  const status = fields.status ?? lead.status;
  const isWon = status === 'won';
  const kept = {
    amount: or(fields.amount, amount),
    lostReason: status === 'lost' ? or(fields.lostReason, lostReason) : null,
    followUp: isClosed({ status }) ? null : or(fields.followUp, followUp),
    noAds: or(fields.noAds, noAds) || null,
    unansweredText: or(fields.unansweredText, unansweredText),
    // A sale begins a job, which is kept also where the status is another for a while.
    job: fields.job ? filled({ ...job, ...fields.job }) : (job ?? (isWon && lead.status !== 'won' ? {} : null)),
  };
  return { ...rest, isSpam: fields.isSpam ?? lead.isSpam, status, ...filled(kept) };
}

/** A note that is already there was sent before, and its answer was lost. */
function withNote(notes: LeadNote[], note: NewNote | undefined, written: Pick<LeadNote, 'at' | 'by'>): LeadNote[] {
  return !note || notes.some(({ id }) => id === note.id) ? notes : [...notes, { ...note, ...written }];
}

/** The leads as the owner sees them, in their order. `known`: whether a visit has its slot, if that was read already. */
export async function asViewed(
  { standing, now }: LeadsContext,
  leads: readonly LeadWithVisits[],
  known?: (visit: Visit) => boolean,
): Promise<AdminLead[]> {
  const found = known ? null : await standing(leads.flatMap(({ visits }) => visits));
  const stands = known ?? (({ id }: Visit) => found?.has(id) ?? false);
  return leads.map((lead) => {
    const { id, createdAt, updatedAt, source, isSpam, request, notes } = lead;
    const { followUp, amount, lostReason, noAds, job, closedAt, reviewAskedAt } = lead;
    const begun = begunVisits(lead, now);
    const past = viewed(begun.filter(tookPlace(stands)));
    const coming = viewed(comingVisits(lead, now).filter(stands));
    const next = coming[0] ?? past.at(-1);
    return {
      id,
      createdAt,
      updatedAt,
      source,
      status: statusAt(lead, now),
      isSpam,
      request,
      notes,
      followUp,
      amount,
      lostReason,
      noAds,
      closedAt,
      cancelledAt: cancellationOf(lead, now),
      ...(lead.unansweredText && { unansweredText: lead.unansweredText }),
      ...(lead.status === 'won' && { job }),
      ...(next && { slot: next.start, slotEnd: next.end, slotKind: next.kind }),
      coming,
      visits: past,
      reviewAskedAt,
      ...(lead.parts && { also: lead.parts.map(({ createdAt, source, request }) => ({ createdAt, source, request })) }),
    };
  });
}
