import ICAL from 'ical.js';
import type { Interval } from '#server/slots/times';

/** The event of an iCalendar object, read by a parser that is told to be strict. */
export function readEvent(text: string): { calendar: ICAL.Component; event: ICAL.Event } {
  ICAL.design.strict = true;
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = calendar.getFirstSubcomponent('vevent');
  if (!found) throw new Error('No event');
  return { calendar, event: new ICAL.Event(found, { strictExceptions: true }) };
}

/** The parser knows no zone but UTC by itself, so the instants come from the rules that the file brings. */
export function intervalOf(text: string): Interval {
  const { event } = readEvent(text);
  return { start: instantOf(event.startDate), end: instantOf(event.endDate) };
}

function instantOf(time: ICAL.Time): number {
  if (time.zone?.tzid !== 'America/New_York') throw new Error(`The time is in ${time.zone?.tzid}`);
  return time.toUnixTime() * 1000;
}
