import { type Interval, overlap, toSlot } from '#lib/time/interval';
import type { Overlap } from '#contracts/owner-visit';
import type { Slot } from '#contracts/calendar';
import { CalendarError, unlessCalendarFails } from '#server/calendar/calendar';
import { type TakenSlot, takenSlots } from '#server/slots/records';
import { closingsIn, countApart, offeredWindow, openSlots, type Schedule, without } from '#server/slots/times';
import type { BookingContext } from './context.ts';

/** ms. One look at the calendar takes no longer. */
export const LOOK_MS = 8_000;

type Looking = Pick<BookingContext, 'slots' | 'calendar' | 'feeds' | 'rules' | 'schedule' | 'now'>;

/** The slots that a visitor may book now, soonest first. Throws when a store or the calendar fails. */
export async function availableSlots(context: Looking): Promise<Slot[]> {
  const { rules, now } = context;
  const window = offeredWindow(rules, now);
  const [near, schedule] = await Promise.all([takenIn(context, window), context.schedule()]);
  if (schedule.isRestoring) throw new CalendarError('No time is offered until the restore has ended.', 'unavailable');
  // The owner may offer more days than the code does.
  const { end } = offeredWindow(schedule, now);
  const far = end > window.end ? await takenIn(context, { start: window.end, end }) : [];
  return openSlots(schedule, [...near, ...far], now).map(toSlot);
}

/**
 * How many visits still fit into the schedule, one after the other and beside those `taken`. A calendar that does not
 * answer leaves all: it refuses the insert anyway.
 */
export async function timesLeft(
  context: Looking,
  schedule: Schedule,
  taken: readonly TakenSlot[],
  deadline = context.now + LOOK_MS,
): Promise<number> {
  const { calendar, now } = context;
  const busy = await unlessCalendarFails(busyIn(context, offeredWindow(schedule, now), { deadline }), () => []);
  return countApart(openSlots(schedule, [...inStorage(taken, calendar), ...busy], now));
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

async function takenIn(context: Looking, window: Interval): Promise<Interval[]> {
  const { slots, calendar, now } = context;
  const [taken, busy] = await Promise.all([
    takenSlots(slots, window, now),
    busyIn(context, window, { deadline: now + LOOK_MS }),
  ]);
  return [...inStorage(taken, calendar), ...busy];
}

const inStorage = (taken: readonly TakenSlot[], calendar: Looking['calendar']): Interval[] =>
  taken.filter((slot) => standsInStorage(slot, calendar)).map(({ interval }) => interval);

/** An outside calendar reports booked visits, even after the owner moves or deletes the event. */
const standsInStorage = ({ record }: TakenSlot, { isOutside }: Looking['calendar']) =>
  !(isOutside && record?.state === 'booked');

/** All that stands in the way of a visit at one interval, read at one moment. */
export interface Offer {
  /** The owner's reasons: the hours, a holiday, times away. */
  readonly closings: readonly Overlap[];
  /** The visits in storage over it. */
  readonly visits: readonly TakenSlot[];
  /** The visits in storage over the whole window that the asker looks at. */
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
  const { slots, calendar, now } = context;
  const own = [held, moved?.slot].filter((slot) => slot !== undefined);
  const wide = { start: Math.min(window.start, interval.start), end: Math.max(window.end, interval.end) };
  const [schedule, around] = await Promise.all([context.schedule(), takenSlots(slots, wide, now, own)]);
  const visits = around.filter((slot) => overlap(slot.interval, interval));
  // After the slots: a visit that was held when they were read and is booked by now is in the calendar.
  const busy = await unlessCalendarFails(busyIn(context, interval, { deadline, isFresh: true }), (error) => error);
  const closings = closingsIn(schedule, interval);
  const isBlocked = closings.length > 0 || visits.some((slot) => standsInStorage(slot, calendar));
  return {
    closings,
    visits,
    around,
    isBlocked,
    busy: busy instanceof CalendarError ? busy : over(interval, moved ? without(busy, moved.interval) : busy),
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
