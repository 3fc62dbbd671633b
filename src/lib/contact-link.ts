/** A telephone number as a link shows it and dials it. */
export interface Phone {
  readonly display: string;
  /** `tel:` and the number in E.164. */
  readonly href: string;
}

/** Where on a page a "Schedule" button or a phone link stands: the location that analytics hears of. */
export type LinkLocation =
  | 'header'
  | 'menu'
  | 'hero'
  | 'deals'
  | 'deals-popup'
  | 'owners'
  | 'faq'
  | 'closing'
  | 'footer'
  | 'dock'
  | 'book'
  | 'blog'
  | 'article'
  | 'gallery'
  | 'service-area'
  | 'service-area-closing'
  | 'privacy'
  | 'thank-you'
  | 'visit'
  | 'not-found';

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
