import { alertPhones, business } from '#business';
import { textNumber } from '#lib/contact';
import { asTyped } from '#lib/text-parts';
import type { OwnerWords } from '#i18n/owner-words';
import { ownerWords } from '#server/leads/message-settings';
import { shortVisitToken, visitLink } from '#server/leads/visit-link';
import { keyFor, type NewsFor } from '#server/news/audience';
import { type ChannelEnvironment, isJustConfirmed } from '#server/news/channel';
import { boxOf } from '#server/outbox/outbox';
import { textOutbox } from './message.ts';
import { keyAt } from './new-number.ts';
import { type Interval, toSlot } from '#lib/time/interval';
import { namedIn } from '#lead/request-fields';
import { isConsultation } from '#lead/visits';
import { languageOfLead } from '#lead/lead';
import { oneLine } from '#contracts/text';
import { arrivalOf } from '#contracts/visit-day';
import { texts as english } from '#i18n/en/texts';
import { texts as spanish } from '#i18n/es/texts';
import { type Language, locales } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import { zonedDayBriefly, zonedTime } from '#lib/time/zone';
import type { News, UnopenedNews } from '#server/news/news';
import { whoOf } from '#server/news/words';

/** To the visitor, if the number takes texts. */
export async function toVisitor(environment: ChannelEnvironment, news: NewsFor<'texts', 'visitor'>) {
  const { lead } = news;
  const number = news.kind === 'answer' ? news.number : textNumber(lead.request.phone);
  if (!number || lead.isSpam) return [];
  const told = news.kind === 'confirm' ? ({ ...news, kind: 'booked' } as const) : news;
  const to = { lead: lead.id, to: 'visitor', number, about: told.kind } as const;
  if (told.kind === 'answer')
    return [{ key: keyFor(told, 'visitor'), message: { ...to, text: asTyped(told.text), by: told.by } }];
  const box = boxOf(environment.leads, textOutbox);
  const keyOf = (one: News) => keyAt(keyFor(one, 'visitor'), to);
  if (told.kind === 'reminder' && (await isJustConfirmed(box, told, keyOf))) return [];
  const link = await visitLink(environment, lead, shortVisitToken);
  const text = visitorText(told, { origin: environment.site.origin, link });
  return [{ key: keyOf(told), message: { ...to, text } }];
}

/** To the first of the owner's numbers, and after an hour to the second. */
export async function toOwner({ leads, site }: ChannelEnvironment, news: NewsFor<'texts', 'owner'>) {
  const { lead, kind } = news;
  const number = textNumber(alertPhones[news.after === 60 ? 1 : 0]);
  if (!number) return [];
  const text = ownerText(news, site.origin, await ownerWords(leads));
  const message = { lead: lead.id, to: 'owner' as const, number, about: kind, text };
  return [{ key: keyFor(news, 'owner'), message }];
}

/** The words of texts, by language. */
export const words = { en: english, es: spanish };

/** An answer has words of its own, and a later confirmation has those of the first. */
type WordedNews = Exclude<NewsFor<'texts', 'visitor'>, { kind: 'answer' | 'confirm' }>;

/**
 * The visitor's text about the news, in the lead's language. Anybody may enter anybody's number, so it repeats nothing that
 * was typed. `link`: of the visit.
 */
export function visitorText(news: WordedNews, { origin, link }: Record<'origin' | 'link', string>): string {
  const language = languageOfLead(news.lead);
  const kind = 'visitKind' in news ? news.visitKind : undefined;
  const again = isConsultation(kind) ? origin + pathIn(language, '/book') : business.phone.display;
  return asTyped(`${business.shortName}: ${textOf(news, language, { again, link })}`);
}

function textOf(news: WordedNews, language: Language, { again, link }: Record<'again' | 'link', string>) {
  const spoken = words[language];
  if (news.kind === 'review') return spoken.review(news.link);
  if (news.kind === 'nobodyHome') return spoken.nobodyHome(again);
  const who = firstNameOf(news.visit.who);
  if (news.kind === 'onMyWay')
    return spoken.onMyWay(zonedTime(arrivalOf(news.at, news.minutes), locales[language]), link, who);
  const kind = news.kind === 'moved' && news.isHandedOver ? 'handedOver' : news.kind;
  return spoken[kind](whenOf(news.interval, language), link, who);
}

/** Short, since a longer text costs twice. Letters with an accent would cost three times. */
const firstNameOf = (who = '') =>
  (oneLine(who).split(' ')[0] ?? '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .slice(0, 12);

/** For the owner, who waits and where the lead is. */
export function ownerText({ lead }: UnopenedNews, origin: string, words: OwnerWords): string {
  const { language, say } = words;
  const came = Date.parse(lead.createdAt);
  return asTyped(
    say('Request not opened yet: {who}, {when}. {link}', {
      who: oneLine(whoOf({ request: namedIn(words, lead.request) }), 60),
      when: whenOf({ start: came, end: came }, language),
      link: `${origin}/admin/leads#${lead.id}`,
    }),
  );
}

/** When a visit is: `Tue, Dec 1, 10:30 AM`. */
export function whenOf(interval: Interval, language: Language): string {
  const { start } = toSlot(interval);
  const locale = locales[language];
  return words[language].when(zonedDayBriefly(start, locale), zonedTime(start, locale));
}
