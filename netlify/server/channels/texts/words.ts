import { type Interval, toSlot } from '#lib/time/interval';
import { isConsultation } from '#lead/visits';
import { languageOfLead } from '#lead/lead';
import { business } from '#business';
import { oneLine } from '#contracts/text';
import { arrivalOf } from '#contracts/visit-day';
import { texts as english } from '#i18n/en/texts';
import { texts as spanish } from '#i18n/es/texts';
import { type Language, locales, pathIn } from '#i18n/language';
import { asTyped } from '#lib/text-parts';
import { zonedDayBriefly, zonedTime } from '#lib/time/zone';
import type { NewsFor } from '#server/news/audience';
import type { UnopenedNews } from '#server/news/news';
import { whoOf } from '#server/news/words';

const words = { en: english, es: spanish };

/** An answer has words of its own. */
type WordedNews = Exclude<NewsFor<'texts', 'visitor'>, { kind: 'answer' }>;

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
  if (news.kind === 'onMyWay')
    return spoken.onMyWay(zonedTime(arrivalOf(news.at, news.minutes), locales[language]), link);
  return spoken[news.kind](whenOf(news.interval, language), link);
}

/** For the owner, who waits and where the lead is. */
export function ownerText({ lead }: UnopenedNews, origin: string): string {
  const came = `${zonedDayBriefly(lead.createdAt)}, ${zonedTime(lead.createdAt)}`;
  return asTyped(`Request not opened yet: ${oneLine(whoOf(lead), 60)}, ${came}. ${origin}/admin/leads#${lead.id}`);
}

function whenOf(interval: Interval, language: Language): string {
  const { start } = toSlot(interval);
  const locale = locales[language];
  return words[language].when(zonedDayBriefly(start, locale), zonedTime(start, locale));
}
