import { findRequest } from '#server/leads/lead-records';
import * as z from 'zod/mini';
import type { ChannelEnvironment } from '#server/news/channel';
import { boxOf, readWaiting } from '#server/outbox/outbox';
import { changeLedger, withEntry } from '#server/leads/text-ledger';
import { STOPPED, textOutbox } from './message.ts';
import { noteInThread, readThread, type ThreadEntry } from './thread.ts';
import { tellUnsent } from './unsent.ts';

/** The provider reports the state of a text that it took. */
export const TextStatus = z.object({
  MessageStatus: z.string(),
  To: z._default(z.string(), ''),
  ErrorCode: z._default(z.string(), ''),
});
type TextStatus = z.infer<typeof TextStatus>;

const states: Readonly<Record<string, 'delivered' | 'failed'>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

/**
 * Notes in the conversation what became of our text, and tells of a failure: each once, in any order. `key`: its key in the
 * outbox. Steps on the way say nothing new.
 */
export async function takeStatus(
  { leads, notify, now }: Pick<ChannelEnvironment, 'leads' | 'notify'> & { readonly now: number },
  { lead: id, key }: Record<'lead' | 'key', string>,
  { MessageStatus, To, ErrorCode: code }: TextStatus,
): Promise<void> {
  const state = states[MessageStatus];
  const lead = state && (await findRequest(leads, id));
  if (!lead) return;
  const entry = await ourText({ leads, now }, id, key);
  if (!entry || entry.state === 'delivered') return;
  const { about = '', text } = entry;
  if (state === 'failed') {
    if (code === STOPPED) {
      const stopped = { id: key, at: entry.at, what: 'stopped', by: 'provider' } as const;
      await changeLedger(leads, To, (ledger) => withEntry(ledger, stopped));
    }
    return await tellUnsent(
      { leads, notify, now: () => now },
      key,
      { lead: id, to: 'visitor', number: To, about, text },
      code,
    );
  }
  await noteInThread(leads, id, { ...entry, state });
}

/** Our text as the conversation has it, or as it still waits: the provider may speak before we have noted its answer. */
async function ourText(
  { leads, now }: { readonly leads: ChannelEnvironment['leads']; readonly now: number },
  lead: string,
  key: string,
): Promise<ThreadEntry | null> {
  const { entries } = await readThread(leads, lead);
  const noted = entries.find((entry) => entry.id === key && entry.from === 'us');
  if (noted) return noted;
  const waiting = /^[a-z0-9-]+$/.test(key) ? await readWaiting(boxOf(leads, textOutbox), key) : null;
  const { message } = waiting ?? {};
  if (message?.lead !== lead || message.to !== 'visitor') return null;
  const { about, text } = message;
  return { id: key, at: new Date(now).toISOString(), from: 'us', about, text };
}
