import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { ConversationText } from '#contracts/texts';
import { shaped, type Store, writeOver } from '#server/storage/port';

export const THREADS = 'texts/threads/';

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
export const Thread = keptObject({ entries: z.array(Entry) });
export type Thread = z.infer<typeof Thread>;

/** Throws `UnreadableRecord`. */
export async function readThread(leads: Store, lead: string): Promise<Thread> {
  const stored = await leads.get(THREADS + lead);
  return stored ? shaped(Thread, THREADS + lead, stored.value) : { entries: [] };
}

/** A text is told to be failed or delivered once; what comes late says nothing new. */
const isFinal = ({ state }: Pick<ThreadEntry, 'state'>) => state === 'failed' || state === 'delivered';

/** Adds the entry, or says what became of it. Answers whether that was new: a repeat changes nothing. */
export async function noteInThread(leads: Store, lead: string, entry: ThreadEntry): Promise<boolean> {
  const key = THREADS + lead;
  for (;;) {
    const stored = await leads.get(key);
    const { entries, ...rest } = stored ? shaped(Thread, key, stored.value) : Thread.parse({ entries: [] });
    const former = entries.find(({ id }) => id === entry.id);
    if (former && (isFinal(former) || former.state === entry.state)) return false;
    const next = former
      ? entries.map((one) => (one === former ? { ...one, ...entry, at: one.at } : one))
      : [...entries, entry];
    if (await writeOver(leads, key, { ...rest, entries: next }, stored?.etag)) return true;
  }
}
