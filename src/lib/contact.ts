/** A telephone number as a link shows it and dials it. */
export interface Phone {
  readonly display: string;
  /** `tel:` and the number in E.164. */
  readonly href: string;
}

/**
 * The link that dials a phone number as somebody typed it; `null` where there is nothing to dial. Ten digits are a North
 * American number, as are eleven that begin with 1; one with a + is whole; any other is dialed as it stands. A comma
 * waits before the extension: RFC 3966 has `;ext=` for it, but Android dials the letters too.
 */
export function telHref(phone: string): string | null {
  const extension = /[x#]\D*(\d+)\D*$/i.exec(phone);
  const number = phone.slice(0, extension?.index);
  const digits = number.replace(/\D/g, '');
  if (digits === '') return null;
  return `tel:${prefixOf(number, digits)}${digits}${extension ? `,${extension[1]}` : ''}`;
}

function prefixOf(number: string, digits: string): string {
  if (/^\D*\+/.test(number)) return '+';
  if (digits.length === 10) return '+1';
  return digits.length === 11 && digits.startsWith('1') ? '+' : '';
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
