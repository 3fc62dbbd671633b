import type { LeadMail } from '#contracts/lead-mails';
import { leadReference } from '#server/leads/lead-id';
import { type Box, boxOf, endingOf, waitingKey } from '#server/outbox/outbox';
import { keysOf } from '#server/outbox/upkeep';
import { type Store, unlessUnreadable } from '#server/storage/port';
import type { Message } from './letter.ts';
import { mail } from './mail.ts';

/** The mails about a lead in the last 60 days, newest first, from the keys of the outbox. */
export async function mailsOf(leads: Store, leadId: string): Promise<LeadMail[]> {
  const box = boxOf(leads, mail.outbox);
  const keys = await keysOf(box, `${leadReference(leadId)}-`);
  const mails = await Promise.all(keys.map((key) => readMail(box, key)));
  return mails.flatMap((found) => found ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
}

async function readMail(box: Box<Message>, key: string): Promise<LeadMail | null> {
  const [, about = '', ...rest] = key.split('-');
  const last = rest.at(-1);
  const of = {
    about: last === 'undelivered' ? last : about,
    to: last === 'visitor' ? ('visitor' as const) : ('owner' as const),
  };
  const ended = await endingOf(box, key);
  if (ended?.state === 'overtaken') return null;
  if (ended) return { ...of, state: ended.state, at: new Date(ended.at).toISOString() };
  const stored = await unlessUnreadable(box.store.get(waitingKey(key)), () => null);
  const waiting = box.waiting.safeParse(stored?.value);
  return waiting.success ? { ...of, state: 'waiting', at: new Date(waiting.data.createdAt).toISOString() } : null;
}
