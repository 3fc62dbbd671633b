import { type Interval, overlap, toSlot } from '#lib/time/interval';
import type { Overlap } from '#contracts/owner-visit';
import type { Slot } from '#contracts/calendar';
import { FIRST_PERSON } from '#contracts/people';
import { CONSULTATION } from '#lead/lead';
import { personOfSlot } from '#lead/visits';
import { CalendarError, unlessCalendarFails } from '#server/calendar/calendar';
import { type TakenSlot, takenSlots } from '#server/slots/records';
import {
  closingsIn,
  countApart,
  makersOf,
  offeredWindow,
  openSlots,
  type Schedule,
  scheduleOf,
  without,
} from '#server/slots/times';
import { type BookingContext, contextFor } from './context.ts';

/** ms. One look at the calendar takes no longer. */
export const LOOK_MS = 8_000;

type Looking = Pick<
  BookingContext,
  'slots' | 'calendar' | 'person' | 'whole' | 'feeds' | 'feedsOf' | 'calendarOf' | 'rules' | 'schedule' | 'now'
>;

/**
 * The slots for a visit of the kind that somebody can make, soonest first. `person`: this one alone. Throws when a store
 * fails, or the calendar of everybody.
 */
export async function availableSlots(context: Looking, kind = CONSULTATION, person?: string): Promise<Slot[]> {
  const { rules, now } = context;
  const window = offeredWindow(rules, now);
  const [near, ofFirst, schedule] = await Promise.all([
    takenSlots(context.slots, window, now),
    orFailed(busyWithin(context, window)),
    context.schedule(),
  ]);
  if (schedule.isRestoring) throw new CalendarError('No time is offered until the restore has ended.', 'unavailable');
  // The owner may offer more days than the code does.
  const { end } = offeredWindow(schedule, now);
  const more = end > window.end ? { start: window.end, end } : null;
  const taken = more ? [...near, ...(await takenSlots(context.slots, more, now))] : near;
  const openOf = async (id: string) => {
    const own = contextFor(context, id);
    const [soon, later] = await Promise.all([
      id === FIRST_PERSON ? ofFirst : orFailed(busyWithin(own, window)),
      more ? orFailed(busyWithin(own, more)) : [],
    ]);
    if (soon instanceof CalendarError) return soon;
    if (later instanceof CalendarError) return later;
    return openSlots(scheduleOf(schedule, id), [...inStorage(taken, own), ...soon, ...later], now);
  };
  const makers = makersOf(schedule, kind).filter((id) => person === undefined || id === person);
  const open = await Promise.all(makers.map(openOf));
  const known = open.flatMap((times) => (times instanceof CalendarError ? [] : [times]));
  const failure = open.find((times) => times instanceof CalendarError);
  if (failure && known.length === 0) throw failure;
  return allOf(known).map(toSlot);
}

/** The visits that somebody can make, each once, soonest first. */
function allOf(times: readonly (readonly Interval[])[]): readonly Interval[] {
  if (times.length === 1) return times[0] ?? [];
  const byStart = new Map(times.flat().map((time) => [time.start, time]));
  return [...byStart.values()].toSorted((one, other) => one.start - other.start);
}

/**
 * How many consultations still fit into the schedule, each person's one after the other and beside those `taken`. A calendar
 * that does not answer leaves all: it refuses the insert anyway.
 */
export async function timesLeft(
  context: Looking,
  schedule: Schedule,
  taken: readonly TakenSlot[],
  deadline = context.now + LOOK_MS,
): Promise<number> {
  const { now } = context;
  const countOf = async (person: string) => {
    const own = contextFor(context, person);
    const busy = await unlessCalendarFails(busyIn(own, offeredWindow(schedule, now), { deadline }), () => []);
    return countApart(openSlots(scheduleOf(schedule, person), [...inStorage(taken, own), ...busy], now));
  };
  const counts = await Promise.all(makersOf(schedule, CONSULTATION).map(countOf));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** When the business's calendar is busy, and the owner's other ones. `isFresh`: these are read anew. */
async function busyIn(
  { calendar, feeds }: Looking,
  window: Interval,
  { deadline, isFresh = false }: { readonly deadline: number; readonly isFresh?: boolean },
): Promise<Interval[]> {
  const times = await Promise.all([
    calendar.busy(window, deadline),
    feeds ? feeds.busy(window, { deadline, isFresh }) : [],
  ]);
  return times.flat();
}

const busyWithin = (context: Looking, window: Interval) => busyIn(context, window, { deadline: context.now + LOOK_MS });

const orFailed = <Value>(call: Promise<Value>) => unlessCalendarFails(call, (error) => error);

/** Of the person whose context it is. */
const inStorage = (taken: readonly TakenSlot[], context: Looking): Interval[] =>
  taken.filter((slot) => standsInStorage(slot, context)).map(({ interval }) => interval);

/** An outside calendar reports booked visits, even after the owner moves or deletes the event. */
const standsInStorage = (slot: TakenSlot, context: Looking) =>
  isOwn(slot.key, context) && !(context.calendar.isOutside && slot.record?.state === 'booked');

const isOwn = (key: string, { person = FIRST_PERSON }: Looking) => personOfSlot(key) === person;

/** All that stands in the way of a visit at one interval, read at one moment. */
export interface Offer {
  /** The owner's reasons: the hours, a holiday, times away. */
  readonly closings: readonly Overlap[];
  /** The person's visits in storage over it. */
  readonly visits: readonly TakenSlot[];
  /** Everybody's visits in storage over the whole window that the asker looks at. */
  readonly around: readonly TakenSlot[];
  /** By the owner's reasons, or by a visit that the calendar does not report. */
  readonly isBlocked: boolean;
  /** The calendar's busy times over it, or why it does not say. */
  readonly busy: readonly Interval[] | CalendarError;
}

interface Look {
  readonly held?: string;
  readonly moved?: { readonly slot: string; readonly interval: Interval } | null;
  readonly window?: Interval | undefined;
  readonly deadline?: number;
}

const over = (interval: Interval, times: readonly Interval[]) => times.filter((time) => overlap(time, interval));

/** Somebody else has the time, or the owner has closed it. Throws `CalendarError` if the calendar does not say. */
export function isTimeTaken({ isBlocked, busy }: Offer): boolean {
  if (isBlocked) return true;
  if (busy instanceof CalendarError) throw busy;
  return busy.length > 0;
}

/**
 * Looks at the interval. `held`: the slot that the asker has already. `moved`: the asker's visit that
 * is given up, which is no reason against its new time. `window`: where else to look for visits, by the same calls. Two
 * bookings whose times overlap have two records, so no swap keeps them apart: each of them looks after its hold, so at
 * least one sees the other and gives way. It is the same with the owner's hours, since the owner's change looks for holds
 * after its write. Throws when a store fails.
 */
export async function offerOf(
  context: Looking,
  interval: Interval,
  { held, moved, window = interval, deadline = context.now + LOOK_MS }: Look = {},
): Promise<Offer> {
  const { slots, now } = context;
  const own = [held, moved?.slot].filter((slot) => slot !== undefined);
  const wide = { start: Math.min(window.start, interval.start), end: Math.max(window.end, interval.end) };
  const [schedule, around] = await Promise.all([context.schedule(), takenSlots(slots, wide, now, own)]);
  const visits = around.filter((slot) => isOwn(slot.key, context) && overlap(slot.interval, interval));
  // After the slots: a visit that was held when they were read and is booked by now is in the calendar.
  const busy = await orFailed(busyIn(context, interval, { deadline, isFresh: true }));
  const closings = closingsIn(scheduleOf(schedule, context.person ?? FIRST_PERSON), interval);
  const isBlocked = closings.length > 0 || visits.some((slot) => standsInStorage(slot, context));
  const left = moved && isOwn(moved.slot, context) ? moved.interval : null;
  return {
    closings,
    visits,
    around,
    isBlocked,
    busy: busy instanceof CalendarError ? busy : over(interval, left ? without(busy, left) : busy),
  };
}

/** Tells how a booking would most likely end. Reads only. */
export async function likelyEnd(
  context: Looking,
  interval: Interval,
): Promise<'booked' | 'taken' | 'refused' | 'unconfirmed'> {
  const looking = offerOf(context, interval).then((offer) => (isTimeTaken(offer) ? 'taken' : 'booked'));
  return await unlessCalendarFails(looking, ({ kind }) => (kind === 'refused' ? 'refused' : 'unconfirmed'));
}
