import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { ConversationText } from '#contracts/texts';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

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
