import { bookedTime, isConsultation, visitName } from '#lead/visits';
import type { Lead } from '#lead/lead';
import { linesOf, oneLine } from '#contracts/text';
import { textFailure } from '#contracts/texts';
import { callLanguage, namedIn, shownAt } from '#lead/request-fields';
import type { OwnerWords } from '#i18n/owner-words';
import { mailtoHref, telHref } from '#lib/contact';
import { asciiEmail } from '#server/leads/person-keys';
import type { NewsFor } from '#server/news/audience';
import type { RequestNews, TextFailedNews, UndeliveredNews, VisitNews } from '#server/news/news';
import { visitNewsOf, whenOf, whoOf } from '#server/news/words';
import type { Site } from '#server/site';
import { type Fact, type Letter, mailOf, type Message } from './letter.ts';

/** The owner's mail about the news. */
export function ownerMessage(told: NewsFor<'mail', 'owner'>, site: Site, words: OwnerWords): Message {
  const lead = { ...told.lead, request: namedIn(words, told.lead.request) };
  const { language, say } = words;
  const { subject, ...letter } = particularsOf({ ...told, lead }, words);
  const { email, name, phone } = lead.request;
  const admin = { label: say('Open it in the admin pages'), href: `${site.origin}/admin/leads#${lead.id}` };
  const call = phone && telHref(phone);
  const robot = say(
    'This may be a robot: a field that people do not see was filled in. No time is booked for it, whatever its sender was told. If it reads like a person, please call.',
  );
  const whole: Letter = {
    ...letter,
    language,
    opening: [...(lead.isSpam ? [robot] : []), ...letter.opening],
    facts: [...(letter.facts ?? []), ...languageFacts(lead, words), ...leadFacts(lead, words)],
    preview: oneLine([phone, email, lead.request.serviceInterest].filter(Boolean).join(', ')),
    ...(call
      ? { action: { label: say('Call {phone}', { phone: oneLine(phone) }), href: call }, second: admin }
      : { action: admin }),
    reason: say('You receive this because somebody used your website.'),
  };
  const replyTo = email ? { name: oneLine(name), address: asciiEmail(email) } : 'owner';
  const line = oneLine(lead.isSpam ? say('[Possible spam] {subject}', { subject }) : subject);
  return mailOf({ to: 'owner', replyTo, lead: lead.id, subject: line }, whole);
}

type Particulars = Pick<Letter, 'title' | 'opening' | 'facts'> & { readonly subject: string };

function particularsOf(news: NewsFor<'mail', 'owner'>, words: OwnerWords): Particulars {
  if (news.kind === 'request') return ofRequest(news, words);
  if (news.kind === 'textFailed') return ofFailedText(news, words);
  if (news.kind === 'incoming') return ofText(news, words);
  return news.kind === 'undelivered' ? ofUndelivered(news, words) : ofVisit(news, words);
}

function ofRequest({ lead, isChanged }: RequestNews, { language, say }: OwnerWords): Particulars {
  const who = whoOf(lead);
  const visit = lead.visits.findLast(bookedTime);
  const time = visit && bookedTime(visit);
  return {
    subject: isChanged ? say('Changed request: {who}', { who }) : say('New request: {who}', { who }),
    title: isChanged ? say('A visitor has changed a request.') : say('A visitor asks for a consultation.'),
    opening: lead.source === 'form' ? [say('Sent with the form of the page, without the booking dialog.')] : [],
    facts: time ? [{ label: say('When'), lines: [whenOf(time, language)], isStrong: true }] : [],
  };
}

function ofVisit(news: VisitNews, words: OwnerWords): Particulars {
  const { language, say } = words;
  const titles = {
    booked: say('A visit is booked.'),
    moved: say('A visit has moved.'),
    cancelled: say('A visit is cancelled.'),
  };
  const kind: Fact[] = isConsultation(news.visitKind)
    ? []
    : [{ label: say('Kind'), lines: [visitName(news.visitKind, say)] }];
  const former: Fact[] =
    news.kind === 'moved' ? [{ label: say('Before'), lines: [whenOf(news.former, language)] }] : [];
  return {
    subject: `${visitNewsOf(news, words)}, ${news.lead.request.name}`,
    title: titles[news.kind],
    opening: [],
    facts: [{ label: say('When'), lines: [whenOf(news.interval, language)], isStrong: true }, ...kind, ...former],
  };
}

function ofUndelivered({ lead, subject }: UndeliveredNews, { say }: OwnerWords): Particulars {
  return {
    subject: say('Please call: our mail did not reach {name}', { name: lead.request.name }),
    title: say('We could not mail a visitor. Please call.'),
    opening: [say('The mail address may be mistyped. This is what could not be delivered:'), subject],
  };
}

function ofFailedText({ lead, code, text }: TextFailedNews, { say }: OwnerWords): Particulars {
  return {
    subject: say('Our text did not reach {name}', { name: lead.request.name }),
    title: say('A text did not arrive.'),
    opening: [say(textFailure(code), { code }), say('This is what it said:'), text],
  };
}

type IncomingNews = Extract<NewsFor<'mail', 'owner'>, { kind: 'incoming' }>;

function ofText({ lead, text }: IncomingNews, { say }: OwnerWords): Particulars {
  return {
    subject: say('{name} texted', { name: lead.request.name }),
    title: say('A visitor has texted you. Answer in the admin pages.'),
    opening: [text],
  };
}

function languageFacts({ request }: Lead, { say }: OwnerWords): Fact[] {
  const words = callLanguage(request, say);
  return words ? [{ label: say('Language'), lines: [words], isStrong: true }] : [];
}

function leadFacts({ request }: Lead, { say }: OwnerWords): Fact[] {
  const { phone = '', email = '', address = '', city, zipCode, serviceInterest, about = '' } = request;
  const together: Partial<Record<string, readonly string[]>> = {
    city: [oneLine(address, 200), `${city} ${zipCode}`.trim()],
    serviceInterest: [serviceInterest, oneLine(about, 200)],
  };
  const links: Partial<Record<string, string | null>> = { phone: telHref(phone), email: mailtoHref(email) };
  return shownAt('mail', say).flatMap(({ field, label, words, isLong }) => {
    const text = words(request);
    const lines = together[field]?.filter(Boolean) ?? (isLong ? linesOf(text) : [oneLine(text, Infinity)]);
    const href = links[field];
    return text || lines.some(Boolean) ? { label, lines, ...(href && { href }) } : [];
  });
}
