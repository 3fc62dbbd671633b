import { leadIdOf, leadKey, leadReference } from '#server/leads/lead-id';
import { DAY, HOUR } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { type AboutLead, type Box, dayOf, endedKey, endingOf, listWaiting, waitingKey } from './outbox.ts';

export interface WaitingCount {
  readonly count: number;
  /** When the oldest was written of those that might go for an hour by now, in ms since the epoch. */
  readonly oldest: number | null;
}

/** The messages that wait, for the health page. */
export async function countWaiting(box: Box<AboutLead>, now: number): Promise<WaitingCount> {
  const waiting = await listWaiting(box);
  const mayGo = (one: (typeof waiting)[number]) => [now, now - HOUR].every((at) => box.mayGo(one.waiting.message, at));
  const oldest = waiting.find(mayGo)?.waiting.createdAt ?? null;
  return { count: waiting.length, oldest };
}

const KEPT_MS = 60 * DAY;

/** Forgets messages that ended or began waiting over 60 days ago. `now` in ms. */
export async function sweepOutbox(box: Box<AboutLead>, now: number): Promise<void> {
  const { store } = box;
  const limit = `mailed-on/${dayOf(now - KEPT_MS)}`;
  for (const { key } of await store.list('mailed-on/')) {
    if (key >= limit) break;
    await store.delete(endedKey(key.slice(`${limit}/`.length)));
    await store.delete(key);
  }
  for (const { key, waiting } of await listWaiting(box)) {
    if (waiting.createdAt < now - KEPT_MS) await store.delete(waitingKey(key));
  }
}

/** Deletes all messages about a lead, including unsent ones. */
export async function forgetMessages(box: Box<AboutLead>, leadId: string): Promise<void> {
  for (const key of await keysOf(box, `${leadReference(leadId)}-`)) await forget(box, key);
}

/** The ids of all leads, and their references. */
export async function namesOfLeads(leads: Store): Promise<ReadonlySet<string>> {
  const ids = (await leads.list(leadKey(''))).map(({ key }) => leadIdOf(key));
  return new Set([...ids, ...ids.map(leadReference)]);
}

/** Deletes the messages of these keys that are about none of the standing leads. */
export async function forgetOrphans(
  box: Box<AboutLead>,
  keys: readonly string[],
  standing: ReadonlySet<string>,
): Promise<void> {
  for (const key of keys) {
    const [, reference] = /^([0-9a-f]{32})-/.exec(key) ?? [];
    if (reference && !standing.has(reference)) await forget(box, key);
  }
}

async function forget(box: Box<AboutLead>, key: string): Promise<void> {
  await box.store.delete(waitingKey(key));
  const ended = await endingOf(box, key);
  if (ended) await box.store.delete(`mailed-on/${dayOf(ended.at)}/${key}`);
  await box.store.delete(endedKey(key));
}

/** The keys that begin so, of waiting and of ended messages. One that is just ending is in both folders. */
export async function keysOf({ store }: Box<AboutLead>, beginning: string): Promise<string[]> {
  const folders = [waitingKey(''), endedKey('')];
  const listed = await Promise.all(folders.map((folder) => store.list(folder + beginning)));
  return [...new Set(listed.flat().map(({ key }) => key.slice(key.indexOf('/') + 1)))];
}
