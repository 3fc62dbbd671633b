import { type Interval, toSlot } from '#server/slots/times';
import { easternDayAndTime } from '#lib/eastern-time';

/** `Tuesday, December 1 at 10:30 AM ET` */
export function whenOf(span: Interval): string {
  return `${easternDayAndTime(toSlot(span).start)} ET`;
}

/** One line for a header: no control or invisible characters (which also turn the direction of what follows). */
export function oneLine(text: string, most = 150): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line;
}

/** The lines of a longer text, without the marks that turn the direction of what follows. */
export function linesOf(text: string): string[] {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').split(/\r\n?|\n/);
}

/**
 * Whether a visitor's words may be repeated in a mail to the address that they gave. Anybody may give anybody's: words
 * that a mail program would make a link of are not passed on.
 */
export function isHarmless(text: string): boolean {
  return !/:\/\/|www\.|@|[\p{L}\p{N}]\.\p{L}{2}/iu.test(text);
}

const NAME = /^[\p{L}\p{M}'’-]{1,30}\.?$/u;

/** The first name to greet somebody by, or `null` when what they typed is no name. */
export function firstName(name: string): string | null {
  const [first = ''] = oneLine(name).split(' ');
  return NAME.test(first) ? first : null;
}

/** A name for the address line of a mail: the whole name if every part of it is one. */
export function addressName(name: string): string {
  const parts = oneLine(name).split(' ');
  return parts.length <= 6 && parts.every((part) => NAME.test(part)) ? parts.join(' ') : '';
}
