import { createHash } from 'node:crypto';
import type { Lead } from './lead.ts';

/** Where it is kept who has how many visits: a record for each phone and each mail address, by a hash of it. */
export const VISITORS = 'visitors/';

/** A phone's digits without the country's; a mail address without capitals and without what follows a plus. */
export function personKeys({ request: { phone, email } }: Pick<Lead, 'request'>): string[] {
  const digits = phone?.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  const names = [digits === undefined ? [] : [`phone ${digits}`], email ? [`email ${normalEmail(email)}`] : []].flat();
  return names.map((name) => VISITORS + createHash('sha256').update(`visitor\n${name}`).digest('hex').slice(0, 32));
}

const DOTLESS = /^(gmail|googlemail)\.com$/;

/** One mailbox has many spellings: these lead to the same one. */
export function normalEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).toLowerCase().split('+');
  const host = email.slice(at + 1).toLowerCase();
  return DOTLESS.test(host) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${host}`;
}
