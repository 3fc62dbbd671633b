import { business } from '#business';
import { mailtoHref } from '#lib/contact';
import { formatInZone } from '#lib/eastern-time';
import type { Mailbox } from './letter.ts';

/** A visit as a calendar program is to show it. */
export interface IcsVisit {
  /** The same for all that becomes of a visit, and unlike every other (RFC 5545, 3.8.4.7). */
  readonly uid: string;
  /** Rises with each change, so that a program takes the newest (3.8.7.4). */
  readonly sequence: number;
  /** Milliseconds since the epoch; the seconds of a visit are always 0. */
  readonly start: number;
  readonly end: number;
  /** When this was written, in ms. */
  readonly stamp: number;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
  readonly url: string;
  /** Who invites whom; a file that is only published has neither (RFC 5546, 3.2.1). */
  readonly parties?: { readonly organizer: Mailbox; readonly attendee: Mailbox } | undefined;
}

const ZONE = business.timeZone;

/** The rules of Eastern Time since 2007, for programs that do not know the zone by its name (RFC 5545, 3.6.5). */
const EASTERN_RULES = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONE}`,
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:-0500',
  'TZOFFSETTO:-0400',
  'TZNAME:EDT',
  'DTSTART:20070311T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0500',
  'TZNAME:EST',
  'DTSTART:20071104T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
] as const;

/** What is done with the visits of a calendar, and what a program that subscribes to it calls it. */
export interface IcsCalendar {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH';
  readonly name?: string;
}

/** An invitation, its cancellation, or any number of visits, as an iCalendar object (RFC 5545, RFC 5546). */
export function icsOf(visits: readonly IcsVisit[], { method, name }: IcsCalendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(business.name)}//Visits//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(name ? subscribed(name) : []),
    ...EASTERN_RULES,
    ...visits.flatMap((visit) => eventLines(visit, method)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A subscribed calendar's name, and how often to ask for it (RFC 7986, 5.7; the other two for older programs). */
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
    // Whoever booked the visit has accepted it.
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE${named(parties.attendee)}`,
  ];
}

/** A text value (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** A person as the parameter and value of a property. A quoted parameter cannot hold a quote (RFC 5545, 3.1). */
function named({ name, address }: Mailbox): string {
  const safeName = name
    .replace(/"/g, "'")
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  const mailto = mailtoHref(address);
  return safeName ? `;CN="${safeName}":${mailto}` : `:${mailto}`;
}

const MAX_LINE_BYTES = 75;

/** Breaks a line so that no part of it is longer than 75 bytes, and no character is torn (RFC 5545, 3.1). */
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
