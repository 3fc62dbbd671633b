import { bookedTime, isConsultation, visitName } from '#lead/visits';
import type { Lead } from '#lead/lead';
import { linesOf, oneLine } from '#contracts/text';
import { textFailure } from '#contracts/texts';
import { callLanguage, shownAt } from '#lead/request-fields';
import { mailtoHref, telHref } from '#lib/contact';
import { asciiEmail } from '#server/leads/person-keys';
import type { NewsFor } from '#server/news/audience';
import type { RequestNews, TextFailedNews, UndeliveredNews, VisitNews } from '#server/news/news';
import { whenOf, whoOf } from '#server/news/words';
import type { Site } from '#server/site';
import { type Fact, type Letter, mailOf, type Message } from './letter.ts';

const SPAM =
  'This may be a robot: a field that people do not see was filled in. No time is booked for it, whatever its sender was told. If it reads like a person, please call.';

/** The owner's mail about the news. */
export function ownerMessage(news: NewsFor<'mail', 'owner'>, site: Site): Message {
  const { lead } = news;
  const { subject, ...letter } = particularsOf(news);
  const { email, name, phone } = lead.request;
  const admin = { label: 'Open it in the admin pages', href: `${site.origin}/admin/leads#${lead.id}` };
  const call = phone && telHref(phone);
  const whole: Letter = {
    ...letter,
    opening: [...(lead.isSpam ? [SPAM] : []), ...letter.opening],
    facts: [...(letter.facts ?? []), ...languageFacts(lead), ...leadFacts(lead)],
    preview: oneLine([phone, email, lead.request.serviceInterest].filter(Boolean).join(', ')),
    ...(call ? { action: { label: `Call ${oneLine(phone)}`, href: call }, second: admin } : { action: admin }),
    reason: 'You receive this because somebody used your website.',
  };
  const replyTo = email ? { name: oneLine(name), address: asciiEmail(email) } : 'owner';
  const line = oneLine(lead.isSpam ? `[Possible spam] ${subject}` : subject);
  return mailOf({ to: 'owner', replyTo, lead: lead.id, subject: line }, whole);
}

type Particulars = Pick<Letter, 'title' | 'opening' | 'facts'> & { readonly subject: string };

function particularsOf(news: NewsFor<'mail', 'owner'>): Particulars {
  if (news.kind === 'request') return ofRequest(news);
  if (news.kind === 'textFailed') return ofFailedText(news);
  if (news.kind === 'incoming') return { ...texted, subject: `${news.lead.request.name} texted`, opening: [news.text] };
  return news.kind === 'undelivered' ? ofUndelivered(news) : ofVisit(news);
}

function ofRequest({ lead, isChanged }: RequestNews): Particulars {
  const visit = lead.visits.findLast(bookedTime);
  const time = visit && bookedTime(visit);
  return {
    subject: `${isChanged ? 'Changed request' : 'New request'}: ${whoOf(lead)}`,
    title: isChanged ? 'A visitor has changed a request.' : 'A visitor asks for a consultation.',
    opening: lead.source === 'form' ? ['Sent with the form of the page, without the booking dialog.'] : [],
    facts: time ? [{ label: 'When', lines: [whenOf(time)], isStrong: true }] : [],
  };
}

const visitTitles = {
  booked: 'A visit is booked.',
  moved: 'A visit has moved.',
  cancelled: 'A visit is cancelled.',
};

function ofVisit(news: VisitNews): Particulars {
  const when = whenOf(news.interval);
  const what = visitName(news.visitKind);
  const kind: Fact[] = isConsultation(news.visitKind) ? [] : [{ label: 'Kind', lines: [what] }];
  const former: Fact[] = news.kind === 'moved' ? [{ label: 'Before', lines: [whenOf(news.former)] }] : [];
  return {
    subject: `${what} ${news.kind}: ${when}, ${news.lead.request.name}`,
    title: visitTitles[news.kind],
    opening: [],
    facts: [{ label: 'When', lines: [when], isStrong: true }, ...kind, ...former],
  };
}

function ofUndelivered({ lead, subject }: UndeliveredNews): Particulars {
  return {
    subject: `Please call: our mail did not reach ${lead.request.name}`,
    title: 'We could not mail a visitor. Please call.',
    opening: ['The mail address may be mistyped. This is what could not be delivered:', subject],
  };
}

function ofFailedText({ lead, code, text }: TextFailedNews): Particulars {
  return {
    subject: `Our text did not reach ${lead.request.name}`,
    title: 'A text did not arrive.',
    opening: [textFailure(code), 'This is what it said:', text],
  };
}

const texted = { title: 'A visitor has texted you. Answer in the admin pages.' };

function languageFacts({ request }: Lead): Fact[] {
  const words = callLanguage(request);
  return words ? [{ label: 'Language', lines: [words], isStrong: true }] : [];
}

function leadFacts({ request }: Lead): Fact[] {
  const { phone = '', email = '', address = '', city, zipCode, serviceInterest, about = '' } = request;
  const together: Partial<Record<string, readonly string[]>> = {
    city: [oneLine(address, 200), `${city} ${zipCode}`.trim()],
    serviceInterest: [serviceInterest, oneLine(about, 200)],
  };
  const links: Partial<Record<string, string | null>> = { phone: telHref(phone), email: mailtoHref(email) };
  return shownAt('mail').flatMap(({ field, label, words, isLong }) => {
    const text = words(request);
    const lines = together[field]?.filter(Boolean) ?? (isLong ? linesOf(text) : [oneLine(text, Infinity)]);
    const href = links[field];
    return text || lines.some(Boolean) ? { label, lines, ...(href && { href }) } : [];
  });
}
