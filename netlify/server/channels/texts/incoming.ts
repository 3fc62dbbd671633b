import { idsOf, type Lead, languageOfLead, requestsOf, type UnansweredText } from '#lead/lead';
import { comingVisits, intervalOf } from '#lead/visits';
import type { Interval } from '#lib/time/interval';
import { withWordsOf } from '#lead/merge';
import { listLeads } from '#server/leads/lead-list';
import { changeLead, findRequest } from '#server/leads/lead-records';
import { ownerWords } from '#server/leads/message-settings';
import * as z from 'zod/mini';
import { alertPhones, business } from '#business';
import { paragraph } from '#contracts/text';
import { siteLanguages } from '#i18n/site-languages';
import { isSameNumber, textNumber, usualPhone } from '#lib/contact';
import { MINUTE } from '#lib/time/units';
import type { ChannelEnvironment } from '#server/news/channel';
import { boxOf, readWaiting } from '#server/outbox/outbox';
import { whenOf, words } from './drafts.ts';
import { isCourtesy, type Keyword, keywordOf } from './keywords.ts';
import { changeLedger, type LedgerEntry, standingOf, withEntry } from '#server/leads/text-ledger';
import { STOPPED, textOutbox } from './message.ts';
import { noteInThread, readThread, type ThreadEntry } from './thread.ts';
import { tellUnsent } from './unsent.ts';

/** A text that came, as the provider says it. */
export const IncomingText = z.looseObject({
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
  /** Reads a picture at the provider, and keeps it among those of the lead, in its own time. */
  keepPicture(lead: string, address: string): void;
  /** The address of the lead's visit. */
  linkOf(lead: Lead): Promise<string>;
  report(what: string, error: unknown): void;
  /** Keeps a request of somebody whom no lead knows, and tells the owner. Resolves to its lead. */
  keepRequest(request: Lead['request'], number: string): Promise<Lead>;
}

/** What the sender of a text wants of our texts. */
type Stated = 'stop' | 'again' | 'help';

/** In characters, of what is kept of one text. */
const MOST = 1600;
/** Texts that wait for an answer, of one lead. Older ones stay in the conversation. */
const MOST_WAITING = 50;
/** Of one text. */
const MOST_PICTURES = 5;
/** ms. Of texts that come so soon after another the owner is not told by themselves. */
const BURST_MS = 10 * MINUTE;
/** As a carrier writes a number: with its country, or a short code. */
const NUMBER = /^\+?\d{3,15}$/;

/**
 * Takes a text: into the ledger, the lead's conversation and the owner's mailbox, each once, however often it is told; after
 * a death in between the provider tells it again. Resolves to the words of the answer, if there is one.
 */
export async function takeText(context: Context, incoming: IncomingText): Promise<string | null> {
  const { leads, now, notify } = context;
  const number = incoming.From;
  if (!NUMBER.test(number)) return null;
  const id = incoming.MessageSid.toLowerCase();
  const said = paragraph(MOST).safeParse(incoming.Body.slice(0, MOST)).data ?? '';
  const text = [said, incoming.NumMedia !== '0' && (await pictureWords(leads))].filter(Boolean).join('\n');
  const at = new Date(now).toISOString();
  const fact = provided[incoming.OptOutType ?? ''];
  const keyword = fact ?? keywordOf(said);
  const stated = await noteKeyword(leads, number, keyword, { id, at, text, by: fact ? 'provider' : 'visitor' });
  const own = await leadsOfNumber(context, number);
  const expecting = stated === 'stop' ? own.find((one) => comingVisits(one, now).length > 0) : undefined;
  // Of the owner's own numbers only what they say of texts counts, unless a lead has them.
  const isNobodys = stated !== null || alertPhones.some((alert) => textNumber(alert) === number);
  const lead =
    expecting ?? own[0] ?? (isNobodys ? null : await context.keepRequest(await requestOf(leads, number, text), number));
  const former = lead && (await readThread(leads, lead.id)).entries;
  if (former?.some((entry) => entry.id === id)) return null;
  if (stated === 'again') for (const one of own) await changeLead(leads, one.id, (newest) => withTexts(newest, number));
  if (lead) {
    // The owner expects somebody who has stopped, or somebody has said why.
    const isStop = expecting !== undefined || keyword === 'refusal';
    if (isStop || (!stated && !isCourtesy(text))) {
      // The request of a stranger is its first text, of which the owner is told already.
      const isRequest = lead.source === 'text' && former?.length === 0 && lead.request.message === text;
      const asked = await changeLead(leads, lead.id, (one) => withQuestion(one, { id, at, text }, isStop || isRequest));
      const isTold = asked?.after.unansweredTexts?.some((one) => one.id === id && one.isTold);
      if (isTold && !isRequest) await notify({ kind: 'incoming', lead, id, text });
    }
    for (let index = 0; index < MOST_PICTURES; index += 1) {
      const address = incoming[`MediaUrl${index}`];
      if (typeof address === 'string') context.keepPicture(lead.id, address);
    }
    await noteInThread(leads, lead.id, { id, at, from: 'them', number, text });
  }
  if (!stated || fact) return null;
  const [visit] = expecting ? comingVisits(expecting, now) : [];
  const interval = visit && intervalOf(visit);
  return answerTo(stated, lead, expecting && interval ? { interval, link: await context.linkOf(expecting) } : null);
}

async function pictureWords(leads: Context['leads']): Promise<string> {
  const { say } = await ownerWords(leads);
  return say('(A picture. It is among the pictures of this lead, or else in your provider’s console.)');
}

/** The provider has answered the word by itself, and so it is one, whatever the text says. */
const provided: Readonly<Record<string, Keyword>> = { STOP: 'stop', START: 'again', HELP: 'help' };

/** Begins again: by START also who never agreed, by SÍ only who has stopped. Else it is a message. */
async function noteKeyword(
  leads: Context['leads'],
  number: string,
  keyword: Keyword | null,
  said: Pick<LedgerEntry, 'id' | 'at' | 'text' | 'by'>,
): Promise<Stated | null> {
  if (!keyword || keyword === 'help') return keyword;
  const what = keyword === 'stop' || keyword === 'refusal' ? 'stopped' : 'again';
  const ledger = await changeLedger(leads, number, (known) => {
    const standing = standingOf(known);
    const isNews = what === 'stopped' || standing === 'stopped' || (keyword === 'again' && standing === 'unknown');
    return isNews ? withEntry(known, { ...said, what }) : known;
  });
  if (!ledger.entries.some(({ id }) => id === said.id)) return null;
  return what === 'stopped' ? 'stop' : 'again';
}

/**
 * The lead with one more text to answer. A text that is there already changes nothing. `isAlone`: the owner is told of it,
 * whatever came before.
 */
function withQuestion(lead: Lead, { id, at, text }: Omit<UnansweredText, 'isTold'>, isAlone: boolean): Lead {
  const { unansweredTexts = [] } = lead;
  if (unansweredTexts.some((one) => one.id === id)) return lead;
  const since = new Date(Date.parse(at) - BURST_MS).toISOString();
  const isTold = isAlone || !unansweredTexts.some((one) => one.isTold && one.at > since);
  const all = [...unansweredTexts, { id, at, text, ...(isTold && { isTold }) }];
  return { ...lead, unansweredTexts: all.slice(-MOST_WAITING) };
}

/** The requests of this number agree to texts again. */
const withTexts = (lead: Lead, number: string): Lead =>
  requestsOf(lead).reduce<Lead>((one, { id, request }) => {
    if (request.texts || textNumber(request.phone) !== number) return one;
    return withWordsOf(one, id, { request: { ...request, texts: true } });
  }, lead);

/** The leads of a number: that which we have texted last first, then that of the newest request. */
async function leadsOfNumber({ leads, report }: Context, number: string): Promise<readonly Lead[]> {
  const newestOf = (lead: Lead) =>
    requestsOf(lead)
      .flatMap(({ request, createdAt }) => (isSameNumber(request.phone, number) ? createdAt : []))
      .sort()
      .at(-1) ?? '';
  const all = (await listLeads(leads, report)).filter(newestOf);
  if (all.length < 2) return all;
  const texted = await Promise.all(
    all.map(async (lead) => {
      const threads = await Promise.all(idsOf(lead).map((id) => readThread(leads, id)));
      const ours = threads.flatMap(({ entries }) => entries.flatMap(({ from, at }) => (from === 'us' ? at : [])));
      return { lead, key: `${ours.sort().at(-1) ?? ' '} ${newestOf(lead)}` };
    }),
  );
  return texted.toSorted((one, other) => (one.key < other.key ? 1 : -1)).map(({ lead }) => lead);
}

/** Of somebody who has only texted us. */
async function requestOf(leads: Context['leads'], number: string, message: string): Promise<Lead['request']> {
  const { say } = await ownerWords(leads);
  const phone = usualPhone(number.replace('+1', ''));
  const unknown = { zipCode: '', city: '', serviceInterest: '' };
  return { ...unknown, name: say('Text from {who}', { who: phone }), phone, preferredContact: 'text', message };
}

/** In the lead's language; of a stranger in the site's first. `standing`: the visit to come of somebody who has stopped. */
function answerTo(keyword: Stated, lead: Lead | null, standing: { interval: Interval; link: string } | null): string {
  const language = lead ? languageOfLead(lead) : siteLanguages[0];
  const { answers } = words[language];
  if (!standing) return answers[keyword](business.name, business.phone.display);
  return answers.stopped(business.shortName, whenOf(standing.interval, language), standing.link);
}

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
