import { business } from '#business';
import type { Language } from '#i18n/language';
import { languageOfLead } from '#lead/lead';
import { asTyped } from '#lib/text-parts';
import { findRequest } from '#server/leads/lead-records';
import { textNumber } from '#lib/contact';
import type { ChannelEnvironment } from '#server/news/channel';
import type { Attempt, Send } from '#server/outbox/delivery';
import { changeLedger, type Ledger, standingOf, withEntry, withSent } from '#server/leads/text-ledger';
import { words } from './drafts.ts';
import type { TextProvider } from './provider.ts';
import { countsAsText, NOT_SENT, STOPPED, type TextMessage, TOO_MANY } from './message.ts';
import { toNewNumber } from './new-number.ts';
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
  const { to, number, about, by, lead: id } = message;
  let { text } = message;
  const at = new Date(now()).toISOString();
  try {
    const checked = await checkedFor(leads, key, message, now());
    const refused = 'failed' in checked ? checked : null;
    if ('first' in checked && checked.first) text = asFirst(text, checked.first);
    const attempt = refused ?? (await tried());
    if (to === 'visitor') await noteAttempt(attempt);
    if (attempt !== 'sent' && attempt.error === STOPPED && !refused) {
      const stopped = { id: key, at, what: 'stopped', by: 'provider' } as const;
      await changeLedger(leads, number, (ledger) => withEntry(ledger, stopped));
    }
    return attempt;
  } catch (error) {
    log('Texts: a record could not be read or written', error);
    return { failed: 'later', error: 'Record' };
  }

  async function noteAttempt(attempt: Attempt): Promise<void> {
    const entry = { id: key, at, from: 'us', about, text, ...(by && { by }) } as const;
    if (attempt === 'sent') await noteInThread(leads, id, { ...entry, state: 'sent' });
    else if (attempt.failed === 'refused' && attempt.error !== NOT_SENT)
      await noteInThread(leads, id, { ...entry, state: 'failed', code: attempt.error });
  }

  async function tried(): Promise<Attempt> {
    const hasTaken = attempts > 1 && (await provider.hasTaken({ number, text }, createdAt, signal));
    if (hasTaken) return 'sent';
    // To send it once more may be to send it twice.
    if (hasTaken === null) return { failed: 'unreachable', error: 'No answer' };
    const query = new URLSearchParams({ lead: id, key });
    return await provider.send({ number, text }, `${site.origin}/api/texts/status?${query}`, signal);
  }
}

const notSent = { failed: 'refused', error: NOT_SENT } as const;

/** The first text to a number names the business, and says how to stop. */
function asFirst(text: string, language: Language): string {
  const name = `${business.shortName}: `;
  return asTyped(`${text.startsWith(name) ? '' : name}${text}\n${words[language].stop}`);
}

/**
 * Why the number may not have this text now: what was true when it was written may be so no more. Else the language of its
 * first text, if this is it. Notes the text in the number's ledger.
 */
async function checkedFor(
  leads: ChannelEnvironment['leads'],
  key: string,
  message: TextMessage,
  now: number,
): Promise<Exclude<Attempt, 'sent'> | { readonly first: Language | null }> {
  const lead = await findRequest(leads, message.lead);
  if (!lead || (message.to === 'visitor' && lead.isSpam)) return notSent;
  const isOfLead = textNumber(lead.request.phone) === message.number;
  const hasAgreed = message.to === 'visitor' && lead.request.texts && isOfLead;
  // The owner may answer a visitor who texts, also one who has not ticked the box.
  if (message.to === 'visitor' && !hasAgreed && message.about !== 'answer') {
    await toNewNumber(leads, key, message, { lead, now });
    return notSent;
  }
  let refused: Exclude<Attempt, 'sent'> | null = null;
  const change = (ledger: Ledger): Ledger => {
    refused = standingOf(ledger) === 'stopped' ? { failed: 'refused', error: STOPPED } : null;
    if (refused) return ledger;
    const counted = countsAsText(message) ? withSent(ledger, key, now) : ledger;
    if (!counted) refused = { failed: 'later', error: TOO_MANY };
    return counted ? { ...counted, first: counted.first ?? key } : ledger;
  };
  const { first } = await changeLedger(leads, message.number, change);
  return refused ?? { first: first === key ? languageOfLead(lead) : null };
}
