import { HOUR } from '#lib/time/units';
import { type Interval, toSlot } from '#lib/time/interval';
import { withMilestones } from '#lead/decide';
import type { Lead, Visit } from '#lead/lead';
import {
  comingVisits,
  hasBegun,
  intervalOf,
  isConsultation,
  ownersDecision,
  requestsSlot,
  timeToCome,
} from '#lead/visits';
import { changeVisit, type VisitVersion } from '#server/leads/lead-records';
import type { Store } from '#server/storage/port';

/**
 * A booker's proof. `id`: the id of the request, which others may have seen. `same-browser`: also its idempotency key, which
 * never leaves the visitor's browser. `link`: the signed link to the visit. `ByOwner`: the owner is signed in.
 */
export type Proof = 'id' | 'same-browser' | 'link' | ByOwner;

export interface ByOwner {
  /** The slot of the visit on the owner's screen, or `null`. A later change is not overwritten. */
  readonly from: string | null;
  /** The visitor is not told. */
  readonly isQuiet: boolean;
  /** Who of us decides. */
  readonly by: string;
  /** The owner books whatever the visit overlaps. */
  readonly isAnyway?: boolean;
  /** The kind of visit; absent: a consultation. */
  readonly visitKind?: string;
}

/** The visit keeps these of the owner's decision. */
type Decided = Pick<ByOwner, 'isQuiet' | 'isAnyway' | 'by'>;

/**
 * `ended`: canceled, past, closed or old. `hasVisit`: only its link moves it. `stale`: the owner saw another visit.
 * `notMovable`: it is no consultation, and only the owner moves it.
 */
export type NotAdmitted = 'ended' | 'hasVisit' | 'movedOften' | 'stale' | 'notMovable';

/** ms. The id alone books a first visit for this long: as long as a visitor may sit before the dialog. */
const ID_PROOF_MS = 2 * HOUR;
const MAX_MOVES = 5;

/** Why the lead may not have its visit in the slot; `null` if it may. `lead`: as its visitor knows it. `now` in ms. */
export function whyNotAdmitted(
  { lead, visit }: Pick<VisitVersion, 'lead' | 'visit'>,
  slot: string,
  proof: Proof,
  now: number,
): NotAdmitted | null {
  if (lead.isRemoving) return 'ended';
  if (visit.slot === slot) return null;
  if (typeof proof === 'object') return isAsSeen(visit, proof) ? null : 'stale';
  const isOver = (one: Visit) => one.cancelledAt !== undefined || hasBegun(one, now);
  const others = lead.visits.filter(({ id }) => id !== visit.id);
  if (isOver(visit) || (visit.slot === undefined && others.some(isOver))) return 'ended';
  if (proof !== 'link' && isSettled(lead, visit, proof, now)) return 'ended';
  if (visit.slot === undefined) return null;
  if (proof === 'id') return 'hasVisit';
  if (!isConsultation(visit.kind)) return 'notMovable';
  return visit.moves >= MAX_MOVES ? 'movedOften' : null;
}

const isAsSeen = ({ slot }: Visit, { from }: ByOwner): boolean => (slot ?? null) === from;

/** The owner has dealt with the request, or the id alone is too old to book with. */
function isSettled({ status, createdAt }: Lead, { slot }: Visit, proof: Proof, now: number): boolean {
  if (status !== 'new' && status !== 'booked') return true;
  if (slot !== undefined) return false;
  return status !== 'new' || (proof === 'id' && Date.parse(createdAt) < now - ID_PROOF_MS);
}

/**
 * Notes the slot that the visit is to have. `former`: the unbooked slot that it tried before. `seen`: as last read.
 */
export async function requestSlot(
  leads: Store,
  id: string,
  slot: string,
  { mayRequest, byOwner }: { mayRequest: (visit: Visit, lead: Lead) => boolean; byOwner: Decided | undefined },
  seen?: VisitVersion,
): Promise<{ isNoted: boolean; former: string | null }> {
  const noted = (visit: Visit, lead: Lead): Visit => {
    if (visit.slot === slot || !mayRequest(visit, lead)) return visit;
    const decided = ownersDecision(visit, slot);
    const isSame = decided?.isQuiet === byOwner?.isQuiet && decided?.isAnyway === byOwner?.isAnyway;
    const isNoted = visit.requested === slot && isSame;
    return isNoted ? visit : withDecision({ ...visit, requested: slot }, slot, byOwner);
  };
  const change = await changeVisit(leads, id, noted, seen);
  if (!change || !mayRequest(change.before, change.lead)) return { isNoted: false, former: null };
  const former = change.before.requested;
  return { isNoted: true, former: former && !requestsSlot(change.visit, former) ? former : null };
}

/** A visit in its slot. `interval` in ms. */
interface InSlot {
  readonly slot: string;
  readonly interval: Interval;
  readonly kind: string;
  /** The name of who comes. */
  readonly who?: string | undefined;
}

/**
 * Gives the visit its slot, which makes its lead a booked one. `null` if it no longer wants the slot. `former`: the slot
 * that it leaves. `seen`: as last read. `now` in ms.
 */
export async function markBooked(leads: Store, id: string, booked: InSlot, now: number, seen?: VisitVersion) {
  const { slot } = booked;
  const inSlot = (visit: Visit) => (requestsSlot(visit, slot) ? withSlot(visit, booked) : visit);
  const asBooked = (lead: Lead) => {
    const byOwner = lead.visits.some((visit) => visit.id === id && ownersDecision(visit, slot) !== undefined);
    return bookedLead(lead, byOwner, now);
  };
  const change = await changeVisit(leads, id, inSlot, seen, asBooked);
  if (!change || change.visit.slot !== slot) return null;
  const { before, visit, lead } = change;
  const interval = before.slot === slot ? null : timeToCome(before, now);
  return { visit, lead, former: before.slot && interval ? { slot: before.slot, interval, who: before.who } : null };
}

function withSlot(visit: Visit, { slot, interval, kind, who }: InSlot): Visit {
  const { start, end } = toSlot(interval);
  if (visit.slot === slot && intervalOf(visit)?.end === interval.end) return visit;
  const { requested, cancelledAt, cancelledSlot, byOwner, day, who: _, ...rest } = visit;
  const decision = ownersDecision(visit, slot);
  // A move by the owner does not count against the visitor's five.
  const isMove = visit.slot && visit.slot !== slot && !decision;
  const moves = visit.moves + (isMove ? 1 : 0);
  // The owner's steps of its day were of the former time.
  const noted = start === visit.start ? { day } : {};
  const booked = { ...rest, ...noted, slot, start, end, kind, ...(who && { who }), moves, changes: visit.changes + 1 };
  return decision ? { ...booked, byOwner: [decision] } : booked;
}

/** The lead of a visit that is booked now. A quote or a sale stays one when its measure or its installation is booked. */
function bookedLead(lead: Lead, byOwner: boolean, now: number): Lead {
  const { lostReason, ...rest } = lead;
  const status = lead.status === 'quoted' || lead.status === 'won' ? lead.status : 'booked';
  // Whom the owner books is a person.
  const isSpam = lead.isSpam && !byOwner;
  const at = new Date(now).toISOString();
  const after = { ...rest, isSpam, status, updatedAt: at, ...(byOwner && { openedAt: lead.openedAt ?? at }) };
  return withMilestones(lead, after, { now, byOwner });
}

/** The visit with the decision, or without one if the visitor decides. Keeps the decision about its slot. */
function withDecision(visit: Visit, slot: string, decision: Decided | undefined): Visit {
  const { byOwner = [], ...rest } = visit;
  const kept = byOwner.filter((one) => one.slot === visit.slot);
  const from = visit.slot ? { from: visit.slot } : {};
  const { isQuiet, isAnyway, by } = decision ?? {};
  const decided = isQuiet === undefined ? [] : [{ slot, ...from, isQuiet, by, ...(isAnyway && { isAnyway }) }];
  const decisions = [...kept, ...decided];
  return decisions.length > 0 ? { ...rest, byOwner: decisions } : rest;
}

/** The visitor is not told that the slot is released: the owner canceled the visit or moved it away quietly. */
export function isLeftQuietly(visit: Visit, slot: string): boolean {
  const moved = visit.slot === undefined ? undefined : ownersDecision(visit, visit.slot);
  return (ownersDecision(visit, slot)?.isQuiet ?? false) || (moved?.isQuiet === true && moved.from === slot);
}

/**
 * Takes a canceled visit its slot, and brings its lead back to the owner unless another visit of it is to come: a booked
 * one is new again, and whatever day was noted does not hide a quoted or a sold one. `byOwner`: only the visit that the
 * owner saw.
 */
export async function withdrawVisit(
  leads: Store,
  seen: VisitVersion,
  now: number,
  byOwner?: ByOwner,
): Promise<{ before: Visit; visit: Visit } | null> {
  const at = new Date(now).toISOString();
  const withdrawn = (visit: Visit): Visit => {
    if (!visit.slot && !visit.requested) return visit;
    if (byOwner && !isAsSeen(visit, byOwner)) return visit;
    const { slot, requested, byOwner: _, ...rest } = visit;
    const given = [slot, requested].filter((key) => key !== undefined);
    const decisions = byOwner && {
      byOwner: given.map((key) => ({ slot: key, isQuiet: byOwner.isQuiet, by: byOwner.by })),
    };
    if (!slot) return { ...rest, ...decisions };
    return { ...rest, ...decisions, cancelledAt: at, cancelledSlot: slot, changes: visit.changes + 1 };
  };
  const left = (lead: Lead): Lead => {
    const isCanceled = lead.visits.some(({ id, cancelledAt }) => id === seen.visit.id && cancelledAt === at);
    if (!isCanceled || comingVisits(lead, now).length > 0) return lead;
    const { followUp, ...rest } = lead;
    if (lead.status === 'booked') return { ...lead, status: 'new', updatedAt: at };
    return followUp === undefined ? lead : { ...rest, updatedAt: at };
  };
  return await changeVisit(leads, seen.visit.id, withdrawn, seen, left);
}
