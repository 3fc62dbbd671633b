import * as z from 'zod/mini';
import { findLead, type Lead, personKeys, VISITORS } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { readAll, type Store, type Stored } from '#server/storage/port';
import { wordOn } from './admission.ts';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';

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
async function takePlace(
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
type PlacesSeen = ReadonlyMap<string, Promise<Stored | null>>;

/** Begins to read the places of the lead's person. */
function readPlaces(leads: Store, lead: Lead): PlacesSeen {
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

/** How one booking comes to its place: `lead` is the one that books as it was read first, and `start` its slot. */
export class Placing {
  #seen: PlacesSeen | undefined;
  #begun: { readonly keys: string; readonly taken: Promise<boolean> } | undefined;
  readonly #context: BookingContext;
  readonly #lead: Lead;
  readonly #start: string;

  constructor(context: BookingContext, lead: Lead, start: string) {
    this.#context = context;
    this.#lead = lead;
    this.#start = start;
  }

  /** Begins to read what is known of the places. */
  look(): void {
    this.#seen ??= readPlaces(this.#context.leads, this.#lead);
  }

  /**
   * Begins to take the place, for whoever holds the slot. A place is its lead's, whatever slot that is for: where the
   * booking comes to nothing it lapses. A calendar outside may say that the time is busy, so that there it is only read.
   */
  begin(): void {
    this.look();
    if (this.#context.visits.isOutside || this.#begun) return;
    const taken = takePlace(this.#context, this.#lead, this.#start, this.#seen);
    taken.catch(() => undefined);
    this.#begun = { keys: personKeys(this.#lead).join(), taken };
  }

  /** Takes the place of the lead as it is now. Whose words have changed meanwhile is another person, or one more. */
  async take(lead: Lead): Promise<boolean> {
    const isSame = this.#begun?.keys === personKeys(lead).join() && !wordOn(lead, this.#start);
    if (this.#begun && isSame) return await this.#begun.taken;
    return await takePlace(this.#context, lead, this.#start, this.#seen);
  }

  /** Resolves when what was begun has ended. */
  async quiet(): Promise<void> {
    await this.#begun?.taken.catch(() => undefined);
  }
}
