import type { Interval } from '#lib/time/interval';
import { leadOfVisit, ownersDecision, personOfSlot, requestsSlot, timeToCome } from '#lead/visits';
import { type VisitVersion, findVisit } from '#server/leads/lead-records';
import { CONSULTATION, type Lead, type Visit } from '#lead/lead';
import { eventId, unlessCalendarFails } from '#server/calendar/calendar';
import { leadReference } from '#server/leads/lead-id';
import { isLeftQuietly, markBooked, requestSlot } from '#server/booking/admission';
import {
  readSlot,
  type SlotChange,
  type SlotState,
  swapSlot,
  UnreadableSlot,
  type VisitFacts,
  visitIn,
} from '#server/slots/records';
import { offeredWindow, type Schedule } from '#server/slots/times';
import { type BookingContext, contextFor } from './context.ts';
import {
  afterLostSwap,
  afterWrite,
  type Booking,
  type BookingEnd,
  type Call,
  type Failure,
  type Intent,
  type Knowledge,
  next,
  type QuotaTaken,
  type Reading,
  type Upkeep,
  type UpkeepEnd,
} from './machine.ts';
import { isTimeTaken, LOOK_MS, type Offer, offerOf, timesLeft } from './offer.ts';
import { type QuotaSeen, readQuota, takeQuota } from './visit-quota.ts';

/** ms from the call's `now`, for all attempts to change the calendar. */
const CHANGE_MS = 20_000;

/** A slot by its key, and the time that is asked for in it; a visit that is there has its own. */
export interface SlotAsked {
  readonly slot: string;
  readonly interval: Interval;
}

/** Runs the machine for the slot. Reports the calendar's failures to it and to the log. Throws when a store fails. */
export function run(
  context: BookingContext,
  intent: Booking,
  asked: SlotAsked,
  reads: BookingReads,
): Promise<BookingEnd>;
export function run(context: BookingContext, intent: Upkeep, asked: SlotAsked): Promise<UpkeepEnd>;
export async function run(
  context: BookingContext,
  intent: Intent,
  asked: SlotAsked,
  reads?: BookingReads,
): Promise<BookingEnd | UpkeepEnd> {
  const runner = new Runner(contextFor(context, personOfSlot(asked.slot)), intent, asked, reads);
  for (;;) {
    const step = next(intent, runner.seen, context.now);
    if ('end' in step) return step.end;
    if (!('write' in step)) await runner.carryOut(step);
    else if ((await runner.write(step.write)) && step.thenEnd) return step.thenEnd;
  }
}

/** Settles a slot without a booking in progress. Was it released? Reports an unreadable record and leaves it. */
export async function reconcileSlot(context: BookingContext, slot: string): Promise<boolean> {
  try {
    return (await run(context, { kind: 'reconcile' }, { slot, interval: visitIn(slot, null) })) === 'released';
  } catch (error) {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading a slot that is to be released', error);
    return false;
  }
}

/** A booking's readings before its run. If one is stale, the write over it fails. */
export interface BookingReads {
  readonly visit: VisitVersion;
  /** `undefined`: unreadable. The run reads it again. */
  readonly slot: SlotState | undefined;
  readonly schedule: Schedule;
  /** Asked of the newest visit, just before it points at the slot. */
  mayBook(visit: Visit, lead: Lead): boolean;
  /** Hears what stands in the way of the visit, if the run has looked. */
  readonly looked?: ((offer: Offer) => void) | undefined;
}

/** Does one step at a time and keeps its result. */
class Runner {
  seen: Knowledge;
  readonly #context: BookingContext;
  readonly #intent: Intent;
  readonly #asked: SlotAsked;
  readonly #reads: BookingReads | undefined;
  #slot: SlotState;
  /** The last reading. */
  #visit: VisitVersion | undefined;
  #quota: QuotaSeen = new Map();
  /** How many times are left. The run asks once. */
  #left: Promise<number> | undefined;
  #hasInserted = false;
  /** Read with the visit, after a hold. Absent: the owner books anyway. */
  #offer: Offer | undefined;

  constructor(context: BookingContext, intent: Intent, asked: SlotAsked, reads: BookingReads | undefined) {
    this.#context = context;
    this.#intent = intent;
    this.#asked = asked;
    this.#reads = reads;
    this.#slot = reads?.slot ?? { record: null, etag: null };
    this.#visit = reads?.visit;
    this.seen = {
      isOutside: context.calendar.isOutside,
      hold: 'none',
      ...(reads?.slot && { record: reads.slot.record }),
    };
  }

  /** Answers whether the record was still the one that was read. */
  async write(change: SlotChange): Promise<boolean> {
    const facts = change.state === 'free' ? {} : this.#factsOf(change);
    const written = await swapSlot(this.#context.slots, this.#asked.slot, this.#slot, { ...change, ...facts });
    this.seen = written ? afterWrite(this.seen, change) : afterLostSwap(this.#intent, this.seen);
    if (written) this.#slot = written;
    return written !== null;
  }

  /**
   * A hold takes the time and the kind that are asked for, and so does a booking over another visit's record. An event that
   * another run made says its own. Whatever follows keeps them, even under other rules.
   */
  #factsOf(change: Exclude<SlotChange, { state: 'free' }>): VisitFacts {
    const { event } = this.seen;
    if (change.state === 'booked' && event?.state === 'alive' && event.facts) return event.facts;
    const isAnothers =
      this.#intent.kind === 'book' && this.#intent.visit === change.visit && this.#holder !== change.visit;
    if (change.state === 'held' || isAnothers) return { end: this.#asked.interval.end, kind: this.#askedKind };
    return { end: this.#interval.end, kind: this.#kind };
  }

  async carryOut(step: { readonly read: Reading } | { readonly call: Call }): Promise<void> {
    const more = await this.#resultOf('read' in step ? step.read : step.call);
    this.seen = { ...this.seen, ...more };
  }

  async #resultOf(what: Reading | Call): Promise<Partial<Knowledge>> {
    const { calendar } = this.#context;
    switch (what) {
      case 'record':
        this.#slot = await readSlot(this.#context.slots, this.#asked.slot);
        return { record: this.#slot.record };
      case 'visit':
        return { visit: await this.#readVisit() };
      case 'event':
        return await this.#ask(what, async () => {
          return { event: await calendar.readEvent(this.#event, this.#lookDeadline) };
        });
      case 'busy':
        return await this.#ask(what, async () => {
          const busy = this.#offer !== undefined && isTimeTaken(this.#offer);
          // The time may be busy with our own event: another run of this booking may just have made it.
          return { busy, ...(busy && { event: undefined }) };
        });
      case 'point':
        return await this.#point();
      case 'takeQuota':
        return { quota: await this.#takeQuota() };
      case 'insert':
        return await this.#ask(what, () => this.#insert());
      case 'delete':
        return { deleted: await this.#delete() };
      case 'finish':
        return { finished: await this.#finish() };
      case 'notifyCancelled':
        return await this.#notifyCancelled();
    }
  }

  /** A booking reads the lead too: one that is being removed books nothing more. */
  async #readVisit(): Promise<NonNullable<Knowledge['visit']> | null> {
    if (this.#intent.kind === 'book') return await this.#readBooked();
    const found = await findVisit(this.#context.leads, this.#holder);
    const isThere = found?.whole.lead.visits.some(({ id }) => id === this.#holder);
    return found && isThere ? pointerOf(found.visit, this.#asked.slot) : null;
  }

  /** After a hold, also reads what stands in the way of the visit, and the quota. */
  async #readBooked(): Promise<NonNullable<Knowledge['visit']> | null> {
    const { leads, networks, now } = this.#context;
    const isHolding = this.seen.hold === 'ours';
    // The quota of a visitor with networks depends on all times on offer.
    const window = networks && offeredWindow(this.#schedule, now);
    const look = { held: this.#asked.slot, moved: this.#moved, window, deadline: this.#lookDeadline };
    const isAsked = isHolding && !this.#byOwner?.isAnyway;
    const [found, offer, quota] = await Promise.all([
      findVisit(leads, this.#visitId),
      isAsked ? offerOf(this.#context, this.#interval, look) : undefined,
      isHolding && this.#visit ? readQuota(this.#context, this.#visit) : this.#quota,
    ]);
    this.#visit = found ?? undefined;
    this.#offer = offer;
    if (offer) this.#reads?.looked?.(offer);
    this.#quota = quota;
    if (!found) return null;
    const pointer = pointerOf(found.visit, this.#asked.slot);
    return found.lead.isRemoving ? { ...pointer, pointsHere: false } : pointer;
  }

  async #takeQuota(): Promise<QuotaTaken> {
    // The owner's visits and events leave visitors fewer times.
    const countLeft = () => (this.#left ??= timesLeft(this.#context, this.#schedule, this.#offer?.around ?? []));
    return await takeQuota(this.#context, this.#booked, { slot: this.#asked.slot, seen: this.#quota, countLeft });
  }

  /** Points the visit at the slot, and releases the slot that it tried before. */
  async #point(): Promise<Partial<Knowledge>> {
    const request = { mayRequest: this.#reads?.mayBook ?? (() => false), byOwner: this.#byOwner };
    const { leads } = this.#context;
    const { isNoted, former } = await requestSlot(leads, this.#visitId, this.#asked.slot, request, this.#visit);
    if (former) await reconcileSlot(this.#context, former);
    return { pointed: isNoted };
  }

  async #insert(): Promise<Partial<Knowledge>> {
    const { calendar, now } = this.#context;
    const { lead, visit } = this.#booked;
    this.#hasInserted = true;
    const isQuiet = ownersDecision(visit, this.#asked.slot)?.isQuiet ?? false;
    const event = { ...this.#event, kind: this.#kind, lead, visit: visit.id, isQuiet };
    const inserted = await calendar.createEvent(event, now + CHANGE_MS);
    if (inserted === 'created') return { event: { state: 'alive', visit: visit.id } };
    return { exists: true, event: undefined };
  }

  async #delete(): Promise<'deleted' | 'absent' | 'unknown'> {
    const { calendar, now, report } = this.#context;
    const { id } = this.#event;
    const { record } = this.#slot;
    const isQuiet = record?.state === 'releasing' && record.isQuiet === true;
    return await unlessCalendarFails(calendar.deleteEvent(id, now + CHANGE_MS + LOOK_MS, { isQuiet }), (error) => {
      report(`Taking the event ${id} out of the calendar`, error);
      return 'unknown' as const;
    });
  }

  /** Marks visit and lead, tells everybody and releases the former slot. A later run may repeat each step. */
  async #finish(): Promise<'booked' | 'superseded'> {
    const { leads, now } = this.#context;
    const { slot } = this.#asked;
    const seen = this.#visit?.visit.id === this.#holder ? this.#visit : undefined;
    const who = (await this.#allOf()).people?.find(({ id }) => id === personOfSlot(slot))?.name;
    const booked = { slot, interval: this.#interval, kind: this.#kind, who };
    const marked = await markBooked(leads, this.#holder, booked, now, seen);
    if (!marked) {
      await reconcileSlot(this.#context, slot);
      return 'superseded';
    }
    const { former } = marked;
    const news = this.#newsOf(marked);
    await this.#context.notify(former ? { ...news, ...movedFrom(former, booked) } : { ...news, kind: 'booked' });
    if (former) await reconcileSlot(this.#context, former.slot);
    return 'booked';
  }

  /** Tells of the cancellation here, not in `cancelVisit`: if that call dies, the reconciling run still tells. */
  async #notifyCancelled(): Promise<Partial<Knowledge>> {
    const found = await findVisit(this.#context.leads, this.#holder);
    if (found) await this.#context.notify({ ...this.#newsOf(found), kind: 'cancelled' });
    return { notified: true };
  }

  #newsOf({ lead, visit }: { readonly lead: Lead; readonly visit: Visit }) {
    const decision = ownersDecision(visit, this.#asked.slot);
    const byOwner = decision && { byOwner: { isQuiet: decision.isQuiet } };
    const { id: eventId, interval } = this.#event;
    return { lead, visit, interval, eventId, visitKind: this.#kind, ...byOwner };
  }

  /** Asks the calendar. Its failure becomes part of `seen`. */
  async #ask(of: Failure['of'], call: () => Promise<Partial<Knowledge>>): Promise<Partial<Knowledge>> {
    return await unlessCalendarFails(call(), (error) => {
      this.#context.report(this.#task, error);
      return { failure: { of, kind: error.kind } };
    });
  }

  /** The visit in the slot, else the time that is asked for. */
  get #interval(): Interval {
    const { record } = this.#slot;
    return record && record.state !== 'free' ? visitIn(this.#asked.slot, record) : this.#asked.interval;
  }

  /** With the people, of whom one comes. */
  async #allOf(): Promise<Schedule> {
    return this.#reads?.schedule ?? (await this.#context.schedule());
  }

  get #schedule(): Schedule {
    return this.#reads?.schedule ?? this.#context.rules;
  }

  get #kind(): string {
    const { record } = this.#slot;
    return (record && record.state !== 'free' && record.kind) || CONSULTATION;
  }

  get #askedKind(): string {
    return this.#byOwner?.visitKind ?? CONSULTATION;
  }

  get #byOwner(): Booking['byOwner'] {
    return this.#intent.kind === 'book' ? this.#intent.byOwner : undefined;
  }

  /** The visit that the owner's booking moves. */
  get #moved(): SlotAsked | null {
    return this.#byOwner && this.#visit ? slotToCome(this.#visit.visit, this.#context.now) : null;
  }

  get #task(): string {
    if (this.#intent.kind === 'book') return `Booking a visit for ${leadReference(leadOfVisit(this.#intent.visit))}`;
    return 'Sweeping the calendar, which goes on the next time,';
  }

  get #booked(): VisitVersion {
    if (!this.#visit) throw new Error('An event is made for a visit that was read');
    return this.#visit;
  }

  get #holder(): string {
    const { record } = this.#slot;
    return record && record.state !== 'free' ? record.visit : '';
  }

  get #visitId(): string {
    return this.#intent.kind === 'book' ? this.#intent.visit : this.#holder;
  }

  /** The event of the record's number, as the calendar knows it. */
  get #event() {
    const { slot } = this.#asked;
    const id = eventId(this.#context.calendar.name, slot, this.#slot.record?.eventNumber ?? 0);
    return { id, slot, interval: this.#interval };
  }

  /** ms since the epoch. Repeated inserts may have used up the time of the first look. */
  get #lookDeadline(): number {
    return this.#context.now + (this.#hasInserted ? CHANGE_MS : 0) + LOOK_MS;
  }
}

/** A visitor who does not know who comes is not told of another one. */
function movedFrom(former: SlotAsked & { readonly who: string | undefined }, { slot, interval }: SlotAsked) {
  const isSame = former.interval.start === interval.start && former.interval.end === interval.end;
  const isHandedOver = isSame && personOfSlot(former.slot) !== personOfSlot(slot);
  return {
    kind: 'moved' as const,
    former: former.interval,
    ...(isHandedOver && { isHandedOver }),
    ...(isHandedOver && former.who === undefined && { byOwner: { isQuiet: true } }),
  };
}

/** The visit's slot, unless the visit has begun or is canceled. `now` in ms. */
export function slotToCome(visit: Visit, now: number): SlotAsked | null {
  const interval = timeToCome(visit, now);
  return visit.slot !== undefined && interval ? { slot: visit.slot, interval } : null;
}

function pointerOf(visit: Visit, slot: string): NonNullable<Knowledge['visit']> {
  const pointer = { pointsHere: requestsSlot(visit, slot), isCancelled: visit.cancelledSlot === slot };
  return isLeftQuietly(visit, slot) ? { ...pointer, isQuiet: true } : pointer;
}
