import { reachablePreference } from '#contracts/lead-request';
import type { VisitChange, VisitorNotes } from '#contracts/visit';
import { CalendarError, eventId } from '#server/calendar/port';
import { findLead, type Lead } from '#server/leads/lead';
import { withdrawVisit } from '#server/booking/admission';
import { isSameRequest, withFormerWords } from '#server/leads/lead-correction';
import { visitOfLead } from '#server/leads/lead-visits';
import { type PendingNoticeName, rewordRequest } from '#server/leads/pending-notices';
import { readableSlot, readSlot, type SlotRecord, UnreadableSlot } from '#server/slots/records';
import { type Interval, isOffered, toSlot, visitAt } from '#server/slots/times';
import { type ByOwner, type NotAdmitted, type Proof, whyNotAdmitted } from './admission.ts';
import { type BookingContext, scheduleOf } from './context.ts';
import { likelyEnd } from './offer.ts';
import { reconcileSlot, run } from './runner.ts';
import type { BookingEnd } from './knowledge.ts';

/** `unknown`: no such lead. `NotAdmitted`: why the lead may not book. */
export type BookingOutcome = Exclude<BookingEnd, 'abandoned'> | 'unknown' | NotAdmitted;

/** Reads all that `bookAsRead` needs, at once. `slot` is `undefined` if its record is unreadable. */
export async function readForBooking(context: BookingContext, leadId: string, interval: Interval) {
  const [found, schedule, slot] = await Promise.all([
    findLead(context.leads, leadId),
    scheduleOf(context),
    readableSlot(context.calendar, interval.start),
  ]);
  return { interval, found, schedule, slot };
}

/** Reads, then books as `bookAsRead` does. */
export async function bookSlot(
  context: BookingContext,
  leadId: string,
  interval: Interval,
  proof: Proof = 'id',
): Promise<BookingOutcome> {
  return await bookAsRead(context, await readForBooking(context, leadId, interval), proof);
}

/**
 * Books the visit for the lead, or says why not. A former visit is given up once this one stands. Safe without a lock
 * against other bookings, a death at any step, and a calendar whose answer is lost. The slot's record decides who has
 * the slot, and the lead decides which slot it points at. Both change by compare-and-swap only, so the readings may be
 * stale (docs/booking.md).
 *
 * Repeating a successful booking succeeds, at any later time. The id alone books a first visit and changes none. A
 * request that looks like spam gets the usual answers and books nothing.
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
  if (schedule.isRestoring) return 'refused';
  const mayBook = (newest: Lead) => whyNotAdmitted(newest, start, proof, context.now) === null;
  const isVisit = lead.slot === start;
  const isOwners = typeof proof === 'object';
  const mayBeBooked = isOwners || (isOffered(schedule, interval, context.now) && !(isVisit && proof === 'id'));
  const byOwner = isOwners ? { byOwner: proof } : {};
  const booking = { kind: 'book', lead: lead.id, isVisit, isOffered: mayBeBooked, ...byOwner } as const;
  // If the owner books for a lead that looks like spam, it is booked.
  if (lead.isSpam && !isOwners) return mayBeBooked ? await likelyEnd(context, interval) : 'closed';
  const trying = run(context, booking, interval, { lead: found, slot, schedule, mayBook });
  const end = await trying.catch((error: unknown) => {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading the slot, which counts as taken,', error);
    return 'taken' as const;
  });
  if (end !== 'abandoned') return end;
  await reconcileSlot(context, interval.start);
  return 'superseded';
}

/** `past`: it has begun. `changed`: the owner moved or deleted its event. `none`: nothing is booked. */
export type VisitStatus =
  | { readonly state: 'booked' | 'past'; readonly lead: Lead; readonly interval: Interval }
  | { readonly state: 'changed' | 'cancelled' | 'none'; readonly lead: Lead };

/** ms. If the calendar answers later than this, the record counts: the visitor does not wait. */
const LOOK_TIMEOUT_MS = 5000;

/** The state of the lead's visit, or `null` for an unknown or a removed lead. Reads only. */
export async function visitStatus(context: BookingContext, leadId: string): Promise<VisitStatus | null> {
  const found = await findLead(context.leads, leadId);
  if (!found || found.lead.isRemoving) return null;
  const { lead } = found;
  const interval = visitOfLead(lead);
  if (!interval) return { state: lead.cancelledAt ? 'cancelled' : 'none', lead };
  const { start } = interval;
  if (start <= context.now) return { state: 'past', lead, interval };
  const record = (await readableSlot(context.calendar, start))?.record;
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
  const id = eventId(visits.name, interval, record.eventNumber);
  try {
    const event = await visits.readEvent({ id, interval }, now + LOOK_TIMEOUT_MS);
    return event.state === 'alive' && event.lead === record.lead;
  } catch (error) {
    if (error instanceof CalendarError) return true;
    throw error;
  }
}

/**
 * The result of a visitor's change. `begun`: the visit has begun. `cancelled`: there is no visit to move. `changed`:
 * the owner changed it in the calendar. `none`: there is no visit to cancel. The others are as for a booking.
 */
export type ChangeOutcome = 'done' | 'begun' | 'cancelled' | 'changed' | 'none' | Exclude<BookingOutcome, 'booked'>;

/** Moves the visit to an offered time, or cancels it before it begins. A repeat succeeds again. */
export async function changeVisit(
  context: BookingContext,
  { state, lead }: VisitStatus,
  change: Exclude<VisitChange, VisitorNotes>,
): Promise<ChangeOutcome> {
  if (state === 'past') return 'begun';
  if (change.action === 'cancel') return await cancel(context, lead.id);
  if (state === 'cancelled' || state === 'changed') return state;
  const start = Date.parse(change.slot);
  const outcome = await bookSlot(context, lead.id, visitAt(await scheduleOf(context), start), 'link');
  return outcome === 'booked' ? 'done' : outcome;
}

/** `unreachable`: without the number nobody could call the visitor or write. */
type NotesOutcome = Extract<ChangeOutcome, 'done' | 'begun' | 'cancelled' | 'changed' | 'unknown'> | 'unreachable';

const noteFields = ['address', 'phone', 'message'] as const;

/**
 * Stores the visitor's address, phone number and notes with the request, as long as the visit may be moved. A note of the
 * lead keeps a former number. `isNew`: the owner is to be told, of which `pending` is the note. The calendar's event
 * follows; if the calendar does not answer, it keeps the former words, and the owner's notice has the new ones.
 */
export async function noteForVisit(
  context: BookingContext,
  visit: VisitStatus,
  notes: VisitorNotes,
  pending: PendingNoticeName,
): Promise<{ readonly outcome: NotesOutcome; readonly isNew?: boolean }> {
  const { state, lead } = visit;
  if (state === 'past') return { outcome: 'begun' };
  if (state === 'cancelled' || state === 'changed') return { outcome: state };
  let outcome: NotesOutcome = 'done';
  const reword = (newest: Lead): Lead => {
    outcome = whyNotNoted(newest);
    const former = newest.request;
    const edited = noteFields.filter((field) => notes[field] !== notes[`${field}Drawn`]);
    const next = { ...former, ...Object.fromEntries(edited.map((field) => [field, notes[field]])) };
    if (edited.includes('phone') && !next.phone && !next.email) outcome = 'unreachable';
    if (outcome !== 'done' || isSameRequest(next, former)) return newest;
    const request = { ...next, preferredContact: reachablePreference(next) };
    const updatedAt = new Date(context.now).toISOString();
    const numbers = { ...former, phone: request.phone };
    const noted = withFormerWords(newest, numbers, { at: updatedAt, by: 'visitor' });
    return { ...noted, request, rewordings: (newest.rewordings ?? 0) + 1, updatedAt };
  };
  const changed = await rewordRequest(context.leads, pending, reword, context.now);
  if (changed && state === 'booked') await rewordEvent(context, changed);
  if (!changed && outcome === 'done' && !(await findLead(context.leads, lead.id))) return { outcome: 'unknown' };
  return { outcome, isNew: changed !== null };
}

/** The visit may have been cancelled, and the lead removed, since its page was read. */
function whyNotNoted({ isRemoving, slot, cancelledAt }: Lead): NotesOutcome {
  if (isRemoving) return 'unknown';
  return slot === undefined && cancelledAt !== undefined ? 'cancelled' : 'done';
}

/** Writes a lead's new words into the event of its coming visit. If the calendar does not answer, the former ones stay. */
export async function rewordEvent(
  { calendar, visits, now, report }: Pick<BookingContext, 'calendar' | 'visits' | 'now' | 'report'>,
  { before, after }: { readonly before: Lead; readonly after: Lead },
): Promise<void> {
  const interval = visitOfLead(after);
  if (!interval || interval.end <= now) return;
  try {
    const { record } = await readSlot(calendar, interval.start);
    if (record?.state !== 'booked' || record.lead !== after.id) return;
    const id = eventId(visits.name, interval, record.eventNumber);
    await visits.updateEvent({ id, interval, lead: after }, before, now + LOOK_TIMEOUT_MS);
  } catch (error) {
    if (!(error instanceof CalendarError || error instanceof UnreadableSlot)) throw error;
    report('Writing a request’s new words into the calendar, which keeps the former ones,', error);
  }
}

async function cancel(context: BookingContext, leadId: string): Promise<ChangeOutcome> {
  const outcome = await cancelVisit(context, leadId);
  if (outcome === 'cancelled') return 'done';
  if (outcome === 'unknown') return 'unknown';
  const isCancelled = (await findLead(context.leads, leadId))?.lead.cancelledAt !== undefined;
  return isCancelled ? 'done' : 'none';
}

/** `none`: no visit to cancel. `unknown`: no such lead. */
type CancelOutcome = 'cancelled' | 'none' | 'unknown';

/**
 * Cancels the lead's visit. Once the lead gives it up, the slot is nobody's: reconciling removes the event and tells
 * everybody. If the calendar or this call fails, the sweep does so. `byOwner`: only the visit that the owner saw.
 */
export async function cancelVisit(context: BookingContext, leadId: string, byOwner?: ByOwner): Promise<CancelOutcome> {
  if (!(await findLead(context.leads, leadId))) return 'unknown';
  const change = await withdrawVisit(context.leads, leadId, context.now, byOwner);
  if (!change || change.before === change.after) return 'none';
  const { slot, requestedSlot } = change.before;
  for (const start of [slot, requestedSlot]) if (start) await reconcileSlot(context, Date.parse(start));
  return slot ? 'cancelled' : 'none';
}
