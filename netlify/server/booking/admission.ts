import * as z from 'zod/mini';
import {
  changeLead,
  findLead,
  type Lead,
  type LeadVersion,
  type OwnersWord,
  personKeys,
  VISITORS,
} from '#server/leads/lead';
import { withMilestones } from '#server/leads/tallies';
import { readSlot } from '#server/slots/records';
import { readAll, type Store, type Stored } from '#server/storage/port';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';

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
export const MAX_MOVES = 5;

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
export const isAsSeen = ({ slot }: Lead, { from }: ByOwner): boolean => (slot ?? null) === from;

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
    const isNoted = lead.requestedSlot === start && wordOn(lead, start)?.isQuiet === byOwner?.isQuiet;
    return isNoted ? lead : withWord({ ...lead, requestedSlot: start }, start, byOwner);
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
  const word = wordOn(lead, slot);
  // What the owner moves leaves the visitor their five.
  const isMove = lead.slot && lead.slot !== slot && !word;
  const moves = lead.moves + (isMove ? 1 : 0);
  const updatedAt = new Date(now).toISOString();
  const booked = { ...rest, slot, status: 'booked' as const, moves, changes: lead.changes + 1, updatedAt };
  return withMilestones(lead, word ? { ...booked, byOwner: [word] } : booked, { now, byOwner: word !== undefined });
}

/** What the owner has decided about that slot of the lead, if it was the owner. */
export function wordOn({ byOwner }: Pick<Lead, 'byOwner'>, start: string): OwnersWord | undefined {
  return byOwner?.find(({ slot }) => slot === start);
}

/** The lead with that word on the slot, or none where the visitor has the say. What is said of its visit stays. */
function withWord(lead: Lead, start: string, word: { isQuiet: boolean } | undefined): Lead {
  const { byOwner = [], ...rest } = lead;
  const kept = byOwner.filter(({ slot }) => slot === lead.slot);
  const from = lead.slot ? { from: lead.slot } : {};
  const words = word ? [...kept, { slot: start, ...from, isQuiet: word.isQuiet }] : kept;
  return words.length > 0 ? { ...rest, byOwner: words } : rest;
}

/** Whether the visitor is not told that the slot is given up: the owner has cancelled it quietly, or moved it away so. */
export function isLeftQuietly(lead: Lead, start: string): boolean {
  const moved = lead.slot === undefined ? undefined : wordOn(lead, lead.slot);
  return (wordOn(lead, start)?.isQuiet ?? false) || (moved?.isQuiet === true && moved.from === start);
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
    const words = byOwner && { byOwner: given.map((start) => ({ slot: start, isQuiet: byOwner.isQuiet })) };
    if (!slot) return { ...rest, ...words };
    const changes = lead.changes + 1;
    const cancelled = { cancelledAt: moment, cancelledSlot: slot };
    return { ...rest, ...words, ...cancelled, status: 'new', changes, updatedAt: moment };
  });
}

/** How many visits to come one person may have. */
export const MAX_COMING_VISITS = 3;

/**
 * The places of one person: of each lead that has a visit, or is booking one now, until when (ms) that is so for certain.
 * After that the lead and the slot's record say whether the place is still taken, so that nothing need be written when a
 * visit is cancelled, or begins.
 */
const Places = z.array(z.object({ lead: z.string(), until: z.number() }));
type Places = z.infer<typeof Places>;

/**
 * Takes a place for the lead with whoever its phone and its mail address belong to, by compare-and-swap, or answers
 * `false` when one of them has as many visits as a person may. It is taken by whoever holds a slot, right before the event
 * is made; a booking that comes to nothing after that leaves its place to lapse. The owner, who has chosen the slot, knows
 * how many visits one person needs: those have a place in any case, and count. The places are taken one after the other,
 * so that two bookings of one person cannot each keep the other from its second place. `seen` is what was read of them.
 */
export async function takePlace(
  context: BookingContext,
  lead: Lead,
  start: string,
  seen: PlacesSeen = new Map(),
): Promise<boolean> {
  const max = wordOn(lead, start) ? Infinity : MAX_COMING_VISITS;
  for (const key of personKeys(lead)) {
    if (!(await takePlaceOf(context, lead, { key, max, seen: seen.get(key) }))) return false;
  }
  return true;
}

/** The records of a person's places, by their keys, as they are being read. */
export type PlacesSeen = ReadonlyMap<string, Promise<Stored | null>>;

/** Begins to read the places of the lead's person. */
export function readPlaces(leads: Store, lead: Lead): PlacesSeen {
  const reads = personKeys(lead).map((key) => [key, leads.get(key)] as const);
  // Whoever takes the places hears of a failure; a booking that needs none does not.
  for (const [, read] of reads) read.catch(() => undefined);
  return new Map(reads);
}

async function takePlaceOf(
  context: BookingContext,
  lead: Lead,
  { key, max, seen }: { key: string; max: number; seen: Promise<Stored | null> | undefined },
): Promise<boolean> {
  const { leads, now } = context;
  for (let read = seen; ; read = undefined) {
    const stored = await (read ?? leads.get(key));
    const places = Places.parse(stored?.value ?? []);
    const own = places.find((place) => place.lead === lead.id);
    if (own && lead.slot) return true;
    const others = places.filter((place) => place !== own);
    const taken = others.length < MAX_COMING_VISITS ? others : await stillTaken(context, others);
    if (taken.length >= max) return false;
    const changed: Places = [...taken, { lead: lead.id, until: now + HOLD_MS }];
    const written = stored ? await leads.replace(key, changed, stored.etag) : await leads.create(key, changed);
    if (written) return true;
  }
}

/** Gives back the places of a lead that is removed. An empty record is the sweep's. */
export async function leavePlaces({ leads }: Pick<BookingContext, 'leads'>, lead: Lead): Promise<void> {
  for (const key of personKeys(lead)) {
    for (;;) {
      const stored = await leads.get(key);
      const places = Places.safeParse(stored?.value).data ?? [];
      const others = places.filter((place) => place.lead !== lead.id);
      if (!stored || others.length === places.length || (await leads.replace(key, others, stored.etag))) break;
    }
  }
}

async function stillTaken(context: BookingContext, places: Places): Promise<Places> {
  const taken = await Promise.all(places.map((place) => isStillTaken(context, place)));
  return places.filter((_, index) => taken[index]);
}

async function isStillTaken(context: BookingContext, { lead: id, until }: Places[number]): Promise<boolean> {
  const { leads, calendar, now } = context;
  if (until > now) return true;
  const { slot, requestedSlot } = (await findLead(leads, id))?.lead ?? {};
  if (slot && Date.parse(slot) > now) return true;
  if (!requestedSlot || Date.parse(requestedSlot) <= now) return false;
  // Its process may have died, and the sweep book the slot for it yet.
  const { record } = await readSlot(calendar, Date.parse(requestedSlot));
  return record !== null && record.state !== 'free' && record.lead === id;
}

const DAY = 24 * 60 * 60_000;

/** Forgets those who have had no visit to come for a day. */
export async function sweepPlaces(context: BookingContext): Promise<void> {
  for (const { key, value } of await readAll(context.leads, VISITORS, Places)) {
    const isFresh = value.some(({ until }) => until > context.now - DAY);
    if (!isFresh && (await stillTaken(context, value)).length === 0) await context.leads.delete(key);
  }
}
