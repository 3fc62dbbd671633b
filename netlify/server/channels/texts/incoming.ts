import { type Lead, languageOfLead, requestsOf } from '#lead/lead';
import { withWordsOf } from '#lead/merge';
import { listLeads } from '#server/leads/lead-list';
import { changeLead } from '#server/leads/lead-records';
import * as z from 'zod/mini';
import { alertPhones, business } from '#business';
import { paragraph } from '#contracts/text';
import { texts as english } from '#i18n/en/texts';
import { texts as spanish } from '#i18n/es/texts';
import { textNumber, usualPhone } from '#lib/contact';
import type { ChannelEnvironment } from '#server/news/channel';
import { changeLedger, standingOf, withEntry } from './ledger.ts';
import { noteInThread, readThread } from './thread.ts';

/** A text that came, as the provider says it. */
export const IncomingText = z.object({
  MessageSid: z.string().check(z.regex(/^[A-Za-z0-9]{2,64}$/)),
  From: z.string(),
  Body: z._default(z.string(), ''),
  NumMedia: z._default(z.string(), '0'),
  /** The provider has answered this word by itself. */
  OptOutType: z.optional(z.string()),
});
export type IncomingText = z.infer<typeof IncomingText>;

interface Context extends Pick<ChannelEnvironment, 'leads' | 'notify'> {
  readonly now: number;
  report(what: string, error: unknown): void;
  /** Keeps a request of somebody whom no lead knows, and tells the owner. Resolves to its lead. */
  keepRequest(request: Lead['request'], key: string): Promise<Lead>;
}

/** In characters, of what is kept of one text. */
const MOST = 1600;
const PICTURE = '(A picture. It is in your provider’s console.)';

/**
 * Takes a text: into the ledger, the lead's conversation and the owner's mailbox, each once, however often it is told; after
 * a death in between the provider tells it again. Resolves to the words of the answer, if there is one.
 */
export async function takeText(context: Context, incoming: IncomingText): Promise<string | null> {
  const { leads, now, notify } = context;
  const number = incoming.From;
  // The owner's own numbers answer to what they are told.
  if (textNumber(number) !== number || alertPhones.some((own) => textNumber(own) === number)) return null;
  const id = incoming.MessageSid.toLowerCase();
  const words = paragraph(MOST).safeParse(incoming.Body.slice(0, MOST)).data ?? '';
  const text = words || (incoming.NumMedia === '0' ? '' : PICTURE);
  const at = new Date(now).toISOString();
  const keyword = keywordOf(text);
  const stated = await noteKeyword(leads, number, keyword, { id, at, text });
  const own = await leadsOfNumber(context, number);
  const lead = own[0] ?? (stated ? null : await context.keepRequest(requestOf(number, text), `text ${number}`));
  const former = lead && (await readThread(leads, lead.id)).entries;
  if (former?.some((entry) => entry.id === id)) return null;
  if (stated === 'again') for (const one of own) await changeLead(leads, one.id, (newest) => withTexts(newest, number));
  if (lead) {
    if (!stated) {
      await changeLead(leads, lead.id, (one) => ({ ...one, unansweredText: { id, at, text } }));
      // The request of a stranger is its first text, of which the owner is told already.
      const isRequest = lead.source === 'text' && former?.length === 0 && lead.request.message === text;
      if (!isRequest) await notify({ kind: 'incoming', lead, id, text });
    }
    await noteInThread(leads, lead.id, { id, at, from: 'them', number, text });
  }
  return stated && !incoming.OptOutType ? answerTo(stated, lead) : null;
}

/** Begins again: by START also who never agreed, by SÍ only who has stopped. Else it is a message. */
async function noteKeyword(
  leads: Context['leads'],
  number: string,
  keyword: Keyword | null,
  { id, at, text }: Record<'id' | 'at' | 'text', string>,
): Promise<Exclude<Keyword, 'yes'> | null> {
  if (!keyword || keyword === 'help') return keyword;
  const what = keyword === 'stop' ? 'stopped' : 'again';
  const ledger = await changeLedger(leads, number, (known) => {
    const standing = standingOf(known);
    const isNews = what === 'stopped' || standing === 'stopped' || (keyword === 'again' && standing === 'unknown');
    return isNews ? withEntry(known, { id, at, what, by: 'visitor', text }) : known;
  });
  if (!ledger.entries.some((entry) => entry.id === id)) return null;
  return keyword === 'stop' ? 'stop' : 'again';
}

/** The requests of this number agree to texts again. */
const withTexts = (lead: Lead, number: string): Lead =>
  requestsOf(lead).reduce<Lead>((one, { id, request }) => {
    if (request.texts || textNumber(request.phone) !== number) return one;
    return withWordsOf(one, id, { request: { ...request, texts: true } });
  }, lead);

/** The leads of a number, that of the newest request first. */
async function leadsOfNumber({ leads, report }: Context, number: string): Promise<readonly Lead[]> {
  const newestOf = (lead: Lead) =>
    requestsOf(lead)
      .flatMap(({ request, createdAt }) => (textNumber(request.phone) === number ? createdAt : []))
      .sort()
      .at(-1) ?? '';
  const all = (await listLeads(leads, report)).filter(newestOf);
  return all.toSorted((one, other) => (newestOf(one) < newestOf(other) ? 1 : -1));
}

/** Of somebody who has only texted us. */
const requestOf = (number: string, message: string): Lead['request'] => {
  const phone = usualPhone(number.replace('+1', ''));
  const unknown = { zipCode: '', city: '', serviceInterest: '' };
  return { ...unknown, name: `Text from ${phone}`, phone, preferredContact: 'text', message };
};

/** In the lead's language; of a stranger in English. */
function answerTo(keyword: Exclude<Keyword, 'yes'>, lead: Lead | null): string {
  const words = lead && languageOfLead(lead) === 'es' ? spanish : english;
  return words.answers[keyword](business.name, business.phone.display);
}

/** `yes` begins again too, of somebody who has stopped; of others it is a message. */
type Keyword = 'stop' | 'again' | 'yes' | 'help';

/** The words of the carriers and the law, and their Spanish. */
const words: Readonly<Record<Keyword, readonly string[]>> = {
  stop: [
    ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
    ...['alto', 'parar', 'cancelar'],
  ],
  again: ['start', 'unstop'],
  yes: ['si'],
  help: ['help', 'info', 'ayuda'],
};

/** A longer sentence is a message: "Stop by on Tuesday if you like". */
const MOST_WORDS = 3;

/** In small letters without accents and marks: `¡ALTO!` is `alto`, `opt-out` is `optout`, `stop,please` is two words. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’/-]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .toLowerCase()
    .trim();

/**
 * The keyword that the visitor has sent. A stop word counts in a sentence of up to three words too. The other words count
 * only alone. `null`: the text is a message.
 */
export function keywordOf(text: string): Keyword | null {
  const given = plain(text).split(/\s+/);
  if (given.length <= MOST_WORDS && given.some((word) => words.stop.includes(word))) return 'stop';
  if (given.join('') === 'optout') return 'stop';
  const [only = ''] = given;
  if (given.length > 1) return null;
  const asked = ['again', 'yes', 'help'] as const;
  return asked.find((keyword) => words[keyword].includes(only)) ?? null;
}
