import { findRequest } from '#server/leads/lead-records';
import { textNumber } from '#lib/contact';
import type { ChannelEnvironment } from '#server/news/channel';
import type { Attempt, Send } from '#server/outbox/delivery';
import { changeLedger, type Ledger, standingOf, withEntry, withSent } from '#server/leads/text-ledger';
import type { TextProvider } from './provider.ts';
import { countsAsText, NOT_SENT, STOPPED, type TextMessage, TOO_MANY } from './message.ts';
import { noteInThread } from './thread.ts';

/**
 * Sends one text, if its number may have it. An attempt after the first asks the provider whether it has the text: the
 * answer may have been lost. The ledger is written before the provider is asked, the thread after.
 */
export async function sendText(
  provider: TextProvider,
  { leads, site, now, log }: Pick<ChannelEnvironment, 'leads' | 'site' | 'now' | 'log'>,
  ...[key, { message, createdAt, attempts }, signal]: Parameters<Send<TextMessage>>
): Promise<Attempt> {
  const { to, number, text, about, by, lead: id } = message;
  const entry = { id: key, at: new Date(now()).toISOString(), from: 'us', about, text, ...(by && { by }) } as const;
  try {
    const refused = await refusalOf(leads, key, message, now());
    const attempt = refused ?? (await tried());
    if (to === 'visitor') await noteAttempt(attempt);
    if (attempt !== 'sent' && attempt.error === STOPPED && !refused) {
      const stopped = { id: key, at: entry.at, what: 'stopped', by: 'provider' } as const;
      await changeLedger(leads, number, (ledger) => withEntry(ledger, stopped));
    }
    return attempt;
  } catch (error) {
    log('Texts: a record could not be read or written, or the provider not asked', error);
    return { failed: 'later', error: 'Record' };
  }

  async function noteAttempt(attempt: Attempt): Promise<void> {
    if (attempt === 'sent') await noteInThread(leads, id, { ...entry, state: 'sent' });
    else if (attempt.failed === 'refused' && attempt.error !== NOT_SENT)
      await noteInThread(leads, id, { ...entry, state: 'failed', code: attempt.error });
  }

  async function tried(): Promise<Attempt> {
    if (attempts > 1 && (await provider.hasTaken({ number, text }, createdAt, signal))) return 'sent';
    const query = new URLSearchParams({ lead: id, key });
    return await provider.send({ number, text }, `${site.origin}/api/texts/status?${query}`, signal);
  }
}

const notSent: Attempt = { failed: 'refused', error: NOT_SENT };

/**
 * Why the number may not have this text now: what was true when it was written may be so no more. Notes the text in
 * the number's ledger, if it counts.
 */
async function refusalOf(
  leads: ChannelEnvironment['leads'],
  key: string,
  message: TextMessage,
  now: number,
): Promise<Attempt | null> {
  const lead = await findRequest(leads, message.lead);
  if (!lead || (message.to === 'visitor' && lead.isSpam)) return notSent;
  const isOfLead = textNumber(lead.request.phone) === message.number;
  const hasAgreed = message.to === 'visitor' && lead.request.texts && isOfLead;
  // The owner may answer a visitor who texts, also one who has not ticked the box.
  if (message.to === 'visitor' && !hasAgreed && message.about !== 'answer') return notSent;
  let refused: Attempt | null = null;
  const change = (ledger: Ledger): Ledger => {
    refused = standingOf(ledger) === 'stopped' ? { failed: 'refused', error: STOPPED } : null;
    if (refused || !countsAsText(message)) return ledger;
    const counted = withSent(ledger, key, now);
    if (!counted) refused = { failed: 'later', error: TOO_MANY };
    return counted ?? ledger;
  };
  await changeLedger(leads, message.number, change);
  return refused;
}
