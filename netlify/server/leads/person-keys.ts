import { type Lead, requestsOf } from '#lead/lead';
import { madeOnce } from '#lib/made-once';
import { dialed } from '#lib/contact';
import { domainToASCII } from 'node:url';
import { hashed } from './lead-id.ts';

/** One record for each phone and each mail address, named by its hash, with the coming visits. */
export const VISITORS = 'visitors/';

/** By which a person is known: the phone (digits without our country code), and the mail address (see `normalEmail`). */
function personNames({ request: { phone, email } }: Pick<Lead, 'request'>): string[] {
  const number = phone && (dialed(phone) ?? '').replace(/^\+1(?=\d{10}$)/, '');
  return [number === undefined ? [] : [`phone ${number}`], email ? [`email ${normalEmail(email)}`] : []].flat();
}

const names = new WeakMap<Lead, readonly string[]>();

/** The names of all who have sent a request of the lead. Kept for each version of it. */
export const namesOf = (lead: Lead) => madeOnce(names, lead, () => requestsOf(lead).flatMap(personNames));

/** The keys of a lead's person. */
export function personKeys(lead: Pick<Lead, 'request'>): string[] {
  return personNames(lead).map((name) => VISITORS + hashed('visitor', name));
}

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
