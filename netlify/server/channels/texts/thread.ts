import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { type Conversation, ConversationText } from '#contracts/texts';
import { idsOf, type Lead, requestsOf } from '#lead/lead';
import { textNumber } from '#lib/contact';
import { type LedgerEntry, readLedger, standingOf } from '#server/leads/text-ledger';
import { boxOf, listWaiting } from '#server/outbox/outbox';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { textOutbox } from './message.ts';

/** `id`: of ours the key in the outbox, of theirs the provider's. */
const Entry = keptObject({
  ...ConversationText.shape,
  at: z.string(),
  state: z.optional(z.enum(['sent', 'delivered', 'failed'])),
  /** Of theirs: the number that wrote it, in E.164. */
  number: z.optional(z.string()),
});
export type ThreadEntry = z.infer<typeof Entry>;

/** The texts with one lead's visitor, in the order of their coming. */
const Thread = keptObject({ entries: z.array(Entry) });
export type Thread = z.infer<typeof Thread>;

export const threads = { place: 'texts/threads/', schema: Thread } as const;
const none: Thread = { entries: [] };

/** Throws `UnreadableRecord`. */
export async function readThread(leads: Store, lead: string): Promise<Thread> {
  return (await recordsOf(leads, threads).read(lead)) ?? none;
}

/** A text is told to be failed or delivered once; what comes late says nothing new. */
const isFinal = ({ state }: Pick<ThreadEntry, 'state'>) => state === 'failed' || state === 'delivered';

/** Adds the entry, or says what became of it. Answers whether that was new: a repeat changes nothing. */
export async function noteInThread(leads: Store, lead: string, entry: ThreadEntry): Promise<boolean> {
  const { isWritten } = await recordsOf(leads, threads).change(lead, (thread) => {
    const { entries, ...rest } = thread ?? none;
    const former = entries.find(({ id }) => id === entry.id);
    if (!former) return { ...rest, entries: [...entries, entry] };
    if (isFinal(former) || former.state === entry.state) return null;
    return { ...rest, entries: entries.map((one) => (one === former ? { ...one, ...entry, at: one.at } : one)) };
  });
  return isWritten;
}

/** The texts with the visitor of the lead and of its parts, those that wait too, and whether an answer would be taken. */
export async function conversationOf(leads: Store, lead: Lead, isOn: boolean): Promise<Conversation> {
  const ids = idsOf(lead);
  const [threads, waiting] = await Promise.all([
    Promise.all(ids.map((id) => readThread(leads, id))),
    isOn ? listWaiting(boxOf(leads, textOutbox)) : [],
  ]);
  const entries = threads.flatMap((thread) => thread.entries);
  const own = textNumber(lead.request.phone);
  const numbers = requestsOf(lead).map(({ request }) => textNumber(request.phone));
  const theirs = entries.filter(({ from }) => from === 'them').sort(byTime);
  // The answer goes to the number that wrote last, also where the lead has another one.
  const number = theirs.at(-1)?.number ?? own;
  const ledger = number ? await readLedger(leads, number) : null;
  const waits = waiting.flatMap(({ key, waiting: { message, createdAt } }): ConversationText[] => {
    // One for a former number goes to the new one, where it waits by itself.
    const isOwn =
      ids.includes(message.lead) &&
      message.to === 'visitor' &&
      (message.about === 'answer' || numbers.includes(message.number));
    if (!isOwn || entries.some(({ id }) => id === key)) return [];
    const { about, text, by } = message;
    return [{ id: key, at: new Date(createdAt).toISOString(), from: 'us', about, text, by, state: 'waiting' }];
  });
  const hasAgreed = lead.request.texts === true && number === own;
  const standing = standingIn(hasAgreed, isOn, ledger && standingOf(ledger));
  const isSaid = ({ what }: LedgerEntry) =>
    standing === 'stopped' ? what === 'stopped' : what === 'agreed' || what === 'again';
  const said = standing === 'stopped' || standing === 'agreed' ? ledger?.entries.findLast(isSaid) : undefined;
  return {
    texts: [...entries, ...waits].sort(byTime),
    standing,
    ...(said && { said: { at: said.at, by: said.by, where: said.where } }),
    mayAnswer: standing === 'agreed' || (standing === 'unknown' && theirs.length > 0),
    ...(number && { number }),
  };
}

const byTime = (one: { readonly at: string }, other: { readonly at: string }) => (one.at < other.at ? -1 : 1);

function standingIn(hasAgreed: boolean, isOn: boolean, ofNumber: ReturnType<typeof standingOf> | null) {
  if (!isOn) return 'off';
  if (!ofNumber) return 'noNumber';
  if (ofNumber === 'stopped') return 'stopped';
  return hasAgreed ? 'agreed' : 'unknown';
}
