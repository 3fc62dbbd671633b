import { changeLead, findRequest } from '#server/leads/lead-records';
import type { ChannelEnvironment } from '#server/news/channel';
import type { TextMessage } from './message.ts';
import { noteInThread } from './thread.ts';

type Unsent = Pick<TextMessage, 'lead' | 'to' | 'about' | 'text' | 'by'>;

/**
 * A text did not reach its visitor: the lead says so, Today has it until the owner has told the visitor, and the owner hears
 * of it by mail. `code`: the provider's, or why we did not send it. A repeat tells nothing more.
 */
export async function tellUnsent(
  { leads, notify, now }: Pick<ChannelEnvironment, 'leads' | 'notify' | 'now'>,
  key: string,
  { lead: id, to, about, text, by }: Unsent,
  code: string,
): Promise<void> {
  const lead = to === 'visitor' ? await findRequest(leads, id) : null;
  if (!lead) return;
  const at = new Date(now()).toISOString();
  await changeLead(leads, id, (one) =>
    one.unsentText?.id === key ? one : { ...one, unsentText: { id: key, at, text } },
  );
  await notify({ kind: 'textFailed', lead, key, about, text, code });
  await noteInThread(leads, id, { id: key, at, from: 'us', about, text, state: 'failed', code, ...(by && { by }) });
}
