import type { EventInstance, VEvent } from 'node-ical';
import { type Interval, overlap } from '#lib/time/interval';
import { DAY } from '#lib/time/units';
import { Unread } from '#server/outbox/post';
import { instantAt } from '#server/slots/zone';

/**
 * When the events of an iCalendar text (RFC 5545) say that somebody is busy, within the window. Whole days,
 * and times without a zone, are those of `timeZone`. Not read are dates beside a rule (RDATE): no such program writes them.
 * Throws `Unread`.
 */
export async function busyIn(text: string, window: Interval, timeZone: string): Promise<Interval[]> {
  if (!/^\s*BEGIN:VCALENDAR\b/i.test(text) || !/\bEND:VCALENDAR\s*$/i.test(text.slice(-100))) {
    throw new Unread('What it answers is no whole calendar (ICS)');
  }
  const told = relevant(text, window.start, timeZone).join('\r\n');
  // Loaded on demand: a visitor's call mostly goes by what was read before.
  const { expandRecurringEvent, sync } = await import('node-ical');
  const components = understood(WHOLE, () => Object.values(sync.parseICS(told)));
  // A day more, since whole days are read in the zone of the computer.
  const near = { from: new Date(window.start - DAY), to: new Date(window.end + DAY), expandOngoing: true };
  const times = components.flatMap((component): Interval[] => {
    if (component?.type !== 'VEVENT') return [];
    const instances = understood(EVENT, () => expandRecurringEvent(component, near), dayOf(component));
    return instances.filter(({ event }) => !isFree(event)).map((instance) => intervalOf(instance, timeZone));
  });
  return times.filter((time) => time.start < time.end && overlap(time, window));
}

const WHOLE = 'What it answers does not follow the rules of calendars (RFC 5545)';
const EVENT = 'The event of {value} does not follow the rules of calendars (RFC 5545)';

function understood<Value>(why: typeof WHOLE | typeof EVENT, read: () => Value, value?: string): Value {
  try {
    return read();
  } catch (error) {
    throw new Unread(why, value, { cause: error });
  }
}

function dayOf({ start }: VEvent): string {
  if (!start || Number.isNaN(start.getTime())) throw new Unread('One of its events has no beginning');
  return start.toISOString().slice(0, 10);
}

/** The lines that tell when the owner is busy. */
const RELEVANT =
  /^(BEGIN|END|TZID|TZOFFSET(FROM|TO)|UID|DTSTART|DTEND|DURATION|RRULE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i;
/** A time of day without a zone. */
const WITHOUT_ZONE = /^((?:DTSTART|DTEND|EXDATE|RECURRENCE-ID)(?:;(?!TZID)[^:;]*)*)(?=:\d{8}T\d{6}(,|$))/i;
const WRONG_TIME = /^(DTSTART|DTEND)\b(?!.*:\d{8}(T\d{6}Z?)?$)/i;

/**
 * The lines that tell. All else is private, and so are past events, of which calendars are full: both are left out before
 * anything is parsed. A folded line goes on after a blank.
 */
function relevant(text: string, start: number, timeZone: string): string[] {
  const others: string[] = [];
  const events: string[][] = [];
  let event: string[] | null = null;
  const unfolded = text.trim().replace(/\r?\n[ \t]/g, '');
  for (const line of unfolded.split(/\r?\n/)) {
    if (!RELEVANT.test(line)) continue;
    if (WRONG_TIME.test(line)) throw new Unread('One of its events has no time that can be read');
    if (/^BEGIN:VEVENT/i.test(line)) event = [];
    // A zone's own rules have none.
    if (event) event.push(line.replace(WITHOUT_ZONE, `$1;TZID=${timeZone}`));
    else others.push(line);
    if (!event || !/^END:VEVENT/i.test(line)) continue;
    events.push(event);
    event = null;
  }
  const day = new Date(start - 2 * DAY).toISOString().slice(0, 10).replaceAll('-', '');
  const alone = apart(events.filter((lines) => !isBefore(day, lines)));
  return [...others.slice(0, -1), ...alone.flat(), ...others.slice(-1)];
}

const lineOf = (event: readonly string[], name: RegExp) => event.find((line) => name.test(line));

/** The parser takes events of one UID for one event, so only a series and what was moved of it keep theirs. */
function apart(events: readonly string[][]): string[][] {
  const series = new Set(
    events.filter((event) => lineOf(event, /^RRULE/i)).flatMap((event) => lineOf(event, /^UID/i) ?? []),
  );
  return events.map((event) =>
    series.has(lineOf(event, /^UID/i) ?? '') ? event : event.filter((line) => !/^(UID|RECURRENCE-ID)/i.test(line)),
  );
}

/** True if the event, by its lines, happened once, and before the day (`YYYYMMDD`). */
function isBefore(day: string, event: readonly string[]): boolean {
  if (lineOf(event, /^(RRULE|DURATION)/i)) return false;
  const days = event.flatMap((line) => /^(?:DTSTART|DTEND|RECURRENCE-ID)\b.*:(\d{8})/i.exec(line)?.[1] ?? []);
  return days.length > 0 && days.every((one) => one < day);
}

const isFree = (event: VEvent): boolean =>
  event.status === 'CANCELLED' ||
  event.transparency === 'TRANSPARENT' ||
  ('MICROSOFT-CDO-BUSYSTATUS' in event && event['MICROSOFT-CDO-BUSYSTATUS'] === 'FREE');

function intervalOf({ start, end, isFullDay }: EventInstance, timeZone: string): Interval {
  const [from, to] = [start, end].map((time) => (isFullDay ? instantAt(timeZone, dateOf(time), 0) : time.getTime()));
  return { start: from ?? 0, end: to ?? 0 };
}

/** The day, `YYYY-MM-DD`, that the computer's own clock shows. */
const dateOf = (time: Date): string =>
  new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())).toISOString().slice(0, 10);
