export interface Phone {
  readonly display: string;
  /** `tel:` and the number in E.164. */
  readonly href: string;
}

/** An extension after an x or a number sign, or in the format of `tidyPhone`. */
const EXTENSION = /[x#]\D*(\d+)\D*$|^(?:\D*\d){8,} \((\d{1,6})\)$/i;

/** The digits of a phone number, without the `(0)` that is dialed only in its country, and separately its extension. */
export function phoneParts(phone: string): { digits: string; extension: string | undefined } {
  const found = EXTENSION.exec(phone);
  const extension = found?.[1] ?? found?.[2];
  const number = extension ? phone.slice(0, phone.lastIndexOf(extension)) : phone;
  return { digits: number.replace(/\(0\)|\D/g, ''), extension };
}

/** A North American number as it is usually written, `(202) 555-0142`; others as they are. */
export function usualPhone(phone: string): string {
  const { digits, extension } = phoneParts(phone);
  if (prefixOf(phone, digits) !== '+1') return phone;
  const number = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return extension ? `${number} (${extension})` : number;
}

/**
 * The link that dials a typed number; `null` without digits. Ten digits, or eleven with a leading 1, are North
 * American; others are dialed as typed. A comma precedes the extension, because Android dials the letters of `;ext=`
 * (RFC 3966).
 */
export function telHref(phone: string): string | null {
  const { extension } = phoneParts(phone);
  const number = dialed(phone);
  return number && `tel:${number}${extension ? `,${extension}` : ''}`;
}

/** The number without its extension as it is dialed, `+12025550142` for a North American one; `null` without digits. */
export function dialed(phone: string): string | null {
  const { digits } = phoneParts(phone);
  return digits === '' ? null : prefixOf(phone, digits) + digits;
}

function prefixOf(number: string, digits: string): string {
  if (/^\D*\+/.test(number)) return '+';
  if (digits.length === 10) return '+1';
  return digits.length === 11 && digits.startsWith('1') ? '+' : '';
}

/**
 * The link for a text message with these words, without the extension; `null` without digits. iPhones read the words
 * after an ampersand, other phones after a question mark (RFC 5724).
 */
export function smsHref(phone: string, words = ''): string | null {
  const number = dialed(phone);
  return number && `sms:${number}${words && `?&body=${encodeURIComponent(words)}`}`;
}

/** The number in E.164, `+12025550142`; `null` for one that is not North American. An extension gets no texts. */
export function textNumber(phone = ''): string | null {
  const number = dialed(phone) ?? '';
  return /^\+1[2-9]\d{9}$/.test(number) && phoneParts(phone).extension === undefined ? number : null;
}

/** Whether both are one number for texts, however each is written. No number is the same as none. */
export function isSameNumber(one = '', other = ''): boolean {
  const number = dialed(one);
  return number !== null && number === dialed(other);
}

/** The link to a place in Google Maps, which opens on all phones. */
export function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}

/** The link to the way between two places in Google Maps. */
export function wayHref(origin: string, destination: string): string {
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', origin, destination })}`;
}

/** The link that starts a mail to the address (RFC 6068, 2). */
export function mailtoHref(address: string): string {
  return `mailto:${address.replace(/[^\w.@'+-]/gu, encodeURIComponent)}`;
}

/** Letters, and the joiners between them in Persian names. */
const NAME_PART = /^[\p{L}\p{M}\p{Join_Control}'’-]{1,30}\.?$/u;
const MAX_NAME_PARTS = 6;
const MAX_NAME_LENGTH = 60;

/** True if the word may be part of a name: only letters, no link or number. */
export function isNamePart(word: string): boolean {
  return NAME_PART.test(word);
}

/** The name if all its parts look like names, else `''`. Anybody may enter a stranger's address and any text. */
export function nameInLetters(name: string): string {
  const parts = name.trim().split(/\s+/);
  const whole = parts.join(' ');
  return parts.length <= MAX_NAME_PARTS && whole.length <= MAX_NAME_LENGTH && parts.every(isNamePart) ? whole : '';
}
