import { visitKindLabels } from '#contracts/owner-visit';
import { FIRST_PERSON, type Unmanned } from '#contracts/people';
import { CONSULTATION, type Visit } from '#lead/lead';
import { ownersDecision, personOfSlot, timeToCome } from '#lead/visits';
import type { Interval } from '#lib/time/interval';
import { closingsIn, makersOf, type Schedule, scheduleOf } from './times.ts';

interface Booked {
  /** The key of the slot, which says who is to come. */
  readonly slot: string;
  readonly interval: Interval;
  readonly kind: string | undefined;
  /** The owner booked it whatever it overlaps. */
  readonly isAnyway: boolean | undefined;
}

/** Why nobody makes the visit, although it is booked; `null` if somebody does. */
export function whyUnmanned(
  schedule: Schedule,
  { slot, interval, kind = CONSULTATION, isAnyway }: Booked,
): Unmanned | null {
  const person = personOfSlot(slot);
  const { people = [{ id: FIRST_PERSON }] } = schedule;
  if (people.every(({ id }) => id !== person)) return 'gone';
  // Of a kind that this version does not know nobody has said who makes it.
  if (schedule.people && Object.hasOwn(visitKindLabels, kind) && !makersOf(schedule, kind).includes(person))
    return 'kind';
  const closings = closingsIn(scheduleOf(schedule, person), interval);
  // The owner has booked against the hours. A time away may be newer.
  if (closings.some(({ what }) => what === 'away')) return 'away';
  return closings.length > 0 && !isAnyway ? 'hours' : null;
}

/** The reason of a visit to come that nobody makes, for an answer; none of one person's alone. `now` in ms. */
export function unmannedOf(schedule: Schedule | false, visit: Visit, now: number): { unmanned?: Unmanned } {
  const { slot = '', kind } = visit;
  const interval = timeToCome(visit, now);
  if (!schedule || !interval || !(schedule.people || personOfSlot(slot) !== FIRST_PERSON)) return {};
  const unmanned = whyUnmanned(schedule, { slot, interval, kind, isAnyway: ownersDecision(visit, slot)?.isAnyway });
  return unmanned ? { unmanned } : {};
}
