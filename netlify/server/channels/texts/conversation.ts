import type { Conversation, ConversationText } from '#contracts/texts';
import type { Lead } from '#server/leads/lead';
import { boxOf, listWaiting } from '#server/outbox/outbox';
import type { Store } from '#server/storage/port';
import { readLedger, standingOf, textNumber } from './ledger.ts';
import { textOutbox } from './message.ts';
import { readThread } from './thread.ts';

/** The texts with the visitor of the lead and of its parts, those that wait too, and whether an answer would be taken. */
export async function conversationOf(leads: Store, lead: Lead, isOn: boolean): Promise<Conversation> {
  const number = textNumber(lead.request.phone);
  const ids = [lead.id, ...(lead.also ?? [])];
  const [threads, ledger, waiting] = await Promise.all([
    Promise.all(ids.map((id) => readThread(leads, id))),
    number ? readLedger(leads, number) : null,
    isOn ? listWaiting(boxOf(leads, textOutbox)) : [],
  ]);
  const entries = threads.flatMap((thread) => thread.entries);
  const waits = waiting.flatMap(({ key, waiting: { message, createdAt } }): ConversationText[] => {
    const isOwn = ids.includes(message.lead) && message.to === 'visitor';
    if (!isOwn || entries.some(({ id }) => id === key)) return [];
    const { about, text, by } = message;
    return [{ id: key, at: new Date(createdAt).toISOString(), from: 'us', about, text, by, state: 'waiting' }];
  });
  const standing = standingIn(lead, isOn, number && ledger && standingOf(ledger));
  const stopped = ledger?.entries.findLast(({ what }) => what === 'stopped');
  const hasWritten = entries.some(({ from }) => from === 'them');
  return {
    texts: [...entries, ...waits].sort((one, other) => (one.at < other.at ? -1 : 1)),
    standing,
    ...(standing === 'stopped' && stopped && { since: stopped.at }),
    mayAnswer: standing === 'agreed' || (standing === 'unknown' && hasWritten),
  };
}

function standingIn(
  { request }: Lead,
  isOn: boolean,
  ofNumber: ReturnType<typeof standingOf> | '' | null,
): Conversation['standing'] {
  if (!isOn) return 'off';
  if (!ofNumber) return 'noNumber';
  if (ofNumber === 'stopped') return 'stopped';
  return request.texts ? 'agreed' : 'unknown';
}
