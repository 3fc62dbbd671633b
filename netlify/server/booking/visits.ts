import { reachablePreference } from '#contracts/lead-request';
import type { VisitChange, VisitorNotes } from '#contracts/visit';
import { isSameRequest, withAgreement, withConsents, withFormerWords } from '#lead/correction';
import { withUntold } from '#lead/decide';
import { type Lead, newVisit, type Visit } from '#lead/lead';
import { asVisitorsOf, withWordsOf } from '#lead/merge';
import { bookedTime, firstVisit, hasBegun, leadOfVisit, personOfSlot, timeToCome, withVisit } from '#lead/visits';
import { CalendarError, eventId, unlessCalendarFails } from '#server/calendar/calendar';
import { normalEmail } from '#server/leads/person-keys';
import { listLeads } from '#server/leads/lead-list';
import { changeLead, changeVisit, findLead, findVisit, type VisitVersion, visitIn } from '#server/leads/lead-records';
import { readableSlot, readSlot, slotKey, type SlotRecord, UnreadableSlot } from '#server/slots/records';
import { isOffered, scheduleOf, visitAt } from '#server/slots/times';
import { forEachAlone } from '#server/storage/port';
import { isSameNumber } from '#lib/contact';
import type { Interval } from '#lib/time/interval';
import { type ByOwner, type NotAdmitted, type Proof, whyNotAdmitted, withdrawVisit } from './admission.ts';
import { type BookingContext, contextFor } from './context.ts';
import { likelyEnd } from './offer.ts';
import { type BookingReads, reconcileSlot, run, type SlotAsked } from './runner.ts';
import type { BookingEnd } from './machine.ts';
import { visitorsAt } from './visitors.ts';

/** `unknown`: no such lead. `NotAdmitted`: why the lead may not book. */
export type BookingOutcome = Exclude<BookingEnd, 'abandoned'> | 'unknown' | NotAdmitted;

/** Reads all that `bookAsRead` needs, at once. `state` is `undefined` if the slot's record is unreadable. */
export async function readForBooking(context: BookingContext, leadId: string, asked: SlotAsked) {
  const [found, schedule, state] = await Promise.all([
    findLead(context.leads, leadId),
    context.schedule(),
    readableSlot(context.slots, asked.slot),
  ]);
  return { asked, leadId, found, schedule, state };
}

type ReadForBooking = Awaited<ReturnType<typeof readForBooking>> & Pick<BookingReads, 'looked'>;

/** The slot that one visitor a time has with this person. */
export const slotAt = (interval: Interval, person?: string): SlotAsked => ({
  slot: slotKey(interval.start, undefined, person),
  interval,
});

/**
 * Books the time for a visitor with whoever comes: the first choice (`visitorsAt`), and the next one if another booking was
 * faster. `taken` only when nobody is left. `read`: what was read for the first person's slot.
 */
export async function bookWithSomebody(
  context: BookingContext,
  read: ReadForBooking,
  proof: Proof,
  visitId?: string,
): Promise<BookingOutcome> {
  const { leadId, asked } = read;
  const people = await visitorsAt(context, read);
  const outcomes: BookingOutcome[] = [];
  for (const person of people) {
    const own = slotAt(asked.interval, person);
    const isRead = outcomes.length === 0 && own.slot === asked.slot;
    const outcome = await bookAsRead(
      context,
      isRead ? read : await readForBooking(context, leadId, own),
      proof,
      visitId,
    );
    if (outcome !== 'taken' && outcome !== 'closed') return outcome;
    outcomes.push(outcome);
  }
  return outcomes.includes('taken') ? 'taken' : 'closed';
}

/**
 * The visit that a visitor's booking is of: the one that has this slot, the soonest to come, or the last one. A lead
 * without visits gets its first.
 */
function visitorsVisit({ id, visits }: Lead, { now, slot }: { now: number; slot?: string }): Visit {
  const same = visits.find((visit) => visit.slot === slot && slot !== undefined);
  const coming = visits.find((visit) => timeToCome(visit, now));
  return same ?? coming ?? visits.at(-1) ?? newVisit(firstVisit(id));
}

/**
 * Books the time for a visit of the lead, or says why not. The visit's former time is given up once this one stands. Safe
 * without a lock against other bookings, a death at any step, and a calendar whose answer is lost. The slot's record
 * decides who has the slot, and the visit's record decides which slot it points at. Both change by compare-and-swap only,
 * so the readings may be stale (docs/booking.md). `visitId`: the owner's choice; a new id is a new visit.
 *
 * Repeating a successful booking succeeds, at any later time. The id alone books a first visit and changes none. A
 * request that looks like spam gets the usual answers and books nothing.
 */
export async function bookAsRead(
  context: BookingContext,
  { asked, leadId, found, schedule, state, looked }: ReadForBooking,
  proof: Proof,
  visitId?: string,
): Promise<BookingOutcome> {
  if (!found) return 'unknown';
  const { interval, slot } = asked;
  const isOwners = typeof proof === 'object';
  const ofId = visitId ?? visitorsVisit(asVisitorsOf(found.lead, leadId), { now: context.now, slot }).id;
  const version = visitIn(found, ofId);
  const { lead, visit } = version;
  const refusal = whyNotAdmitted(version, slot, proof, context.now);
  if (refusal) return refusal;
  if (schedule.isRestoring) return 'refused';
  const mayBook = (newest: Visit, ofLead: Lead) =>
    whyNotAdmitted({ lead: ofLead, visit: newest }, slot, proof, context.now) === null;
  const isRepeat = visit.slot === slot;
  const person = personOfSlot(slot);
  const own = scheduleOf(schedule, person);
  const mayBeBooked = isOwners || (isOffered(own, interval, context.now) && !(isRepeat && proof === 'id'));
  const byOwner = isOwners ? { byOwner: proof } : {};
  const booking = { kind: 'book', visit: visit.id, isRepeat, isOffered: mayBeBooked, ...byOwner } as const;
  // If the owner books for a lead that looks like spam, it is booked.
  if (lead.isSpam && !isOwners) {
    return mayBeBooked ? await likelyEnd(contextFor(context, person), interval) : 'closed';
  }
  const reads = { visit: version, slot: state, schedule, mayBook, looked };
  const trying = run(context, booking, asked, reads);
  const end = await trying.catch((error: unknown) => {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading the slot, which counts as taken,', error);
    return 'taken' as const;
  });
  if (end !== 'abandoned') return end;
  await reconcileSlot(context, slot);
  return 'superseded';
}

/** Of a visit that stands. `eventId`: of its event. */
interface Booked {
  readonly state: 'booked';
  readonly lead: Lead;
  readonly visit: Visit;
  readonly interval: Interval;
  readonly eventId: string;
}

/** `past`: it has begun. `changed`: the owner moved or deleted its event. `none`: nothing is booked. */
export type VisitStatus =
  | Booked
  | { readonly state: 'past'; readonly lead: Lead; readonly visit: Visit; readonly interval: Interval }
  | { readonly state: 'changed' | 'cancelled' | 'none'; readonly lead: Lead; readonly visit: Visit };

/** ms. If the calendar answers later than this, the record counts: the visitor does not wait. */
const LOOK_TIMEOUT_MS = 5000;

/** The state of the lead's visit that its visitor sees, or `null` for an unknown or a removed lead. Reads only. */
export async function visitStatus(context: BookingContext, leadId: string): Promise<VisitStatus | null> {
  const found = await findLead(context.leads, leadId);
  if (!found || found.lead.isRemoving) return null;
  const lead = asVisitorsOf(found.lead, leadId);
  return await statusOf(context, { lead, visit: visitorsVisit(lead, context) });
}

/** The state of a visit. Reads only. */
export async function statusOf(
  context: BookingContext,
  { lead, visit }: Pick<VisitVersion, 'lead' | 'visit'>,
): Promise<VisitStatus> {
  const interval = bookedTime(visit);
  if (!visit.slot || !interval) return { state: visit.cancelledAt ? 'cancelled' : 'none', lead, visit };
  if (hasBegun(visit, context.now)) return { state: 'past', lead, visit, interval };
  const record = (await readableSlot(context.slots, visit.slot))?.record;
  if (record?.state !== 'booked' || record.visit !== visit.id) return { state: 'changed', lead, visit };
  const own = contextFor(context, personOfSlot(visit.slot));
  const id = eventId(own.calendar.name, visit.slot, record.eventNumber);
  return (await isInCalendar(own, record, { id, slot: visit.slot, interval }))
    ? { state: 'booked', lead, visit, interval, eventId: id }
    : { state: 'changed', lead, visit };
}

async function isInCalendar(
  { calendar, now }: BookingContext,
  record: SlotRecord & { state: 'booked' },
  asked: SlotAsked & { readonly id: string },
): Promise<boolean> {
  const event = await unlessCalendarFails(calendar.readEvent(asked, now + LOOK_TIMEOUT_MS), () => null);
  return event === null || (event.state === 'alive' && event.visit === record.visit);
}

/**
 * The result of a visitor's change. `begun`: the visit has begun. `cancelled`: there is no visit to move. `changed`:
 * the owner changed it in the calendar. `none`: there is no visit to cancel. The others are as for a booking.
 */
export type ChangeOutcome = 'done' | 'begun' | 'cancelled' | 'changed' | 'none' | Exclude<BookingOutcome, 'booked'>;

/**
 * Moves the visit to an offered time, or cancels it before it begins. A repeat succeeds again. `change.visit`: the visit on
 * the visitor's page, which may not be the next one any more.
 */
export async function moveOrCancelVisit(
  context: BookingContext,
  status: VisitStatus,
  change: Exclude<VisitChange, VisitorNotes>,
): Promise<ChangeOutcome> {
  const { lead } = status;
  const { visits } = lead;
  const isDrawn = change.visit === undefined || change.visit === status.visit.start;
  const drawn = isDrawn ? undefined : visits.findLast(({ start }) => start === change.visit);
  const { state, visit } = drawn ? await statusOf(context, { lead, visit: drawn }) : status;
  if (state === 'past') return 'begun';
  if (change.action === 'cancel') {
    if (!isDrawn && !drawn) return 'changed';
    const outcome = await cancelVisit(context, visit.id);
    return outcome === 'cancelled' ? 'done' : outcome;
  }
  if (state === 'cancelled' || state === 'changed') return state;
  // A repeat: the visit has moved already.
  if (!isDrawn && !drawn) return visits.some(({ slot, start }) => slot && start === change.slot) ? 'done' : 'changed';
  const asked = slotAt(visitAt(await context.schedule(), Date.parse(change.slot)));
  const read = await readForBooking(context, lead.id, asked);
  const outcome = await bookWithSomebody(context, read, 'link', drawn?.id);
  return outcome === 'booked' ? 'done' : outcome;
}

/** `unreachable`: without the number nobody could call the visitor or write. */
type NotesOutcome = Extract<ChangeOutcome, 'done' | 'begun' | 'cancelled' | 'changed' | 'unknown'> | 'unreachable';

const noteFields = ['address', 'phone', 'email', 'message', 'texts'] as const;

/**
 * Stores the visitor's street, number, email address and notes with the request, as long as the visit may be moved. A note
 * of the lead keeps a former number or address. A number that only now agrees to texts, and another email address, are
 * still to be told of the visit. `lead`: the changed
 * one, of which the owner is to be told. The calendar's event follows; if the calendar does not answer, it keeps the former
 * words, and the owner's notice has the new ones.
 */
export async function noteForVisit(
  context: BookingContext,
  status: VisitStatus,
  notes: VisitorNotes,
): Promise<{ readonly outcome: NotesOutcome; readonly lead?: Lead }> {
  const { state, visit } = status;
  if (state === 'past') return { outcome: 'begun' };
  if (state === 'cancelled' || state === 'changed') return { outcome: state };
  const { id } = status.lead;
  const at = new Date(context.now).toISOString();
  let outcome: NotesOutcome = 'unknown';
  const reword = (newest: Lead): Lead => {
    const words = asVisitorsOf(newest, id);
    outcome = 'done';
    if (newest.isRemoving) outcome = 'unknown';
    if (words.visits.some((one) => one.id === visit.id && one.cancelledAt !== undefined)) outcome = 'cancelled';
    const former = words.request;
    const edited = editedFields(notes);
    const typed = { ...former, ...Object.fromEntries(edited.map((field) => [field, notes[field]])) };
    const next = withAgreement(typed, former, { ...typed, texts: edited.includes('texts') ? notes.texts : undefined });
    if (next.texts && (edited.includes('phone') || edited.includes('texts')))
      next.consent = notes.consent ?? former.consent;
    const isReachTouched = edited.includes('phone') || edited.includes('email');
    if (outcome === 'done' && isReachTouched && !next.phone && !next.email) outcome = 'unreachable';
    if (outcome !== 'done' || isSameRequest(next, former)) return newest;
    const request = { ...next, preferredContact: reachablePreference(next) };
    const { phone, email } = request;
    const reached = { ...former, phone, email, texts: request.texts };
    const { notes: noted } = withFormerWords(words, reached, { at, by: 'visitor' });
    const reworded = { ...newest, notes: noted, rewordings: (newest.rewordings ?? 0) + 1, updatedAt: at };
    const after = withConsents(newest, withWordsOf(reworded, id, { request }), { at, by: 'visitor', where: 'visit' });
    const of = id === newest.id ? {} : { of: id };
    const told = withUntold(after, { kind: 'request', at, ...of });
    const isNewlyTexted = request.texts && !withAgreement(request, former).texts;
    const isNewlyMailed = Boolean(email) && normalEmail(email ?? '') !== normalEmail(former.email ?? '');
    const channels = [...(isNewlyTexted ? ['texts'] : []), ...(isNewlyMailed ? ['mail'] : [])];
    const confirm = (before: Lead, channel: string) =>
      state === 'booked'
        ? withUntold(before, { kind: 'confirm', channel, at, visit: visit.id, event: status.eventId, ...of })
        : before;
    return withEventWords(context, newest, channels.reduce(confirm, told));
  };
  const changed = await changeLead(context.leads, id, reword);
  if (!changed || changed.after === changed.before) return { outcome };
  await rewordEvents(context, changed.after);
  return { outcome, lead: changed.after };
}

/** The fields that the visitor has changed. Beside another number the box counts as it stands there. */
function editedFields(notes: VisitorNotes): (typeof noteFields)[number][] {
  const isOther = notes.phone !== notes.phoneDrawn && !isSameNumber(notes.phone, notes.phoneDrawn);
  return noteFields.filter((field) => notes[field] !== notes[`${field}Drawn`] || (field === 'texts' && isOther));
}

/** The lead with the former words at its visits to come, since their events have them until they are rewritten. */
export function withEventWords(
  { calendar, now }: Pick<BookingContext, 'calendar' | 'now'>,
  before: Lead,
  after: Lead,
): Lead {
  if (!calendar.isOutside) return after;
  const former = (id: string) => asVisitorsOf(before, leadOfVisit(id)).request;
  return after.visits.reduce((lead, visit) => {
    const words = former(visit.id);
    const isSame = isSameRequest(words, asVisitorsOf(after, leadOfVisit(visit.id)).request);
    const isOver = (bookedTime(visit)?.end ?? 0) <= now;
    return isSame || isOver || visit.eventWords ? lead : withVisit(lead, { ...visit, eventWords: words });
  }, after);
}

type Rewording = Pick<BookingContext, 'leads' | 'slots' | 'calendar' | 'calendarOf' | 'person' | 'now' | 'report'>;

/** Writes a lead's new words into the events of its visits that have former ones. The sweep writes what fails. */
export async function rewordEvents(context: Rewording, lead: Lead): Promise<void> {
  for (const visit of lead.visits) if (visit.eventWords) await rewordEvent(context, lead, visit, visit.eventWords);
}

/** Writes the words that the calendar did not take when they were changed. */
export async function rewordLeft(context: BookingContext): Promise<void> {
  const all = await listLeads(context.leads, context.report);
  await forEachAlone(
    all.filter(({ visits }) => visits.some(({ eventWords }) => eventWords)),
    (lead) => rewordEvents(context, lead),
  );
}

async function rewordEvent(context: Rewording, whole: Lead, visit: Visit, former: Lead['request']): Promise<void> {
  const { leads, slots, now, report } = context;
  const { calendar } = contextFor(context, personOfSlot(visit.slot ?? ''));
  const interval = bookedTime(visit);
  const lead = asVisitorsOf(whole, leadOfVisit(visit.id));
  if (visit.slot && interval && interval.end > now) {
    try {
      const { record } = await readSlot(slots, visit.slot);
      if (record?.state !== 'booked' || record.visit !== visit.id) return;
      const id = eventId(calendar.name, visit.slot, record.eventNumber);
      const event = { id, slot: visit.slot, interval, lead, visit: visit.id, kind: visit.kind };
      await calendar.updateEvent(event, { ...lead, request: former }, now + LOOK_TIMEOUT_MS);
    } catch (error) {
      if (!(error instanceof CalendarError || error instanceof UnreadableSlot)) throw error;
      return report('Writing a request’s new words into the calendar, which the sweep tries again,', error);
    }
  }
  // Words that have changed since are still to be written.
  await changeVisit(leads, visit.id, (newest, { request }) => {
    const { eventWords, ...rest } = newest;
    return eventWords && isSameRequest(request, lead.request) ? rest : newest;
  });
}

/** `none`: no visit to cancel. `unknown`: no such lead. */
type CancelOutcome = 'cancelled' | 'none' | 'unknown';

/**
 * Cancels the visit. Once it gives its slot up, the slot is nobody's: reconciling removes the event and tells everybody.
 * If the calendar or this call fails, the sweep does so. `byOwner`: only the visit that the owner saw. A repeat
 * succeeds again.
 */
export async function cancelVisit(context: BookingContext, visitId: string, byOwner?: ByOwner): Promise<CancelOutcome> {
  const found = await findVisit(context.leads, visitId);
  const change = found && (await withdrawVisit(context.leads, found, context.now, byOwner));
  if (!change) return 'unknown';
  const { slot, requested } = change.before;
  for (const key of change.before === change.visit ? [] : [slot, requested]) if (key) await reconcileSlot(context, key);
  return change.visit.cancelledAt === undefined ? 'none' : 'cancelled';
}
