import * as z from 'zod/mini';
import type { LeadMail } from '#contracts/lead';
import { leadReference } from '#server/leads/lead';
import { type Schema, type Store, unlessUnreadable } from '#server/storage/port';
import { type Box, dayOf, endedKey, mailBox, waitingKey } from './outbox.ts';

const Ended = z.object({ state: z.enum(['sent', 'gave up', 'overtaken']), at: z.number() });

/**
 * What was mailed about a lead in the last sixty days, the newest first. The key of a message begins with the lead's
 * reference and says what it is about and to whom: no record beside the outbox's own is needed.
 */
export async function mailsOf(leads: Store, leadId: string): Promise<LeadMail[]> {
  const keys = await keysOf(leads, leadId);
  const mails = await Promise.all(keys.map((key) => readMail(leads, key)));
  return mails.flatMap((mail) => mail ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Forgets all that a box has had of a lead, and drops what has not been sent. */
export async function forgetMessages({ store }: Pick<Box<never>, 'store'>, leadId: string): Promise<void> {
  for (const key of await keysOf(store, leadId)) {
    await store.delete(waitingKey(key));
    const ended = await read(store, endedKey(key), Ended);
    if (ended) await store.delete(`mailed-on/${dayOf(ended.at)}/${key}`);
    await store.delete(endedKey(key));
  }
}

/** A message that ends at this moment stands in both folders. */
async function keysOf(leads: Store, leadId: string): Promise<string[]> {
  const folders = [waitingKey(''), endedKey('')];
  const listed = await Promise.all(folders.map((folder) => leads.list(`${folder}${leadReference(leadId)}-`)));
  return [...new Set(listed.flat().map(({ key }) => key.slice(key.indexOf('/') + 1)))];
}

async function readMail(leads: Store, key: string): Promise<LeadMail | null> {
  const [, about = '', ...rest] = key.split('-');
  const isUndelivered = rest.at(-1) === 'undelivered';
  const of = {
    about: isUndelivered ? 'undelivered' : about,
    to: rest.at(-1) === 'visitor' ? ('visitor' as const) : ('owner' as const),
  };
  const ended = await read(leads, endedKey(key), Ended);
  // What was overtaken by other news was never sent.
  if (ended?.state === 'overtaken') return null;
  if (ended) return { ...of, state: ended.state, at: new Date(ended.at).toISOString() };
  const waiting = await read(leads, waitingKey(key), mailBox(leads).waiting);
  return waiting && { ...of, state: 'waiting', at: new Date(waiting.createdAt).toISOString() };
}

/** One that cannot be read is named by the site's health, and by nobody here. */
async function read<Value>(leads: Store, key: string, schema: Schema<Value>): Promise<Value | null> {
  const stored = await unlessUnreadable(leads.get(key), () => null);
  const found = schema.safeParse(stored?.value);
  return found.success ? found.data : null;
}
