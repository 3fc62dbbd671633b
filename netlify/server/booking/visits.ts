import type { Slot, VisitChange } from '#contracts/calendar';
import { CalendarError, eventId } from '#server/calendar/port';
import { findLead, type Lead } from '#server/leads/lead';
import { withdrawVisit } from '#server/booking/admission';
import { isTaken, readSlot, type SlotRecord, takenIntervals, UnreadableSlot } from '#server/slots/records';
import { type Interval, isOffered, offeredWindow, openSlots, overlap, toSlot, visitAt } from '#server/slots/times';
import { unlessUnreadable } from '#server/storage/port';
import { type ByOwner, type NotAdmitted, type Proof, whyNotAdmitted } from './admission.ts';
import { type BookingContext, scheduleOf } from './context.ts';
import { reconcileSlot, run } from './run.ts';
import { LOOK_MS } from './runner.ts';
import type { BookingEnd } from './seen.ts';

/**
 * The slots that a visitor may book now, soonest first. Never a made-up one: a store or a calendar that fails throws.
 */
export async function availableSlots(context: Omit<BookingContext, 'leads' | 'notify' | 'report'>): Promise<Slot[]> {
  const { calendar, visits, rules, now } = context;
  const window = offeredWindow(rules, now);
  const visitMs = rules.visitMinutes * 60_000;
  const [busy, taken, schedule] = await Promise.all([
    visits.busy(window, now + LOOK_MS),
    takenIntervals(calendar, window, { visitMs, now, bookedElsewhere: visits.isOutside }),
    scheduleOf(context),
  ]);
  return openSlots(schedule, [...busy, ...taken], now).map(toSlot);
}

/** As the machine ends; `unknown`: no such lead. The others say why the lead books nothing. */
export type BookingOutcome = Exclude<BookingEnd, 'abandoned'> | 'unknown' | NotAdmitted;

/** Reads at once what `bookAsRead` needs, and writes nothing. `slot` is `undefined` where its record cannot be read. */
export async function readForBooking(context: BookingContext, leadId: string, interval: Interval) {
  const [found, schedule, slot] = await Promise.all([
    findLead(context.leads, leadId),
    scheduleOf(context),
    unlessUnreadable(readSlot(context.calendar, interval.start), () => undefined),
  ]);
  return { interval, found, schedule, slot };
}

/** Reads, and books as `bookAsRead` does. */
export async function bookSlot(
  context: BookingContext,
  leadId: string,
  interval: Interval,
  proof: Proof = 'id',
): Promise<BookingOutcome> {
  return await bookAsRead(context, await readForBooking(context, leadId, interval), proof);
}

/**
 * Books the visit for the lead, or says why not; a visit that it had at another time is given up once this one stands.
 * Safe against every interleaving with other bookings, against a death at any step and against a calendar that does
 * what it is asked and loses the answer, with no lock: the slot's record decides who has the slot, the lead decides
 * which slot it points at, and each changes by compare-and-swap only (docs/booking.md). So what was read may be old.
 *
 * A repeat of a booking that succeeded is a success again, whatever the time is by then. Whoever has no more than the
 * id books a first visit, and changes none (docs/booking.md). A request that is most likely spam is answered as any
 * other, and books nothing.
 */
export async function bookAsRead(
  context: BookingContext,
  { interval, found, schedule, slot }: Awaited<ReturnType<typeof readForBooking>>,
  proof: Proof,
): Promise<BookingOutcome> {
  if (!found) return 'unknown';
  const { lead } = found;
  const { start } = toSlot(interval);
  const refusal = whyNotAdmitted(lead, start, proof, context.now);
  if (refusal) return refusal;
  const mayBook = (newest: Lead) => whyNotAdmitted(newest, start, proof, context.now) === null;
  const isVisit = lead.slot === start;
  const mayBeBooked = isOffered(schedule, interval, context.now) && !(isVisit && proof === 'id');
  const byOwner = typeof proof === 'object' ? { byOwner: { isQuiet: proof.isQuiet } } : {};
  const booking = { kind: 'book', lead: lead.id, isVisit, isOffered: mayBeBooked, ...byOwner } as const;
  // What looks like a robot's and books all the same is the owner's choice.
  const isPretence = lead.isSpam && typeof proof === 'string';
  const trying = isPretence
    ? asIfBooked(context, interval, mayBeBooked)
    : run(context, booking, interval, { lead: found, slot, mayBook });
  const end = await trying.catch((error: unknown) => {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading the slot, which counts as taken,', error);
    return 'taken' as const;
  });
  if (end !== 'abandoned') return end;
  await reconcileSlot(context, interval.start);
  return 'superseded';
}

/** What a booking would come to. Reads, and holds nothing. */
async function asIfBooked(context: BookingContext, interval: Interval, isOffered: boolean): Promise<BookingOutcome> {
  if (!isOffered) return 'closed';
  const { calendar, visits, now } = context;
  const { record } = await readSlot(calendar, interval.start);
  if (record && isTaken(record, now)) return 'taken';
  try {
    const busy = await visits.busy(interval, now + LOOK_MS);
    return busy.some((other) => overlap(other, interval)) ? 'taken' : 'booked';
  } catch (error) {
    if (error instanceof CalendarError) return error.kind === 'refused' ? 'refused' : 'unconfirmed';
    throw error;
  }
}

/**
 * How a lead's visit stands. `past`: it has begun. `changed`: the owner has moved its event in the calendar, or deleted
 * it, and somebody else may have the time. `none`: nothing is booked.
 */
export type VisitStatus =
  | { readonly state: 'booked' | 'past'; readonly lead: Lead; readonly interval: Interval }
  | { readonly state: 'changed' | 'cancelled' | 'none'; readonly lead: Lead };

/** ms. Whoever looks at the visit is not kept waiting for a calendar that does not answer: the record counts then. */
const LOOK_TIMEOUT_MS = 5000;

/** How the visit of the lead stands, or `null` when there is no such lead. Reads, and changes nothing. */
export async function visitStatus(context: BookingContext, leadId: string): Promise<VisitStatus | null> {
  const found = await findLead(context.leads, leadId);
  if (!found) return null;
  const { lead } = found;
  if (!lead.slot) return { state: lead.cancelledAt ? 'cancelled' : 'none', lead };
  const start = Date.parse(lead.slot);
  const interval = visitAt(context.rules, start);
  if (start <= context.now) return { state: 'past', lead, interval };
  const record = await unlessUnreadable(
    readSlot(context.calendar, start).then((slot) => slot.record),
    () => null,
  );
  if (record?.state !== 'booked' || record.lead !== leadId) return { state: 'changed', lead };
  return (await isInCalendar(context, record, interval))
    ? { state: 'booked', lead, interval }
    : { state: 'changed', lead };
}

async function isInCalendar(
  { visits, now }: BookingContext,
  record: SlotRecord & { state: 'booked' },
  interval: Interval,
): Promise<boolean> {
  const id = eventId(visits.name, interval, record.gen);
  try {
    const event = await visits.readEvent({ id, interval }, now + LOOK_TIMEOUT_MS);
    return event.state === 'alive' && event.lead === record.lead;
  } catch (error) {
    if (error instanceof CalendarError) return true;
    throw error;
  }
}

/**
 * What a visitor's change came to. `begun`: the visit has. `cancelled`: there is none to move any more.
 * `changed`: the owner has changed it in the calendar. `none`: there is none to cancel. The others as for a booking.
 */
export type ChangeOutcome = 'done' | 'begun' | 'cancelled' | 'changed' | 'none' | Exclude<BookingOutcome, 'booked'>;

/**
 * Moves or cancels the visit that stands so. It may be cancelled until it begins, and moved to every time that is
 * offered: moving it there again, or cancelling it again, is a success again.
 */
export async function changeVisit(
  context: BookingContext,
  { state, lead }: VisitStatus,
  change: VisitChange,
): Promise<ChangeOutcome> {
  if (state === 'past') return 'begun';
  if (change.action === 'cancel') return await cancel(context, lead.id);
  if (state === 'cancelled' || state === 'changed') return state;
  const start = Date.parse(change.slot);
  const outcome = await bookSlot(context, lead.id, visitAt(context.rules, start), 'link');
  return outcome === 'booked' ? 'done' : outcome;
}

async function cancel(context: BookingContext, leadId: string): Promise<ChangeOutcome> {
  const outcome = await cancelVisit(context, leadId);
  if (outcome === 'cancelled') return 'done';
  if (outcome === 'unknown') return 'unknown';
  const isCancelled = (await findLead(context.leads, leadId))?.lead.cancelledAt !== undefined;
  return isCancelled ? 'done' : 'none';
}

/** `none`: the lead has no visit that could be cancelled, or no longer. `unknown`: no such lead. */
type CancelOutcome = 'cancelled' | 'none' | 'unknown';

/**
 * Cancels the lead's visit; a repeat finds nothing to do. From the moment the lead gives its visit up the slot is
 * nobody's: reconciling it takes the event out and tells everybody, and when the calendar is unavailable or this call dies,
 * the scheduled sweep does so. `byOwner`: the owner cancels, and only the visit that the owner saw.
 */
export async function cancelVisit(context: BookingContext, leadId: string, byOwner?: ByOwner): Promise<CancelOutcome> {
  if (!(await findLead(context.leads, leadId))) return 'unknown';
  const change = await withdrawVisit(context.leads, leadId, context.now, byOwner);
  if (!change || change.before === change.after) return 'none';
  const { slot, requestedSlot } = change.before;
  for (const start of [slot, requestedSlot]) if (start) await reconcileSlot(context, Date.parse(start));
  return slot ? 'cancelled' : 'none';
}
