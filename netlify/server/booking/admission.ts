import { changeLead, type Lead, type LeadVersion, type OwnersDecision } from '#server/leads/lead';
import { withMilestones } from '#server/leads/milestones';
import { isConsultation } from '#server/slots/records';
import { begunVisits, hasBegun, visitOfLead, visitToCome } from '#server/leads/lead-visits';
import type { Interval } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import { HOUR } from '#lib/time/units';

/**
 * A booker's proof. `id`: the id of the request, which others may have seen. `same-browser`: also its idempotency key, which
 * never leaves the visitor's browser. `link`: the signed link to the visit. `ByOwner`: the owner is signed in.
 */
export type Proof = 'id' | 'same-browser' | 'link' | ByOwner;

export interface ByOwner {
  /** The visit (ISO 8601) on the owner's screen, or `null`. A later change is not overwritten. */
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

/** The lead's record keeps these of the owner's decision. */
type Decided = Pick<ByOwner, 'isQuiet' | 'isAnyway' | 'by'>;

/**
 * `ended`: canceled, past, closed or old. `hasVisit`: only its link moves it. `stale`: the owner saw another visit.
 * `notMovable`: it is no consultation, and only the owner moves it.
 */
export type NotAdmitted = 'ended' | 'hasVisit' | 'movedOften' | 'stale' | 'notMovable';

/** ms. The id alone books a first visit for this long: as long as a visitor may sit before the dialog. */
const ID_PROOF_MS = 2 * HOUR;
const MAX_MOVES = 5;

/** Why the lead may not book the slot at `start` (ISO 8601); `null` if it may. `now` in ms. */
export function whyNotAdmitted(lead: Lead, start: string, proof: Proof, now: number): NotAdmitted | null {
  if (lead.isRemoving) return 'ended';
  if (lead.slot === start) return null;
  if (typeof proof === 'object') return isAsSeen(lead, proof) ? null : 'stale';
  if (lead.cancelledAt !== undefined || hasBegun(lead, now)) return 'ended';
  if (proof !== 'link' && isSettled(lead, proof, now)) return 'ended';
  if (lead.slot === undefined) return null;
  if (proof === 'id') return 'hasVisit';
  if (!isConsultation(lead.slotKind)) return 'notMovable';
  return lead.moves >= MAX_MOVES ? 'movedOften' : null;
}

const isAsSeen = ({ slot }: Lead, { from }: ByOwner): boolean => (slot ?? null) === from;

/** The owner has dealt with the request, or the id alone is too old to book with. */
function isSettled({ status, slot, createdAt }: Lead, proof: Proof, now: number): boolean {
  if (status !== 'new' && status !== 'booked') return true;
  if (slot !== undefined) return false;
  return status !== 'new' || (proof === 'id' && Date.parse(createdAt) < now - ID_PROOF_MS);
}

/** The slot is the lead's visit, a former one that has begun, or the one that it is trying to book. */
export function requestsSlot(lead: Lead | undefined, start: string): boolean {
  if (lead === undefined) return false;
  const isPast = lead.visits.some((visit) => visit.start === start);
  return lead.slot === start || lead.requestedSlot === start || isPast;
}

/**
 * Notes the slot that the lead tries to book. `former`: the unbooked slot that it tried before. `seen`: as last read.
 */
export async function requestSlot(
  leads: Store,
  id: string,
  start: string,
  { mayRequest, byOwner }: { mayRequest: (lead: Lead) => boolean; byOwner: Decided | undefined },
  seen?: LeadVersion,
): Promise<{ isNoted: boolean; former: string | null }> {
  const noted = (lead: Lead): Lead => {
    if (lead.slot === start || !mayRequest(lead)) return lead;
    const decided = ownersDecision(lead, start);
    const isSame = decided?.isQuiet === byOwner?.isQuiet && decided?.isAnyway === byOwner?.isAnyway;
    const isNoted = lead.requestedSlot === start && isSame;
    return isNoted ? lead : withDecision({ ...lead, requestedSlot: start }, start, byOwner);
  };
  const change = await changeLead(leads, id, noted, seen);
  if (!change || !mayRequest(change.before)) return { isNoted: false, former: null };
  const former = change.before.requestedSlot;
  return { isNoted: true, former: former && !requestsSlot(change.after, former) ? former : null };
}

/** A booked visit in its lead. */
interface LeadVisit {
  readonly slot: string;
  readonly slotEnd: string;
  readonly slotKind: string;
}

/** Makes the slot the lead's visit. `null` if the lead no longer wants it. `seen`: as last read. `now` in ms. */
export async function markBooked(
  leads: Store,
  id: string,
  visit: LeadVisit,
  now: number,
  seen?: LeadVersion,
): Promise<{ lead: Lead; former: Interval | null } | null> {
  const { slot } = visit;
  const isWanted = (lead: Lead) => lead.slot === slot || lead.requestedSlot === slot;
  const booked = (lead: Lead) => (isWanted(lead) ? withVisit(lead, visit, now) : lead);
  const change = await changeLead(leads, id, booked, seen);
  if (!change || change.after.slot !== slot) return null;
  const former = change.before.slot === slot ? null : visitToCome(change.before, now);
  return { lead: change.after, former };
}

/** A quote or a sale stays one when its measure or its installation is booked. */
const staysAsItIs = ({ status }: Lead) => status === 'quoted' || status === 'won';

function withVisit(lead: Lead, visit: LeadVisit, now: number): Lead {
  const { slot, slotEnd } = visit;
  const isThere = lead.slot === slot && visitOfLead(lead)?.end === Date.parse(slotEnd);
  if (isThere && lead.status !== 'new') return lead;
  const { requestedSlot, cancelledAt, cancelledSlot, byOwner, followUp, lostReason, ...rest } = lead;
  const decision = ownersDecision(lead, slot);
  // A move by the owner does not count against the visitor's five.
  const isMove = lead.slot && lead.slot !== slot && !decision;
  const status = staysAsItIs(lead) ? lead.status : 'booked';
  const visits = begunVisits(lead, now);
  const moves = lead.moves + (isMove ? 1 : 0);
  const updatedAt = new Date(now).toISOString();
  const booked = { ...rest, ...visit, visits: [...visits], status, moves, changes: lead.changes + 1, updatedAt };
  return withMilestones(lead, decision ? { ...booked, byOwner: [decision] } : booked, {
    now,
    byOwner: decision !== undefined,
  });
}

/** The owner's decision about this slot of the lead, if any. */
export function ownersDecision({ byOwner }: Pick<Lead, 'byOwner'>, start: string): OwnersDecision | undefined {
  return byOwner?.find(({ slot }) => slot === start);
}

/** The lead with the decision, or without one if the visitor decides. Keeps the decision about its visit. */
function withDecision(lead: Lead, start: string, decision: Decided | undefined): Lead {
  const { byOwner = [], ...rest } = lead;
  const kept = byOwner.filter(({ slot }) => slot === lead.slot);
  const from = lead.slot ? { from: lead.slot } : {};
  const { isQuiet, isAnyway, by } = decision ?? {};
  const decided = isQuiet === undefined ? [] : [{ slot: start, ...from, isQuiet, by, ...(isAnyway && { isAnyway }) }];
  const decisions = [...kept, ...decided];
  return decisions.length > 0 ? { ...rest, byOwner: decisions } : rest;
}

/** The visitor is not told that the slot is released: the owner canceled the visit or moved it away quietly. */
export function isLeftQuietly(lead: Lead, start: string): boolean {
  const moved = lead.slot === undefined ? undefined : ownersDecision(lead, lead.slot);
  return (ownersDecision(lead, start)?.isQuiet ?? false) || (moved?.isQuiet === true && moved.from === start);
}

/** Takes a canceled visit from the lead. `byOwner`: only the visit that the owner saw. */
export async function withdrawVisit(
  leads: Store,
  id: string,
  now: number,
  byOwner?: ByOwner,
): Promise<{ before: Lead; after: Lead } | null> {
  const moment = new Date(now).toISOString();
  return await changeLead(leads, id, (lead) => {
    if (!lead.slot && !lead.requestedSlot) return lead;
    if (byOwner && !isAsSeen(lead, byOwner)) return lead;
    const { slot, slotEnd, slotKind, requestedSlot, byOwner: _, ...rest } = lead;
    const given = [slot, requestedSlot].filter((start) => start !== undefined);
    const decisions = byOwner && {
      byOwner: given.map((start) => ({ slot: start, isQuiet: byOwner.isQuiet, by: byOwner.by })),
    };
    if (!slot) return { ...rest, ...decisions };
    const changes = lead.changes + 1;
    const cancelled = { cancelledAt: moment, cancelledSlot: slot };
    const status = lead.status === 'booked' ? 'new' : lead.status;
    return { ...rest, ...decisions, ...cancelled, status, changes, updatedAt: moment };
  });
}
