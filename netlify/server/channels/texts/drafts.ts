import { alertPhones } from '#business';
import { textNumber } from '#lib/contact';
import { asTyped } from '#lib/text-parts';
import { shortVisitToken, visitLink } from '#server/leads/visit-link';
import { keyFor, type NewsFor } from '#server/news/audience';
import type { ChannelEnvironment } from '#server/news/channel';
import { isJustConfirmed } from '#server/news/confirmed';
import { boxOf } from '#server/outbox/outbox';
import { textOutbox } from './message.ts';
import { ownerText, visitorText } from './words.ts';

/** To the visitor, if the number takes texts. */
export async function toVisitor(environment: ChannelEnvironment, news: NewsFor<'texts', 'visitor'>) {
  const { lead, kind } = news;
  const number = news.kind === 'answer' ? news.number : textNumber(lead.request.phone);
  if (!number || lead.isSpam) return [];
  const to = { lead: lead.id, to: 'visitor', number, about: kind } as const;
  const key = keyFor(news, 'visitor');
  if (news.kind === 'answer') return [{ key, message: { ...to, text: asTyped(news.text), by: news.by } }];
  if (news.kind === 'reminder' && (await isJustConfirmed(boxOf(environment.leads, textOutbox), news))) return [];
  const link = await visitLink(environment, lead, shortVisitToken);
  const text = visitorText(news, { origin: environment.site.origin, link });
  return [{ key, message: { ...to, text } }];
}

/** To the first of the owner's numbers, and after an hour to the second. */
export async function toOwner({ site }: ChannelEnvironment, news: NewsFor<'texts', 'owner'>) {
  const { lead, kind } = news;
  const number = textNumber(alertPhones[news.after === 60 ? 1 : 0]);
  if (!number) return [];
  const message = { lead: lead.id, to: 'owner' as const, number, about: kind, text: ownerText(news, site.origin) };
  return [{ key: keyFor(news, 'owner'), message }];
}
