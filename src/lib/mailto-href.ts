/** The address as a link that opens a mail to it (RFC 6068, 2). */
export function mailtoHref(address: string): string {
  return `mailto:${address.replace(/[^\w.@'+-]/gu, encodeURIComponent)}`;
}
