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
