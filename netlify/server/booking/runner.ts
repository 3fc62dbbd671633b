import { CalendarError, eventId } from '#server/calendar/port';
import { findLead, type Lead, type LeadVersion } from '#server/leads/lead';
import { leadReference } from '#server/leads/lead-id';
import { isLeftQuietly, markBooked, requestSlot, requestsSlot, ownersDecision } from '#server/booking/admission';
import {
  CONSULTATION,
  readSlot,
  type SlotChange,
  type SlotState,
  swapSlot,
  UnreadableSlot,
  type VisitFacts,
  visitIn,
} from '#server/slots/records';
import { visitToCome } from '#server/leads/lead-visits';
import { type Interval, offeredWindow, type Schedule, storedVisit, toSlot } from '#server/slots/times';
import type { BookingContext } from './context.ts';
import { afterLostSwap, afterWrite, next } from './machine.ts';
import { isTaken, LOOK_MS, type Offer, offerOf, timesLeft } from './offer.ts';
import type {
  Booking,
  BookingEnd,
  Failure,
  Intent,
  Knowledge,
  QuotaTaken,
  Step,
  Upkeep,
  UpkeepEnd,
} from './knowledge.ts';
import { type QuotaSeen, readQuota, takeQuota } from './visit-quota.ts';

/** ms from the call's `now`, for all attempts to change the calendar. */
const CHANGE_MS = 20_000;

/** Runs the machine for the slot. Reports the calendar's failures to it and to the log. Throws when a store fails. */
export function run(
  context: BookingContext,
  intent: Booking,
  interval: Interval,
  reads: BookingReads,
): Promise<BookingEnd>;
export function run(context: BookingContext, intent: Upkeep, interval: Interval): Promise<UpkeepEnd>;
export async function run(
  context: BookingContext,
  intent: Intent,
  interval: Interval,
  reads?: BookingReads,
): Promise<BookingEnd | UpkeepEnd> {
  const runner = new Runner({ context, intent, interval, reads });
  for (;;) {
    const step = next(intent, runner.seen, context.now);
    if ('end' in step) return step.end;
    if (!('write' in step)) await runner.carryOut(step);
    else if ((await runner.write(step.write)) && step.thenEnd) return step.thenEnd;
  }
}

/** Settles a slot without a booking in progress. Was it released? Reports an unreadable record and leaves it. */
export async function reconcileSlot(context: BookingContext, start: number): Promise<boolean> {
  try {
    return (await run(context, { kind: 'reconcile' }, storedVisit(start))) === 'released';
  } catch (error) {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading a slot that is to be released', error);
    return false;
  }
}

/** A booking's readings before its run. If one is stale, the write over it fails. */
export interface BookingReads {
  readonly lead: LeadVersion;
  /** `undefined`: unreadable. The run reads it again. */
  readonly slot: SlotState | undefined;
  readonly schedule: Schedule;
  /** Asked of the newest lead, just before it points at the slot. */
  mayBook(lead: Lead): boolean;
}

/** `interval`: as it is asked for; a visit in the slot has its own. `reads`: for a booking only. */
interface RunOf {
  readonly context: BookingContext;
  readonly intent: Intent;
  readonly interval: Interval;
  readonly reads: BookingReads | undefined;
}

/** Does one step at a time and keeps its result. */
class Runner {
  seen: Knowledge;
  readonly #context: BookingContext;
  readonly #intent: Intent;
  readonly #asked: Interval;
  readonly #start: string;
  readonly #mayBook: (lead: Lead) => boolean;
  readonly #schedule: Schedule;
  #slot: SlotState;
  /** The last reading. */
  #lead: LeadVersion | undefined;
  #quota: QuotaSeen = new Map();
  /** How many times are left. The run asks once. */
  #left: Promise<number> | undefined;
  #hasInserted = false;
  /** Read with the lead, after a hold. Absent: the owner books anyway. */
  #offer: Offer | undefined;

  constructor({ context, intent, interval, reads }: RunOf) {
    this.#context = context;
    this.#intent = intent;
    this.#asked = interval;
    this.#start = toSlot(interval).start;
    this.#mayBook = reads?.mayBook ?? (() => false);
    this.#schedule = reads?.schedule ?? context.rules;
    this.#slot = reads?.slot ?? { record: null, etag: null };
    this.#lead = reads?.lead;
    this.seen = {
      isOutside: context.visits.isOutside,
      hold: 'none',
      ...(reads?.slot && { record: reads.slot.record }),
    };
  }

  /** Answers whether the record was still the one that was read. */
  async write(change: SlotChange): Promise<boolean> {
    const facts = change.state === 'free' ? {} : this.#factsOf(change);
    const written = await swapSlot(this.#context.calendar, this.#asked.start, this.#slot, { ...change, ...facts });
    this.seen = written ? afterWrite(this.seen, change) : afterLostSwap(this.#intent, this.seen);
    if (written) this.#slot = written;
    return written !== null;
  }

  /**
   * A hold takes the time and the kind that are asked for, and so does a booking over another lead's record. An event that
   * another run made says its own. Whatever follows keeps them, even under other rules.
   */
  #factsOf(change: Exclude<SlotChange, { state: 'free' }>): VisitFacts {
    const { event } = this.seen;
    if (change.state === 'booked' && event?.state === 'alive' && event.visit) return event.visit;
    const isAnothers =
      this.#intent.kind === 'book' && this.#intent.lead === change.lead && this.#holder !== change.lead;
    if (change.state === 'held' || isAnothers) return { end: this.#asked.end, kind: this.#askedKind };
    return { end: this.#interval.end, kind: this.#kind };
  }

  async carryOut(step: Extract<Step<never>, { read: string } | { call: string }>): Promise<void> {
    const more = 'read' in step ? await this.#read(step.read) : await this.#call(step.call);
    this.seen = { ...this.seen, ...more };
  }

  async #read(what: 'record' | 'lead' | 'event' | 'busy'): Promise<Partial<Knowledge>> {
    const { visits } = this.#context;
    const interval = this.#interval;
    switch (what) {
      case 'record':
        this.#slot = await readSlot(this.#context.calendar, interval.start);
        return { record: this.#slot.record };
      case 'lead':
        return { lead: await this.#readLead() };
      case 'event':
        return await this.#ask(what, async () => {
          return { event: await visits.readEvent({ id: this.#eventId, interval }, this.#lookDeadline) };
        });
      case 'busy':
        return await this.#ask(what, async () => {
          const busy = this.#offer !== undefined && isTaken(this.#offer);
          // The time may be busy with our own event: another run of this booking may just have made it.
          return { busy, ...(busy && { event: undefined }) };
        });
    }
  }

  /** After a hold, also reads what stands in the way of the visit, and the quota. */
  async #readLead(): Promise<NonNullable<Knowledge['lead']> | null> {
    const { leads, networks, now } = this.#context;
    const isHolding = this.#intent.kind === 'book' && this.seen.hold === 'ours';
    // The quota of a visitor with networks depends on all times on offer.
    const window = networks && offeredWindow(this.#schedule, now);
    const look = { held: this.#asked.start, moved: this.#moved, window, deadline: this.#lookDeadline };
    const isAsked = isHolding && !this.#byOwner?.isAnyway;
    const [found, offer, quota] = await Promise.all([
      findLead(leads, this.#leadId),
      isAsked ? offerOf(this.#context, this.#interval, look) : undefined,
      isHolding && this.#lead ? readQuota(this.#context, this.#lead.lead) : this.#quota,
    ]);
    this.#lead = found ?? undefined;
    this.#offer = offer;
    this.#quota = quota;
    return found && pointerOf(found.lead, this.#start);
  }

  async #call(
    what: 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled',
  ): Promise<Partial<Knowledge>> {
    switch (what) {
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

  async #takeQuota(): Promise<QuotaTaken> {
    // The owner's visits and events leave visitors fewer times.
    const countLeft = () => (this.#left ??= timesLeft(this.#context, this.#schedule, this.#offer?.around ?? []));
    return await takeQuota(this.#context, this.#leadThatBooks, { start: this.#start, seen: this.#quota, countLeft });
  }

  /** Points the lead at the slot, and releases the slot that it tried before. */
  async #point(): Promise<Partial<Knowledge>> {
    const request = { mayRequest: this.#mayBook, byOwner: this.#byOwner };
    const { isNoted, former } = await requestSlot(this.#context.leads, this.#leadId, this.#start, request, this.#lead);
    if (former) await reconcileSlot(this.#context, Date.parse(former));
    return { pointed: isNoted };
  }

  async #insert(): Promise<Partial<Knowledge>> {
    const { visits, now } = this.#context;
    const lead = this.#leadThatBooks;
    this.#hasInserted = true;
    const isQuiet = ownersDecision(lead, this.#start)?.isQuiet ?? false;
    const visit = { id: this.#eventId, interval: this.#interval, kind: this.#kind, lead, isQuiet };
    const inserted = await visits.createEvent(visit, now + CHANGE_MS);
    if (inserted === 'created') return { event: { state: 'alive', lead: lead.id } };
    return { exists: true, event: undefined };
  }

  async #delete(): Promise<'deleted' | 'absent' | 'unknown'> {
    const { visits, now, report } = this.#context;
    const id = this.#eventId;
    const { record } = this.#slot;
    const isQuiet = record?.state === 'releasing' && record.isQuiet === true;
    try {
      return await visits.deleteEvent(id, now + CHANGE_MS + LOOK_MS, { isQuiet });
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      report(`Taking the event ${id} out of the calendar`, error);
      return 'unknown';
    }
  }

  /** Marks the lead, tells everybody and releases the former visit. A later run may repeat each step. */
  async #finish(): Promise<'booked' | 'superseded'> {
    const { leads, now } = this.#context;
    const { start, end } = toSlot(this.#interval);
    const visit = { slot: start, slotEnd: end, slotKind: this.#kind };
    const seen = this.#lead?.lead.id === this.#holder ? this.#lead : undefined;
    const marked = await markBooked(leads, this.#holder, visit, now, seen);
    if (!marked) {
      await reconcileSlot(this.#context, this.#asked.start);
      return 'superseded';
    }
    const { lead, former } = marked;
    const news = this.#newsOf(lead);
    await this.#context.notify(former ? { ...news, kind: 'moved', former } : { ...news, kind: 'booked' });
    if (former) await reconcileSlot(this.#context, former.start);
    return 'booked';
  }

  /** Tells of the cancellation here, not in `cancelVisit`: if that call dies, the reconciling run still tells. */
  async #notifyCancelled(): Promise<Partial<Knowledge>> {
    const found = this.#lead;
    if (found) await this.#context.notify({ ...this.#newsOf(found.lead), kind: 'cancelled' });
    return { notified: true };
  }

  #newsOf(lead: Lead) {
    const decision = ownersDecision(lead, this.#start);
    const byOwner = decision && { byOwner: { isQuiet: decision.isQuiet } };
    return { lead, interval: this.#interval, eventId: this.#eventId, visitKind: this.#kind, ...byOwner };
  }

  /** Asks the calendar. Its failure becomes part of `seen`. */
  async #ask(of: Failure['of'], call: () => Promise<Partial<Knowledge>>): Promise<Partial<Knowledge>> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      this.#context.report(this.#task, error);
      return { failure: { of, kind: error.kind } };
    }
  }

  /** The visit in the slot, else the time that is asked for. */
  get #interval(): Interval {
    const { record } = this.#slot;
    return record && record.state !== 'free' ? visitIn(this.#asked.start, record) : this.#asked;
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
  get #moved(): Interval | null {
    return this.#byOwner && this.#lead ? visitToCome(this.#lead.lead, this.#context.now) : null;
  }

  get #task(): string {
    if (this.#intent.kind === 'book') return `Booking a visit for ${leadReference(this.#intent.lead)}`;
    return 'Sweeping the calendar, which goes on the next time,';
  }

  get #leadThatBooks(): Lead {
    if (!this.#lead) throw new Error('An event is made for a lead that was read');
    return this.#lead.lead;
  }

  get #holder(): string {
    const { record } = this.#slot;
    return record && record.state !== 'free' ? record.lead : '';
  }

  get #leadId(): string {
    return this.#intent.kind === 'book' ? this.#intent.lead : this.#holder;
  }

  get #eventId(): string {
    return eventId(this.#context.visits.name, this.#interval, this.#slot.record?.eventNumber ?? 0);
  }

  /** ms since the epoch. Repeated inserts may have used up the time of the first look. */
  get #lookDeadline(): number {
    return this.#context.now + (this.#hasInserted ? CHANGE_MS : 0) + LOOK_MS;
  }
}

function pointerOf(lead: Lead, start: string): NonNullable<Knowledge['lead']> {
  const isQuiet = isLeftQuietly(lead, start);
  const pointer = { pointsHere: requestsSlot(lead, start), isCancelled: lead.cancelledSlot === start };
  return isQuiet ? { ...pointer, isQuiet } : pointer;
}
