import { business } from '#business';
import { mailtoHref } from '#lib/contact';
import { formatInZone } from '#lib/time/zone';
import type { Mailbox } from '#server/site';

export interface IcsVisit {
  /** Stays the same through all changes of the visit; unique among all visits (RFC 5545, 3.8.4.7). */
  readonly uid: string;
  /** Rises with each change, so that the program keeps the newest (RFC 5545, 3.8.7.4). */
  readonly sequence: number;
  /** Milliseconds since the epoch, at a full minute. */
  readonly start: number;
  readonly end: number;
  /** When the file was written, in ms since the epoch. */
  readonly stamp: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** Only for invitations; a published file names nobody (RFC 5546, 3.2.1). */
  readonly parties?: { readonly organizer: Mailbox; readonly attendee: Mailbox } | undefined;
}

const ZONE = business.timeZone;

/** Made once: making a format takes longer than all else of an invitation. */
const zoneNames = (timeZoneName: 'short' | 'longOffset') => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeZoneName });
  return (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ZONE;
};
const [offsetAt, nameAt] = [zoneNames('longOffset'), zoneNames('short')];

/** In summer and in winter: the offset from UTC as `-0400`, and the name, such as `EDT`. `month` counts from 0. */
function offsetIn(year: number, month: number) {
  const noon = Date.UTC(year, month, 1, 12);
  return { offset: offsetAt(noon).replace(/GMT|:/g, ''), name: nameAt(noon) };
}

/**
 * The zone's rules, for programs that do not know its name (RFC 5545, 3.6.5). All places of the United States with
 * daylight saving time have changed their clocks on the same days since 2007.
 */
function zoneRules(year: number): string[] {
  const [winter, summer] = [offsetIn(year, 0), offsetIn(year, 6)];
  const part = (
    kind: string,
    from: string,
    to: { offset: string; name: string },
    begins: string,
    ...rule: string[]
  ) => [
    `BEGIN:${kind}`,
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to.offset}`,
    `TZNAME:${to.name}`,
    `DTSTART:${begins}`,
    ...rule,
    `END:${kind}`,
  ];
  const parts =
    winter.offset === summer.offset
      ? part('STANDARD', winter.offset, winter, '19700101T000000')
      : [
          ...part('DAYLIGHT', winter.offset, summer, '20070311T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
          ...part('STANDARD', summer.offset, winter, '20071104T020000', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
        ];
  return ['BEGIN:VTIMEZONE', `TZID:${ZONE}`, ...parts, 'END:VTIMEZONE'];
}

export interface IcsCalendar {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly name?: string;
  /** ms since the epoch */
  readonly now: number;
}

/** An iCalendar object: an invitation, a cancellation or a list of visits (RFC 5545, RFC 5546). */
export function icsOf(visits: readonly IcsVisit[], { method, name, now }: IcsCalendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(business.name)}//Visits//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name ? subscribed(name) : []),
    ...zoneRules(new Date(now).getUTCFullYear()),
    ...visits.flatMap((visit) => eventLines(visit, method)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The name and refresh interval of a subscribed calendar (RFC 7986, 5.7). The `X-` lines are for older programs. */
function subscribed(name: string): string[] {
  return [
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
  ];
}

function eventLines(visit: IcsVisit, method: IcsCalendar['method']): string[] {
  const local = (time: number) => formatInZone(time, ZONE, "yyyyMMdd'T'HHmmss");
  return [
    'BEGIN:VEVENT',
    `UID:${visit.uid}`,
    `DTSTAMP:${formatInZone(visit.stamp, 'UTC', "yyyyMMdd'T'HHmmss'Z'")}`,
    `SEQUENCE:${visit.sequence}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTART;TZID=${ZONE}:${local(visit.start)}`,
    `DTEND;TZID=${ZONE}:${local(visit.end)}`,
    `SUMMARY:${escaped(visit.summary)}`,
    `DESCRIPTION:${escaped(visit.description)}`,
    `LOCATION:${escaped(visit.location)}`,
    `URL:${visit.url}`,
    ...partiesOf(visit),
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

function partiesOf({ parties }: IcsVisit): string[] {
  if (!parties) return [];
  return [
    `ORGANIZER${named(parties.organizer)}`,
    // The visitor accepted by booking.
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${named(parties.attendee)}`,
  ];
}

/** Escapes a text value (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** A person as parameter and value. A quoted parameter cannot hold a quote (RFC 5545, 3.1). */
function named({ name, address }: Mailbox): string {
  const safeName = name
    .replace(/"/g, "'")
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  const mailto = mailtoHref(address);
  return safeName ? `;CN="${safeName}":${mailto}` : `:${mailto}`;
}

const MAX_LINE_BYTES = 75;

/** Folds a line after 75 bytes without splitting a character (RFC 5545, 3.1). */
function folded(line: string): string {
  let text = '';
  let left = MAX_LINE_BYTES;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (size > left) {
      text += '\r\n ';
      left = MAX_LINE_BYTES - 1;
    }
    text += character;
    left -= size;
  }
  return text;
}
