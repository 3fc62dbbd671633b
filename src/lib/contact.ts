/** A telephone number as a link shows it and dials it. */
export interface Phone {
  readonly display: string;
  /** `tel:` and the number in E.164. */
  readonly href: string;
}

/** What may stand between the digits of a North American number, its country's code and an extension. */
const NORTH_AMERICAN =
  /(?:^|[^\d+])(?:\+?1[ .(-]*)?\(?([2-9]\d\d)[ .)-]*(\d{3})[ .-]*(\d{4})(?!\d)(?:[ ,;]*(?:x|ext|extension|#)[ .:]*(\d{1,6})\b)?/i;
/** What the phone field takes as it stands. */
const PLAIN = /^[\d ()-]*$/;

/**
 * A phone number as people type, paste or have it filled in, in the shape that the phone field takes: `(407) 555-0142`,
 * with an extension `(407) 555-0142 (12)`. Of a pasted card or signature the number alone is left. What is in shape
 * already stays as it was typed, but for a leading 1; so does what holds no North American number.
 */
export function tidyPhone(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
  if (PLAIN.test(plain) && !/^1\d{10}$/.test(plain.replace(/\D/g, ''))) return plain;
  const [, area, exchange, line, extension] = NORTH_AMERICAN.exec(plain) ?? [];
  if (!line) return text;
  return `(${area}) ${exchange}-${line}${extension ? ` (${extension})` : ''}`;
}

/** An extension: behind an x or a number sign, or as `tidyPhone` writes it. */
const EXTENSION = /[x#]\D*(\d+)\D*$|\d{4} \((\d{1,6})\)$/i;

/** The digits of a phone number, and apart from them those of its extension. */
export function phoneParts(phone: string): { digits: string; extension: string | undefined } {
  const found = EXTENSION.exec(phone);
  const extension = found?.[1] ?? found?.[2];
  const number = extension ? phone.slice(0, phone.lastIndexOf(extension)) : phone;
  return { digits: number.replace(/\D/g, ''), extension };
}

/**
 * The link that dials a phone number as somebody typed it; `null` where there is nothing to dial. Ten digits are a North
 * American number, as are eleven that begin with 1; one with a + is whole; any other is dialed as it stands. A comma
 * waits before the extension: RFC 3966 has `;ext=` for it, but Android dials the letters too.
 */
export function telHref(phone: string): string | null {
  const { digits, extension } = phoneParts(phone);
  if (digits === '') return null;
  return `tel:${prefixOf(phone, digits)}${digits}${extension ? `,${extension}` : ''}`;
}

function prefixOf(number: string, digits: string): string {
  if (/^\D*\+/.test(number)) return '+';
  if (digits.length === 10) return '+1';
  return digits.length === 11 && digits.startsWith('1') ? '+' : '';
}

/** The link that writes a text message to a phone number; `null` where there is none. An extension takes no messages. */
export function smsHref(phone: string): string | null {
  const { digits } = phoneParts(phone);
  return digits === '' ? null : `sms:${prefixOf(phone, digits)}${digits}`;
}

/** The link that shows a place in the phone's maps (Google's Maps URLs, which every phone and browser opens). */
export function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}

/** The address as a link that opens a mail to it (RFC 6068, 2). */
export function mailtoHref(address: string): string {
  return `mailto:${address.replace(/[^\w.@'+-]/gu, encodeURIComponent)}`;
}

const NAME_PART = /^[\p{L}\p{M}'’-]{1,30}\.?$/u;
const MAX_NAME_PARTS = 6;
const MAX_NAME_LENGTH = 60;

/** Whether the word may be part of a person's name: letters, and nothing that could be a link or a number. */
export function isNamePart(word: string): boolean {
  return NAME_PART.test(word);
}

/**
 * A name as it may be said to somebody who perhaps did not type it: the whole of it where every part is one, else
 * nothing. Anybody may give anybody's mail address, and write what they like for a name.
 */
export function nameInLetters(name: string): string {
  const parts = name.trim().split(/\s+/);
  const whole = parts.join(' ');
  return parts.length <= MAX_NAME_PARTS && whole.length <= MAX_NAME_LENGTH && parts.every(isNamePart) ? whole : '';
}
