import type { LeadMail } from '#contracts/lead-mails';
import { leadKey, leadReference } from '#server/leads/lead-id';
import { type Schema, type Store, unlessUnreadable } from '#server/storage/port';
import { type Box, dayOf, Ended, endedKey, mailBox, waitingKey } from './outbox.ts';

/** The mails about a lead in the last 60 days, newest first, from the keys of the outbox. */
export async function mailsOf(leads: Store, leadId: string): Promise<LeadMail[]> {
  const keys = await keysOf(leads, `${leadReference(leadId)}-`);
  const mails = await Promise.all(keys.map((key) => readMail(leads, key)));
  return mails.flatMap((mail) => mail ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Deletes all messages about a lead from a box, including unsent ones. */
export async function forgetMessages({ store }: Pick<Box<never>, 'store'>, leadId: string): Promise<void> {
  for (const key of await keysOf(store, `${leadReference(leadId)}-`)) await forget(store, key);
}

async function forget(store: Store, key: string): Promise<void> {
  await store.delete(waitingKey(key));
  const ended = await read(store, endedKey(key), Ended);
  if (ended) await store.delete(`mailed-on/${dayOf(ended.at)}/${key}`);
  await store.delete(endedKey(key));
}

/**
 * Deletes the messages about leads that are gone: somebody may write one while its lead is being removed. Lists the
 * messages first. A lead is stored before its messages, so a lead that is missing afterward was removed.
 */
export async function forgetOrphans({ store }: Pick<Box<never>, 'store'>, leads: Store): Promise<void> {
  const keys = await keysOf(store, '');
  const standing = new Set(
    (await leads.list(leadKey(''))).map(({ key }) => leadReference(key.slice(leadKey('').length))),
  );
  for (const key of keys) {
    const [, reference] = /^([0-9a-f]{32})-/.exec(key) ?? [];
    if (reference && !standing.has(reference)) await forget(store, key);
  }
}

/** The keys that begin so. A message that is just ending is in both folders, so duplicates are removed. */
async function keysOf(store: Store, beginning: string): Promise<string[]> {
  const folders = [waitingKey(''), endedKey('')];
  const listed = await Promise.all(folders.map((folder) => store.list(folder + beginning)));
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
  if (ended?.state === 'overtaken') return null;
  if (ended) return { ...of, state: ended.state, at: new Date(ended.at).toISOString() };
  const waiting = await read(leads, waitingKey(key), mailBox(leads).waiting);
  return waiting && { ...of, state: 'waiting', at: new Date(waiting.createdAt).toISOString() };
}

/** `null` for an unreadable record: the health page reports those. */
async function read<Value>(leads: Store, key: string, schema: Schema<Value>): Promise<Value | null> {
  const stored = await unlessUnreadable(leads.get(key), () => null);
  const found = schema.safeParse(stored?.value);
  return found.success ? found.data : null;
}
