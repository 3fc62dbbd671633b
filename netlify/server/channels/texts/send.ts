import { findLead, type Lead } from '#server/leads/lead';
import type { ChannelEnvironment } from '#server/news/channel';
import type { Attempt, Send } from '#server/outbox/delivery';
import { changeLedger, type Ledger, standingOf, withEntry, withSent } from './ledger.ts';
import type { TextProvider } from './provider.ts';
import { countsAsText, STOPPED, type TextMessage } from './message.ts';
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
    const refused = to === 'visitor' ? await refusalOf(leads, key, message, now()) : null;
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
    else if (attempt.failed === 'refused')
      await noteInThread(leads, id, { ...entry, state: 'failed', code: attempt.error });
  }

  async function tried(): Promise<Attempt> {
    if (attempts > 1 && (await provider.hasTaken({ number, text }, createdAt, signal))) return 'sent';
    const query = new URLSearchParams({ lead: id, key });
    return await provider.send({ number, text }, `${site.origin}/api/texts/status?${query}`, signal);
  }
}

/** Why the number may not have this text now. Notes in its ledger the lead's agreement, and the text, if it counts. */
async function refusalOf(
  leads: ChannelEnvironment['leads'],
  key: string,
  message: TextMessage,
  now: number,
): Promise<Attempt | null> {
  const found = await findLead(leads, message.lead);
  if (!found || found.lead.isRemoving) return { failed: 'refused', error: 'The lead is gone' };
  const { texts: hasAgreed } = found.lead.request;
  // Whoever texts us may be answered.
  if (!hasAgreed && message.about !== 'answer') return { failed: 'refused', error: 'Not agreed' };
  const agreement = agreementOf(found.lead);
  let refused: Attempt | null = null;
  const change = (ledger: Ledger): Ledger => {
    const agreed = hasAgreed ? withEntry(ledger, agreement) : ledger;
    refused = standingOf(agreed) === 'stopped' ? { failed: 'refused', error: STOPPED } : null;
    if (refused || !countsAsText(message)) return agreed;
    const counted = withSent(agreed, key, now);
    if (!counted) refused = { failed: 'later', error: 'Three texts in 24 hours' };
    return counted ?? agreed;
  };
  await changeLedger(leads, message.number, change);
  return refused;
}

/** The agreement of this lead: its visitor's tick, or what the owner was told on the phone. */
const agreementOf = ({ id, createdAt, source, by = 'visitor', request }: Lead) => ({
  ...({ id: `agreed-${id}`, at: createdAt, what: 'agreed', lead: id, where: source } as const),
  ...(request.consent && { wording: request.consent }),
  by: source === 'phone' ? by : 'visitor',
});
