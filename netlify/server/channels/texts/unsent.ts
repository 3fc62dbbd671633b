import { changeLead, findRequest } from '#server/leads/lead-records';
import { changeLedger } from '#server/leads/text-ledger';
import type { ChannelEnvironment } from '#server/news/channel';
import type { TextMessage } from './message.ts';
import { noteInThread } from './thread.ts';

type Unsent = Pick<TextMessage, 'lead' | 'to' | 'number' | 'about' | 'text' | 'by'>;

/**
 * A text did not reach its visitor: the lead says so, Today has it until the owner has told the visitor, and the owner hears
 * of it by mail. `code`: the provider's, or why we did not send it. A repeat tells nothing more.
 */
export async function tellUnsent(
  { leads, notify, now }: Pick<ChannelEnvironment, 'leads' | 'notify' | 'now'>,
  key: string,
  { lead: id, to, number, about, text, by }: Unsent,
  code: string,
): Promise<void> {
  const lead = to === 'visitor' ? await findRequest(leads, id) : null;
  if (!lead) return;
  const at = new Date(now()).toISOString();
  // The next one says who we are.
  await changeLedger(leads, number, (ledger) => (ledger.first === key ? { ...ledger, first: undefined } : ledger));
  await changeLead(leads, id, (one) =>
    one.unsentText?.id === key ? one : { ...one, unsentText: { id: key, at, text } },
  );
  await notify({ kind: 'textFailed', lead, key, about, text, code });
  await noteInThread(leads, id, { id: key, at, from: 'us', about, text, state: 'failed', code, ...(by && { by }) });
}
