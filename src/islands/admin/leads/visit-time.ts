import type { Slot } from '#contracts/calendar';
import { type Overlap, type VisitKind, visitKind, visitKindLabels } from '#contracts/owner-visit';
import type { Unmanned } from '#contracts/people';
import { say, sayCounted, sayLabels } from '#browser/say';
import { optionsOf } from '#islands/ui/Field.tsx';
import type { ShownLead } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { personOf } from '#lead/visits';
import { labelOf } from '#lib/label';
import { minutesOf, zonedClock, zonedDate, zonedInstant, zonedTime, zonedVisit, zoneNames } from '#lib/time/zone';
import { MINUTE } from '#lib/time/units';
import { unbroken } from '#lib/unbroken';

/** A visit's time, length and kind, as the fields hold them. */
export interface VisitTime {
  /** `2026-12-06`, in the business's zone. */
  readonly date: string;
  /** `18:00`, in the business's zone. */
  readonly time: string;
  /** Empty: as long as visits take. */
  readonly minutes: string;
  readonly kind: VisitKind;
  /** The id of who comes; empty: whoever is free, or as it is. */
  readonly person: string;
}

/** The fields before the owner changes them: those of the visit that changes, or of a new one. */
export function visitTimeOf({ status }: ShownLead, visit: Visit | null): VisitTime {
  if (!visit) {
    const kind = status === 'won' ? 'installation' : 'consultation';
    return { date: '', time: '', minutes: '', kind, person: '' };
  }
  const { kind } = visit;
  return {
    ...momentOf(timeOf(visit).start),
    minutes: String(minutesOf(timeOf(visit))),
    kind: visitKind.safeParse(kind).data ?? 'consultation',
    person: (visit.who && personOf(visit)) || '',
  };
}

/** The time of a visit that is booked: two instants. */
export const timeOf = ({ start = '', end = start }: Pick<Visit, 'start' | 'end'>) => ({ start, end });

/** The day and the time of an instant. */
export const momentOf = (instant: string) => ({ date: zonedDate(instant), time: zonedClock(instant) });

/**
 * The visit's start and end; `null` as long as no time is chosen. `usual`: how long visits take, in minutes. Without a
 * length the server takes the usual one.
 */
export function timesOf({ date, time, minutes }: VisitTime, usual: number | null) {
  const slot = date && time ? zonedInstant(date, time) : null;
  if (slot === null) return null;
  const length = Number(minutes) || usual;
  return { slot, ...(length && { end: new Date(Date.parse(slot) + length * MINUTE).toISOString() }) };
}

const LENGTHS = [30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480];

/** The lengths to choose from, with the present one. */
export function lengthOptions(minutes: number | null) {
  const lengths = minutes === null || LENGTHS.includes(minutes) ? LENGTHS : [...LENGTHS, minutes].sort((a, b) => a - b);
  return lengths.map((length) => ({ value: String(length), label: lengthWords(length) }));
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes` */
export function lengthWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 && sayCounted(hours, 'hour'), rest > 0 && sayCounted(rest, 'minute')];
  return parts.filter(Boolean).join(' ');
}

const kindNames = sayLabels(visitKindLabels);
export const kindOptions = optionsOf(kindNames);

/** `Installation, 4 hours`; with several people `Installation, 4 hours, Ivan` */
export const kindAndLength = (visit: Visit) =>
  [labelOf(kindNames, visit.kind), lengthWords(minutesOf(timeOf(visit))), visit.who].filter(Boolean).join(', ');

/** `Installation, Tue, Dec 1, 10:30 AM ET` */
export const visitLabel = (visit: Visit, now: Date) =>
  unbroken(`${labelOf(kindNames, visit.kind)}, ${zonedVisit(timeOf(visit).start, now)} ${zoneNames.short}`);

/** `Ann Fox’s visit is from 5:30 to 6:30 PM.` */
export function overlapWords({ what, name = '', start = '', end = '' }: Overlap, now: Date): string {
  switch (what) {
    case 'visit': {
      const time = fromToWords(start, end, now);
      return name ? say('{name}’s visit is {time}.', { name, time }) : say('Another visit is {time}.', { time });
    }
    case 'away':
      return say('You are away {time}.', { time: fromToWords(start, end, now) });
    case 'busy':
      return say('Your calendar is busy {time}.', { time: fromToWords(start, end, now) });
    case 'holiday':
      return say('It is a holiday: {name}.', { name });
    case 'closed':
      return say('It is outside your visiting hours.');
  }
}

const HALF = / [AP]M$/;

/** `from 5:30 to 6:30 PM`, `from 11:30 AM to 12:30 PM`; with the days if they differ. */
function fromToWords(start: string, end: string, now: Date): string {
  if (zonedDate(start) !== zonedDate(end))
    return say('from {from} to {to}', { from: zonedVisit(start, now), to: zonedVisit(end, now) });
  const [from, to] = [zonedTime(start), zonedTime(end)];
  const [half] = HALF.exec(to) ?? [];
  return say('from {from} to {to}', { from: half && from.endsWith(half) ? from.replace(HALF, '') : from, to });
}

/** `Away all day`, `Away 12:00 PM to 1:00 PM`. A day in spring has 23 hours. */
export function awayTimeWords(time: Slot): string {
  if (minutesOf(time) >= 23 * 60) return say('Away all day');
  return unbroken(say('Away {from} to {to}', { from: zonedTime(time.start), to: zonedTime(time.end) }));
}

/** Why nobody makes a visit that is booked: `Nobody comes: Ivan is away then.`; empty if somebody does. */
export function unmannedWords(unmanned: Unmanned | undefined, who = say('whoever was to come')): string {
  switch (unmanned) {
    case 'gone':
      return say('Nobody comes: {who} does not work here any more.', { who });
    case 'kind':
      return say('Nobody comes: {who} does not make such visits any more.', { who });
    case 'away':
      return say('Nobody comes: {who} is away then.', { who });
    case 'hours':
      return say('Nobody comes: {who} does not work at that time.', { who });
    default:
      return '';
  }
}
