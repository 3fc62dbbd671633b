import type { Interval } from '#lib/time/interval';
import ICAL from 'ical.js';
import zone from '#brand/zone.json' with { type: 'json' };

/** An iCalendar object's event, read strictly. */
export function readEvent(text: string): { calendar: ICAL.Component; event: ICAL.Event } {
  ICAL.design.strict = true;
  const calendar = new ICAL.Component(ICAL.parse(text));
  const found = calendar.getFirstSubcomponent('vevent');
  if (!found) throw new Error('No event');
  return { calendar, event: new ICAL.Event(found, { strictExceptions: true }) };
}

/** The parser knows only UTC, so the file's own rules give the instants. */
export function intervalOf(text: string): Interval {
  const { event } = readEvent(text);
  return { start: instantOf(event.startDate), end: instantOf(event.endDate) };
}

function instantOf(time: ICAL.Time): number {
  if (time.zone?.tzid !== zone.timeZone) throw new Error(`The time is in ${time.zone?.tzid}`);
  return time.toUnixTime() * 1000;
}
