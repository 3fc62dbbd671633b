import { domainToASCII } from 'node:url';

/** The address with its domain as mail servers know it (RFC 5891): `ann@xn--e1afmkfd.xn--p1ai`. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}

const DOTLESS = /^(gmail|googlemail)\.com$/;

/** The same text for all spellings of one mailbox. */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  const host = asciiEmail(email)
    .slice(at + 1)
    .toLowerCase();
  return DOTLESS.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}
