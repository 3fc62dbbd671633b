import { changeLead, type Lead, type LeadVersion, type OwnersDecision, withMilestones } from '#server/leads/lead';
import type { Store } from '#server/storage/port';

/**
 * What whoever books has shown. `id`: the id of the request, which others may have seen. `sitting`: the idempotency key of
 * the request too, which never leaves the browser that made it. `link`: the signed link to the visit. Or the owner books,
 * who is signed in.
 */
export type Proof = 'id' | 'sitting' | 'link' | ByOwner;

/** What the owner saw and wants. */
export interface ByOwner {
  /** The visit (ISO 8601) that the lead had then, or `null`: whatever has changed since is not written over. */
  readonly from: string | null;
  /** Whether the visitor is not told. */
  readonly isQuiet: boolean;
}

/**
 * Why a lead books nothing. `ended`: it is cancelled, past, closed or old. `hasVisit`: it has a visit, which is moved by
 * its link alone. `movedOften`: that was moved as often as it may be. `stale`: it is not the visit that the owner saw.
 */
export type NotAdmitted = 'ended' | 'hasVisit' | 'movedOften' | 'stale';

/** For how long the id alone books a first visit, in ms: as long as a visitor may sit before the dialog. */
const SITTING_MS = 2 * 60 * 60_000;
const MAX_MOVES = 5;

/** Whether the lead may book the slot that begins at `start` (ISO 8601), or why not: `null` when it may. `now` in ms. */
export function whyNotAdmitted(lead: Lead, start: string, proof: Proof, now: number): NotAdmitted | null {
  if (lead.isRemoving) return 'ended';
  if (lead.slot === start) return null;
  const isOver = lead.slot !== undefined && Date.parse(lead.slot) <= now;
  if (typeof proof === 'object' && !isOver) return isAsSeen(lead, proof) ? null : 'stale';
  if (lead.cancelledAt !== undefined || isOver) return 'ended';
  if (proof !== 'link' && isSettled(lead, proof, now)) return 'ended';
  if (lead.slot === undefined) return null;
  if (proof === 'id') return 'hasVisit';
  return lead.moves >= MAX_MOVES ? 'movedOften' : null;
}

/** Whether the lead's visit is still the one that the owner saw. */
const isAsSeen = ({ slot }: Lead, { from }: ByOwner): boolean => (slot ?? null) === from;

/** The owner has dealt with the request, or it is too old to be booked by its id. */
function isSettled({ status, slot, createdAt }: Lead, proof: Proof, now: number): boolean {
  if (status === 'closed' || status === 'called back') return true;
  if (slot !== undefined) return false;
  return status !== 'new' || (proof === 'id' && Date.parse(createdAt) < now - SITTING_MS);
}

/** Whether a slot that is held or booked for this lead is rightly so: it is its visit, or the one it is trying for. */
export function requestsSlot(lead: Lead | undefined, start: string): boolean {
  return lead !== undefined && (lead.slot === start || lead.requestedSlot === start);
}

/**
 * Notes which slot the lead is trying for, if its newest version may. `former`: the slot that it tried for before and has
 * not booked, if any. `byOwner`: it is the owner who tries for it. `seen`: the lead as it was read last.
 */
export async function requestSlot(
  leads: Store,
  id: string,
  start: string,
  { mayRequest, byOwner }: { mayRequest: (lead: Lead) => boolean; byOwner: { isQuiet: boolean } | undefined },
  seen?: LeadVersion,
): Promise<{ isNoted: boolean; former: string | null }> {
  const noted = (lead: Lead): Lead => {
    if (lead.slot === start || !mayRequest(lead)) return lead;
    const isNoted = lead.requestedSlot === start && ownersDecision(lead, start)?.isQuiet === byOwner?.isQuiet;
    return isNoted ? lead : withDecision({ ...lead, requestedSlot: start }, start, byOwner);
  };
  const change = await changeLead(leads, id, noted, seen);
  if (!change || !mayRequest(change.before)) return { isNoted: false, former: null };
  const former = change.before.requestedSlot;
  return { isNoted: true, former: former && !requestsSlot(change.after, former) ? former : null };
}

/**
 * Writes on the lead that the slot is its visit. Answers the lead and the visit that it had before, or `null` when the
 * lead no longer wants the slot. A repeat changes nothing. `seen`: the lead as it was read last. `now` in milliseconds.
 */
export async function markBooked(
  leads: Store,
  id: string,
  slot: string,
  now: number,
  seen?: LeadVersion,
): Promise<{ lead: Lead; former: string | null } | null> {
  const booked = (lead: Lead) => (requestsSlot(lead, slot) ? withVisit(lead, slot, now) : lead);
  const change = await changeLead(leads, id, booked, seen);
  if (!change || change.after.slot !== slot) return null;
  const former = change.before.slot;
  return { lead: change.after, former: former && former !== slot ? former : null };
}

function withVisit(lead: Lead, slot: string, now: number): Lead {
  if (lead.slot === slot && lead.status !== 'new') return lead;
  const { requestedSlot, cancelledAt, cancelledSlot, byOwner, ...rest } = lead;
  const decision = ownersDecision(lead, slot);
  // What the owner moves leaves the visitor their five.
  const isMove = lead.slot && lead.slot !== slot && !decision;
  const moves = lead.moves + (isMove ? 1 : 0);
  const updatedAt = new Date(now).toISOString();
  const booked = { ...rest, slot, status: 'booked' as const, moves, changes: lead.changes + 1, updatedAt };
  return withMilestones(lead, decision ? { ...booked, byOwner: [decision] } : booked, {
    now,
    byOwner: decision !== undefined,
  });
}

/** What the owner has decided about that slot of the lead, if it was the owner. */
export function ownersDecision({ byOwner }: Pick<Lead, 'byOwner'>, start: string): OwnersDecision | undefined {
  return byOwner?.find(({ slot }) => slot === start);
}

/** The lead with that decision about the slot, or none where the visitor decides. The one about its visit stays. */
function withDecision(lead: Lead, start: string, decision: { isQuiet: boolean } | undefined): Lead {
  const { byOwner = [], ...rest } = lead;
  const kept = byOwner.filter(({ slot }) => slot === lead.slot);
  const from = lead.slot ? { from: lead.slot } : {};
  const decisions = decision ? [...kept, { slot: start, ...from, isQuiet: decision.isQuiet }] : kept;
  return decisions.length > 0 ? { ...rest, byOwner: decisions } : rest;
}

/** Whether the visitor is not told that the slot is released: the owner has cancelled it quietly, or moved it away so. */
export function isLeftQuietly(lead: Lead, start: string): boolean {
  const moved = lead.slot === undefined ? undefined : ownersDecision(lead, lead.slot);
  return (ownersDecision(lead, start)?.isQuiet ?? false) || (moved?.isQuiet === true && moved.from === start);
}

/**
 * Takes the visit from the lead that has cancelled it. Answers the lead before, and after. `byOwner`: it is the owner who
 * cancels, and only what the owner saw.
 */
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
    const { slot, requestedSlot, byOwner: _, ...rest } = lead;
    const given = [slot, requestedSlot].filter((start) => start !== undefined);
    const decisions = byOwner && { byOwner: given.map((start) => ({ slot: start, isQuiet: byOwner.isQuiet })) };
    if (!slot) return { ...rest, ...decisions };
    const changes = lead.changes + 1;
    const cancelled = { cancelledAt: moment, cancelledSlot: slot };
    return { ...rest, ...decisions, ...cancelled, status: 'new', changes, updatedAt: moment };
  });
}
