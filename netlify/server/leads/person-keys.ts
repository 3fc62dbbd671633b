import { createHash } from 'node:crypto';
import { phoneParts } from '#lib/contact';
import { normalEmail } from './email-spelling.ts';
import type { Lead } from './lead.ts';

/** One record for each phone and each mail address, named by its hash, with the coming visits. */
export const VISITORS = 'visitors/';

/** The keys of a lead's phone (digits without the country code) and mail address (see `normalEmail`). */
export function personKeys({ request: { phone, email } }: Pick<Lead, 'request'>): string[] {
  const digits = phone && phoneParts(phone).digits.replace(/^1(?=\d{10}$)/, '');
  const names = [digits === undefined ? [] : [`phone ${digits}`], email ? [`email ${normalEmail(email)}`] : []].flat();
  return names.map((name) => VISITORS + createHash('sha256').update(`visitor\n${name}`).digest('hex').slice(0, 32));
}
