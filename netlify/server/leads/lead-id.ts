import { createHash, createHmac } from 'node:crypto';
import { firstVisit, leadOfVisit } from '#lead/visits';

export const LEAD_ID = /^[0-9a-f]{32}$/;
const LEADS = 'leads/';
export const leadKey = (id: string) => LEADS + id;
/** The id of the lead that has this key. */
export const leadIdOf = (key: string) => key.slice(LEADS.length);

/** A name in a key or an address that does not tell the text, nor what the same text is called for another purpose. */
export const hashed = (purpose: string, text: string): string =>
  createHash('sha256').update(`${purpose}\n${text}`).digest('hex').slice(0, 32);

/** The id for an idempotency key. The same key means the same lead. */
export const leadId = (idempotencyKey: string): string => hashed('consultation-request', idempotencyKey);

/** The ids for a key: the first one that is not of a removed lead is the lead's. A header's key has no line break. */
export const leadIds = (idempotencyKey: string) => idsOf(leadId, idempotencyKey);

/**
 * The ids of a request without a key, as from the plain form or by a text: the same words mean the same lead. Without
 * `secret` nobody can compute them from the words.
 */
export function secretLeadIds(secret: string, words: string): Generator<string> {
  const id = (name: string) => createHmac('sha256', secret).update(name).digest('hex').slice(0, 32);
  return idsOf(id, words);
}

function* idsOf(idOf: (name: string) => string, name: string): Generator<string> {
  yield idOf(name);
  for (let removals = 1; ; removals += 1) yield idOf(`${name}\n${removals}`);
}

/** A lead's public name in invitations, mail headers, the CSV and the log. It does not reveal the id. */
export const leadReference = (id: string): string => hashed('lead-reference', id);

/** A visit's public name in invitations. The first one has its lead's. */
export function visitReference(id: string): string {
  const reference = leadReference(leadOfVisit(id));
  return id === firstVisit(leadOfVisit(id)) ? reference : `${reference}-${id.split('/')[1]}`;
}
