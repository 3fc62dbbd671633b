import type { AdminLead } from '#contracts/admin-lead';
import { type Overlap, type VisitKind, visitKindLabels } from '#contracts/owner-visit';
import { optionsOf } from '#islands/ui/Field.tsx';
import { counted, labelOf } from '#lib/label';
import { minutesOf, zonedClock, zonedDate, zonedInstant, zonedTime, zonedVisit } from '#lib/time/zone';
import { MINUTE } from '#lib/time/units';

/** A visit's time beside the offered ones, as the fields hold it. */
export interface OtherTime {
  /** `2026-12-06`, in the business's zone. */
  readonly date: string;
  /** `18:00`, in the business's zone. */
  readonly time: string;
  /** Empty: as long as visits take. */
  readonly minutes: string;
  readonly kind: VisitKind;
}

const HOUR = 60;
/** Of a visit without an end: it was booked when every visit took an hour. */
const FORMER_MINUTES = '60';

const isKind = (kind: string | undefined): kind is VisitKind =>
  kind !== undefined && Object.hasOwn(visitKindLabels, kind);

/** The fields before the owner changes them: the visit that is moved, or a new one on the day of `chosen`. */
export function otherTimeOf(lead: AdminLead, isMove: boolean, chosen: string): OtherTime {
  const { slot, slotEnd, slotKind, status } = lead;
  if (isMove && slot) {
    const minutes = slotEnd ? String(minutesOf({ start: slot, end: slotEnd })) : FORMER_MINUTES;
    const kind = isKind(slotKind) ? slotKind : 'consultation';
    return { date: zonedDate(slot), time: zonedClock(slot), minutes, kind };
  }
  const [date, time] = chosen ? [zonedDate(chosen), zonedClock(chosen)] : ['', ''];
  return { date, time, minutes: '', kind: status === 'won' ? 'installation' : 'consultation' };
}

/** The visit's start and end; `null` as long as a field is empty. `usual`: how long visits take, in minutes. */
export function timesOf({ date, time, minutes }: OtherTime, usual: number): { slot: string; end: string } | null {
  const slot = date && time ? zonedInstant(date, time) : null;
  const length = (Number(minutes) || usual) * MINUTE;
  return slot === null ? null : { slot, end: new Date(Date.parse(slot) + length).toISOString() };
}

const LENGTHS = [30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480];

/** The lengths to choose from, with the present one. */
export function lengthOptions(minutes: number) {
  const lengths = LENGTHS.includes(minutes) ? LENGTHS : [...LENGTHS, minutes].sort((a, b) => a - b);
  return lengths.map((length) => ({ value: String(length), label: lengthWords(length) }));
}

/** `45 minutes`, `1 hour`, `2 hours 30 minutes` */
export function lengthWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR];
  const parts = [hours > 0 && counted(hours, 'hour'), rest > 0 && `${rest} minutes`];
  return parts.filter(Boolean).join(' ');
}

export const kindOptions = optionsOf(visitKindLabels);

/** `, installation, 4 hours` of a visit that is no consultation; else nothing. */
export function kindWords({ slot, slotEnd, slotKind = 'consultation' }: AdminLead): string {
  if (slotKind === 'consultation' || !slot) return '';
  const length = slotEnd && lengthWords(minutesOf({ start: slot, end: slotEnd }));
  return [', ', labelOf(visitKindLabels, slotKind).toLowerCase(), length && `, ${length}`].filter(Boolean).join('');
}

/** `Ann Fox’s visit is from 5:30 to 6:30 PM.` */
export function overlapWords({ what, name, start = '', end = '' }: Overlap, now: Date): string {
  switch (what) {
    case 'visit':
      return `${name ? `${name}’s` : 'Another'} visit is ${spanWords(start, end, now)}.`;
    case 'away':
      return `You are away ${spanWords(start, end, now)}.`;
    case 'busy':
      return `Your calendar is busy ${spanWords(start, end, now)}.`;
    case 'holiday':
      return `It is a holiday: ${name}.`;
    case 'closed':
      return 'It is outside your visiting hours.';
  }
}

/** `from 5:30 to 6:30 PM`, `from 11:30 AM to 12:30 PM`; with the days if they differ. */
function spanWords(start: string, end: string, now: Date): string {
  if (zonedDate(start) !== zonedDate(end)) return `from ${zonedVisit(start, now)} to ${zonedVisit(end, now)}`;
  const [from, to] = [zonedTime(start), zonedTime(end)];
  return `from ${from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from} to ${to}`;
}
