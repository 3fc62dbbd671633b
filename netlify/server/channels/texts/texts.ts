import { alertPhones } from '#business';
import { zonedHour } from '#lib/time/zone';
import { findLead } from '#server/leads/lead';
import { visitLink, shortVisitToken } from '#server/leads/visit-link';
import { keyFor, type NewsFor } from '#server/news/audience';
import { type Channel, type ChannelEnvironment, type ChannelKind, createChannel } from '#server/news/channel';
import { isJustConfirmed } from '#server/news/confirmed';
import { boxOf } from '#server/outbox/outbox';
import { mayReachOut } from '#server/site';
import { textNumber } from './ledger.ts';
import { countsAsText, TextMessage } from './message.ts';
import type { TextProvider } from './provider.ts';

/** Hours in the business's zone. */
const [FIRST_HOUR, LAST_HOUR] = [8, 20];

function mayGo(message: TextMessage, now: number): boolean {
  const hour = zonedHour(new Date(now).toISOString());
  return !countsAsText(message) || (hour >= FIRST_HOUR && hour < LAST_HOUR);
}

/** `token`: with which the provider signs its calls; `null` for the local host's console. */
export interface TextChannel extends Channel {
  readonly token: string | null;
}

/** Text messages, once `TEXTS` is set. */
export const texts = {
  outbox: { folder: 'texts/', message: TextMessage, what: 'a text', mayGo },
  open(environment: ChannelEnvironment): TextChannel | null {
    const { env, context, print } = environment;
    if (!mayReachOut(context) || !['on', 'log'].includes(env['TEXTS'] ?? '')) return null;
    // Loaded only to send.
    const provider = async () => {
      const { printed, readAccount, twilio } = await import('./provider.ts');
      const account = env['TEXTS'] === 'log' ? null : readAccount(env);
      return account ? twilio(account) : printed(print);
    };
    const token = env['TEXTS'] === 'log' ? null : (env['TWILIO_AUTH_TOKEN'] ?? null);
    return { ...textChannel(provider, environment), token };
  },
} satisfies ChannelKind<TextMessage>;

export function textChannel(provider: () => Promise<TextProvider>, environment: ChannelEnvironment): Channel {
  const { leads, notify } = environment;
  return createChannel<'texts', TextMessage>(
    {
      name: 'Texts',
      outbox: texts.outbox,
      send: async (...attempt) => {
        const { sendText } = await import('./send.ts');
        return await sendText(await provider(), environment, ...attempt);
      },
      messages: {
        visitor: (news) => toVisitor(environment, news),
        owner: (news) => toOwner(environment, news),
      },
      canBeMended: () => false,
      givenUp: async (key, { lead: id, about, text, to }, code) => {
        const found = to === 'visitor' ? await findLead(leads, id) : null;
        if (found && !found.lead.isRemoving)
          await notify({ kind: 'textFailed', lead: found.lead, key, about, text, code });
      },
    },
    environment,
  );
}

async function toVisitor(environment: ChannelEnvironment, news: NewsFor<'texts', 'visitor'>) {
  const { lead, kind } = news;
  const number = textNumber(lead.request.phone);
  if (!number || lead.isSpam) return [];
  const to = { lead: lead.id, to: 'visitor', number, about: kind } as const;
  if (news.kind === 'answer')
    return [{ key: keyFor(news, 'visitor'), message: { ...to, text: news.text, by: news.by } }];
  if (news.kind === 'reminder' && (await isJustConfirmed(boxOf(environment.leads, texts.outbox), news))) return [];
  const [{ visitorText }, link] = await Promise.all([
    import('./words.ts'),
    visitLink(environment, lead, shortVisitToken),
  ]);
  const text = visitorText(news, { origin: environment.site.origin, link });
  return [{ key: keyFor(news, 'visitor'), message: { ...to, text } }];
}

/** To the first of the owner's numbers, and after an hour to the second. */
async function toOwner({ site }: ChannelEnvironment, news: NewsFor<'texts', 'owner'>) {
  const { lead, kind } = news;
  const number = textNumber(alertPhones[news.after === 60 ? 1 : 0]);
  if (!number) return [];
  const { ownerText } = await import('./words.ts');
  const message = { lead: lead.id, to: 'owner' as const, number, about: kind, text: ownerText(news, site.origin) };
  return [{ key: keyFor(news, 'owner'), message }];
}
