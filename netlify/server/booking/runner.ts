import { CalendarError, eventId } from '#server/calendar/port';
import { findLead, type Lead, type LeadVersion, leadReference } from '#server/leads/lead';
import { isLeftQuietly, markBooked, requestSlot, requestsSlot, ownersDecision } from '#server/booking/admission';
import { readSlot, type SlotChange, type SlotState, swapSlot } from '#server/slots/records';
import { type Interval, overlap, toSlot } from '#server/slots/times';
import { type BookingContext, isClosedNow, type Told } from './context.ts';
import { afterLostSwap, afterWrite } from './machine.ts';
import type { Failure, Intent, RunOf, Seen, Step } from './seen.ts';
import { VisitQuota } from './visit-quota.ts';

/** How long one look at the calendar may take, and all attempts to change it together, in ms from the call's `now`. */
export const LOOK_MS = 8_000;
const CHANGE_MS = 20_000;

/** Does one step at a time, and keeps what it brought. */
export class Runner {
  seen: Seen;
  readonly #context: BookingContext;
  readonly #intent: Intent;
  readonly #interval: Interval;
  readonly #first: RunOf['first'];
  readonly #start: string;
  #slot: SlotState = { record: null, etag: null };
  #isSlotRead = false;
  #lead: LeadVersion | undefined;
  readonly #quota: VisitQuota | undefined;
  readonly #reconcile: (start: number) => Promise<boolean>;
  #hasInserted = false;
  #isBlocked = false;

  constructor({ context, intent, interval, first }: RunOf, reconcile: (start: number) => Promise<boolean>) {
    this.#context = context;
    this.#intent = intent;
    this.#interval = interval;
    this.#first = first;
    this.#start = toSlot(interval).start;
    this.#reconcile = reconcile;
    const isOwners = intent.kind === 'book' && intent.byOwner !== undefined;
    this.#quota = first && !isOwners ? new VisitQuota(context, first.lead.lead, this.#start) : undefined;
    this.seen = { isOutside: context.visits.isOutside, hold: 'none' };
  }

  /** Answers whether the record was still the one that was read. */
  async write(change: SlotChange): Promise<boolean> {
    if (change.state === 'held') this.#quota?.look();
    const written = await swapSlot(this.#context.calendar, this.#interval.start, this.#slot, change);
    this.seen = written ? afterWrite(this.seen, change) : afterLostSwap(this.#intent, this.seen);
    if (written) this.#slot = written;
    return written !== null;
  }

  async carryOut(step: Extract<Step<never>, { read: string } | { call: string }>): Promise<void> {
    const more = 'read' in step ? await this.#read(step.read) : await this.#call(step.call);
    this.seen = { ...this.seen, ...more };
  }

  async #read(what: 'record' | 'lead' | 'event' | 'busy'): Promise<Partial<Seen>> {
    const { visits } = this.#context;
    const interval = this.#interval;
    switch (what) {
      case 'record':
        return { record: await this.#readSlot() };
      case 'lead':
        return { lead: await this.#readLead() };
      case 'event':
        return await this.#ask(what, async () => {
          return { event: await visits.readEvent({ id: this.#eventId, interval }, this.#lookDeadline) };
        });
      case 'busy':
        return await this.#ask(what, async () => {
          const intervals = this.#isBlocked ? [interval] : await visits.busy(interval, this.#lookDeadline);
          const busy = intervals.some((other) => overlap(other, interval));
          // It may be busy with our own event, which a twin of this run put in a moment ago.
          return { busy, ...(busy && { event: undefined }) };
        });
    }
  }

  async #readSlot(): Promise<SlotState['record']> {
    const first = this.#isSlotRead ? undefined : this.#first?.slot;
    this.#isSlotRead = true;
    this.#slot = await (first ?? readSlot(this.#context.calendar, this.#interval.start));
    return this.#slot.record;
  }

  /** With it, for whoever books, what the next steps need: whether the owner has closed the time, and the quota. */
  async #readLead(): Promise<NonNullable<Seen['lead']> | null> {
    const { leads } = this.#context;
    const isBooking = this.#intent.kind === 'book';
    const reading = [findLead(leads, this.#leadId), isBooking && isClosedNow(this.#context, this.#interval)] as const;
    if (isBooking && this.seen.hold === 'ours') this.#quota?.begin();
    const [found, isBlocked] = await Promise.all(reading);
    this.#lead = found ?? undefined;
    this.#isBlocked = isBlocked;
    return found && pointerOf(found.lead, this.#start);
  }

  /** Resolves when what was begun beside the steps has ended. */
  async quiet(): Promise<void> {
    await this.#quota?.quiet();
  }

  async #call(
    what: 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled',
  ): Promise<Partial<Seen>> {
    switch (what) {
      case 'point':
        return await this.#point();
      case 'takeQuota':
        return { hasQuota: await this.#takeQuota() };
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

  async #takeQuota(): Promise<boolean> {
    const lead = this.#leadThatBooks;
    return await (this.#quota ?? new VisitQuota(this.#context, lead, this.#start)).take(lead);
  }

  /** The slot that the lead pointed at before, and has not booked, is nobody's from now on. */
  async #point(): Promise<Partial<Seen>> {
    const byOwner = this.#intent.kind === 'book' ? this.#intent.byOwner : undefined;
    const mayRequest = (lead: Lead) => this.#first?.mayBook(lead) ?? false;
    const request = { mayRequest, byOwner };
    const seen = this.#first?.lead;
    const { isNoted, former } = await requestSlot(this.#context.leads, this.#leadId, this.#start, request, seen);
    if (former) await this.#reconcile(Date.parse(former));
    return { pointed: isNoted };
  }

  async #insert(): Promise<Partial<Seen>> {
    const { visits, now } = this.#context;
    const lead = this.#leadThatBooks;
    this.#hasInserted = true;
    const isQuiet = ownersDecision(lead, this.#start)?.isQuiet ?? false;
    const visit = { id: this.#eventId, interval: this.#interval, lead, isQuiet };
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

  /**
   * The lead has the slot as its visit, everybody is told, and the visit that it had before is released. Each of these
   * may be done again by whoever finds it undone.
   */
  async #finish(): Promise<'booked' | 'superseded'> {
    const { leads, now } = this.#context;
    const interval = this.#interval;
    const seen = this.#lead?.lead.id === this.#holder ? this.#lead : undefined;
    const unprepare = seen && this.#prepare(seen.lead);
    const marked = await markBooked(leads, this.#holder, this.#start, now, seen);
    if (!marked) {
      await Promise.all([unprepare?.(), this.#reconcile(interval.start)]);
      return 'superseded';
    }
    const { lead } = marked;
    const before = marked.former === null ? null : Date.parse(marked.former);
    const former = before === null ? null : { start: before, end: before + interval.end - interval.start };
    await this.#context.notify({ kind: 'booked', ...this.#told(lead), ...(former && { former }) });
    if (former) await this.#reconcile(former.start);
    return 'booked';
  }

  /** Not of what the owner does, which the visitor may not be told, nor of a repeat, which they have been told. */
  #prepare(lead: Lead): (() => Promise<void>) | undefined {
    if (lead.slot === this.#start || ownersDecision(lead, this.#start)) return undefined;
    return this.#context.prepare?.({ kind: 'booked', ...this.#told(lead) });
  }

  /** Here and not where the visit is cancelled: whoever reconciles the slot after a death makes up for it. */
  async #notifyCancelled(): Promise<Partial<Seen>> {
    const found = this.#lead;
    if (found) await this.#context.notify({ kind: 'cancelled', ...this.#told(found.lead) });
    return { notified: true };
  }

  #told(lead: Lead): Told {
    const decision = ownersDecision(lead, this.#start);
    const byOwner = decision && { byOwner: { isQuiet: decision.isQuiet } };
    return { lead, interval: this.#interval, eventId: this.#eventId, ...byOwner };
  }

  /** Asks the calendar. Its failure is something that was seen, too. */
  async #ask(of: Failure['of'], call: () => Promise<Partial<Seen>>): Promise<Partial<Seen>> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      this.#context.report(this.#task, error);
      return { failure: { of, kind: error.kind } };
    }
  }

  get #task(): string {
    if (this.#intent.kind === 'book') return `Booking a visit for ${leadReference(this.#intent.lead)}`;
    return 'Sweeping the calendar, which goes on the next time,';
  }

  get #leadThatBooks(): Lead {
    if (!this.#lead) throw new Error('An event is made for a lead that was read');
    return this.#lead.lead;
  }

  /** The lead that the record names. */
  get #holder(): string {
    const { record } = this.#slot;
    return record && record.state !== 'free' ? record.lead : '';
  }

  /** The lead that the run is about. */
  get #leadId(): string {
    return this.#intent.kind === 'book' ? this.#intent.lead : this.#holder;
  }

  get #eventId(): string {
    return eventId(this.#context.visits.name, this.#interval, this.#slot.record?.gen ?? 0);
  }

  /** ms since the epoch. An insert that was made again and again has used up the time of the first look. */
  get #lookDeadline(): number {
    return this.#context.now + (this.#hasInserted ? CHANGE_MS : 0) + LOOK_MS;
  }
}

function pointerOf(lead: Lead, start: string): NonNullable<Seen['lead']> {
  const isQuiet = isLeftQuietly(lead, start);
  const pointer = { pointsHere: requestsSlot(lead, start), isCancelled: lead.cancelledSlot === start };
  return isQuiet ? { ...pointer, isQuiet } : pointer;
}
