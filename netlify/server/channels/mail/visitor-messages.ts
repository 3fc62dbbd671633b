import { isConsultation } from '#lead/visits';
import { visitReference } from '#server/leads/lead-id';
import { type Lead, languageOfLead } from '#lead/lead';
import { business } from '#business';
import { oneLine } from '#contracts/text';
import { choices as english } from '#i18n/en/choices';
import { choices as spanish } from '#i18n/es/choices';
import { visitLength } from '#i18n/hours-lines';
import type { Language } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import { visitKindIn } from '#i18n/visit-kinds';
import { isNamePart, nameInLetters } from '#lib/contact';
import { MINUTE } from '#lib/time/units';
import { icsOf, type IcsVisit } from '#server/calendar/ics';
import { asciiEmail } from '#server/leads/person-keys';
import type { NewsFor } from '#server/news/audience';
import type { DayNews, ReviewNews, TextFailedNews, VisitNews } from '#server/news/news';
import { visitorWords, whenOf } from '#server/news/words';
import { hostOf, type Mailbox, type Site } from '#server/site';
import { type Fact, type Letter, mailOf, type Message } from './letter.ts';

export interface VisitorMail {
  readonly site: Site;
  readonly visitLink: string;
  /** True if the calendar sends its own invitations. Ours would be a second one. */
  readonly isInvited: boolean;
  readonly now: number;
}

/**
 * The visitor's mail, or `null` without an address. Anybody may enter anybody's address, so the mail repeats only the
 * service, the city and a name made of letters.
 */
export function visitorMessage(news: WordedNews, mail: VisitorMail): Message | null {
  const { lead } = news;
  const { name, email } = lead.request;
  if (!email) return null;
  const to = { name: nameInLetters(oneLine(name)), address: asciiEmail(email) };
  if (news.kind === 'textFailed') return inPlaceOfText(news, to);
  const message = mailOf({ to, replyTo: 'owner', lead: lead.id, subject: subjectOf(news) }, letterOf(news, mail));
  const hasNone = news.kind === 'reminder' || news.kind === 'nobodyHome';
  if (hasNone || news.kind === 'review' || mail.isInvited) return message;
  return { ...message, invitation: invitationFor(news, to, mail) };
}

/** What a text would have said. Our own texts begin with our name. */
function inPlaceOfText({ lead, text }: TextFailedNews, to: Mailbox): Message {
  const language = languageOfLead(lead);
  const words = visitorWords[language];
  const { display, href } = business.phone;
  const letter = {
    language,
    title: words.instead(business.shortName),
    preview: text,
    opening: [text],
    action: { label: words.call(display), href },
    reason: lead.source === 'phone' ? words.reasonCalled : words.reasonBooked,
  };
  return mailOf({ to, replyTo: 'owner', lead: lead.id, subject: letter.title }, letter);
}

/** A later confirmation has the words of the first. */
type WordedNews = Exclude<NewsFor<'mail', 'visitor'>, { kind: 'confirm' }>;
type Own = Exclude<WordedNews, TextFailedNews>;

function subjectOf(news: Own): string {
  const language = languageOfLead(news.lead);
  if (news.kind === 'review') return visitorWords[language].review.subject(business.name);
  const when = whenOf(news.interval, language);
  if (news.kind === 'moved' && news.isHandedOver) return visitorWords[language].handedOver.subject(when);
  return wordsFor(news).subjects[news.kind](when);
}

function letterOf(news: Own, mail: VisitorMail): Letter {
  switch (news.kind) {
    case 'booked':
      return bookedLetter(news, mail);
    case 'moved':
      return movedLetter(news, mail);
    case 'cancelled':
      return cancelledLetter(news, mail);
    case 'nobodyHome':
      return nobodyHomeLetter(news, mail);
    case 'reminder':
      return reminderLetter(news, mail);
    case 'review':
      return reviewLetter(news);
  }
}

type Visit = Pick<VisitNews | DayNews, 'lead' | 'visit' | 'interval'> & { readonly visitKind?: string | undefined };
type MovedNews = Extract<VisitNews, { kind: 'moved' }>;

/** The words in the lead's language, about a visit of this kind. */
function wordsFor({ lead, visitKind }: Pick<Visit, 'lead' | 'visitKind'>) {
  const language = languageOfLead(lead);
  const { other, ...words } = visitorWords[language];
  if (visitKind === undefined || isConsultation(visitKind)) return words;
  return { ...words, ...other(visitKindIn(language, visitKind)) };
}

/** The letter about a visit to come, with the link that changes it. */
function comingLetter(visit: Visit, visitLink: string, { title, opening }: Record<'title' | 'opening', string>) {
  const { lead } = visit;
  const words = wordsFor(visit);
  return {
    language: languageOfLead(lead),
    title: greeting(title, lead),
    preview: lead.request.city ? words.coming(cityOf(lead)) : opening,
    opening: [opening],
    facts: visitFacts(visit),
    closing: [words.anotherTime],
    action: { label: words.change, href: visitLink },
    second: { label: words.call(business.phone.display), href: business.phone.href },
    reason: lead.source === 'phone' ? words.reasonCalled : words.reasonBooked,
  } satisfies Letter;
}

function bookedLetter(news: Visit, { isInvited, visitLink }: VisitorMail): Letter {
  const words = wordsFor(news);
  const invitation = isInvited ? words.invited : words.attached;
  const letter = comingLetter(news, visitLink, {
    title: words.titles.booked,
    opening: words.visit(lengthWithin(news)),
  });
  return {
    ...letter,
    preview: `${letter.preview} ${invitation}`,
    closing: [`${invitation} ${words.anotherTime}`],
  };
}

function movedLetter(news: MovedNews, mail: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = wordsFor(news);
  if (news.isHandedOver) {
    const { title, opening } = words.handedOver;
    const sentence = opening(news.visit.who ?? business.shortName);
    return { ...bookedLetter(news, mail), title: greeting(title, news.lead), preview: sentence, opening: [sentence] };
  }
  return {
    ...bookedLetter(news, mail),
    title: greeting(words.titles.moved, news.lead),
    preview: words.now(whenOf(news.interval, language)),
    opening: [`${words.movedTo} ${words.movedFrom(whenOf(news.former, language))}`],
  };
}

function cancelledLetter(news: Visit, mail: VisitorMail): Letter {
  const { titles, cancelled, cancelledBriefly } = wordsFor(news);
  return againLetter(news, mail, { title: titles.cancelled, opening: cancelled, preview: cancelledBriefly });
}

function nobodyHomeLetter(news: Visit, mail: VisitorMail): Letter {
  const { titles, nobodyHome, nobodyHomeBriefly } = wordsFor(news);
  return againLetter(news, mail, { title: titles.nobodyHome, opening: nobodyHome, preview: nobodyHomeBriefly });
}

/** The letter about a visit that is off, with the way to another time. */
function againLetter(
  news: Visit,
  { site, visitLink }: VisitorMail,
  { preview, ...words }: Record<'title' | 'opening' | 'preview', string>,
): Letter {
  const language = languageOfLead(news.lead);
  const { second: call, ...letter } = comingLetter(news, visitLink, words);
  const none = { ...letter, preview, closing: [] };
  if (!isConsultation(news.visitKind)) return { ...none, action: call };
  return {
    ...none,
    action: { label: visitorWords[language].chooseAnother, href: `${site.origin}${pathIn(language, '/book')}` },
    second: call,
  };
}

/** As discreet as the confirmation. */
function reminderLetter(visit: Visit, { visitLink }: VisitorMail): Letter {
  const { titles, reminder } = wordsFor(visit);
  return comingLetter(visit, visitLink, { title: titles.reminder, opening: reminder(lengthWithin(visit)) });
}

/** The same words for everybody, and the one link: who is happy and who is not are not asked apart (16 CFR 465). */
function reviewLetter({ lead, link }: ReviewNews): Letter {
  const language = languageOfLead(lead);
  const { title, question, action, reason } = visitorWords[language].review;
  const words = { title: greeting(title, lead), preview: question, opening: [question], reason };
  return { language, ...words, action: { label: action, href: link } };
}

function greeting(sentence: string, { request }: Lead): string {
  const [first = ''] = oneLine(request.name).split(' ');
  return isNamePart(first) ? `${sentence}, ${first.replace(/\.$/, '')}.` : `${sentence}.`;
}

const minutesIn = ({ start, end }: Visit['interval']) => (end - start) / MINUTE;

/** The visit's length within a sentence: `an hour`. */
const lengthWithin = ({ lead, interval }: Visit) => visitLength(languageOfLead(lead), minutesIn(interval));

function visitFacts(visit: Visit): Fact[] {
  const { lead, interval, visitKind } = visit;
  const language = languageOfLead(lead);
  const { facts, minutes } = visitorWords[language];
  const length = isConsultation(visitKind) ? minutes(minutesIn(interval)) : lengthWithin(visit);
  return [
    { label: facts.when, lines: [whenOf(interval, language), length], isStrong: true },
    ...(visit.visit.who ? [{ label: facts.who, lines: [oneLine(visit.visit.who)] }] : []),
    { label: facts.where, lines: [placeOf(lead)] },
    { label: facts.about, lines: [serviceOf(lead, languageOfLead(lead))] },
  ];
}

const choices = { en: english, es: spanish };

/** The service in words. */
function serviceOf({ request }: Lead, language: Language): string {
  return choices[language].service(request.serviceInterest) || visitorWords[language].toBeAgreed;
}

/** The city in the lead's language. */
const cityOf = (lead: Lead): string => choices[languageOfLead(lead)].city(lead.request.city);

/** Leaves out the street: the reader may be a stranger whose address was typed in. */
function placeOf(lead: Lead): string {
  return [cityOf(lead), business.address.state].filter(Boolean).join(', ');
}

function invitationFor(news: VisitNews, attendee: Mailbox, mail: VisitorMail): NonNullable<Message['invitation']> {
  const method = news.kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const visit = icsVisit(news, mail, { organizer: mail.site.from, attendee });
  return { method, content: icsOf([visit], { method, now: mail.now }) };
}

/** The visit as a file for the visitor's calendar program. It reveals no more than a mail. */
export function visitFile(visit: Visit, mail: Omit<VisitorMail, 'isInvited'>): string {
  return icsOf([icsVisit(visit, mail)], { method: 'PUBLISH', now: mail.now });
}

function icsVisit(visit: Visit, mail: Omit<VisitorMail, 'isInvited'>, parties?: IcsVisit['parties']): IcsVisit {
  const { lead, interval } = visit;
  const { call, calendar, facts } = wordsFor(visit);
  return {
    ...interval,
    uid: `${visitReference(visit.visit.id)}@${hostOf(mail.site)}`,
    sequence: visit.visit.changes,
    stamp: mail.now,
    summary: calendar.summary(business.name),
    description: [
      ...(visit.visit.who ? [`${facts.who}: ${oneLine(visit.visit.who)}`] : []),
      calendar.about(serviceOf(lead, languageOfLead(lead))),
      calendar.change(mail.visitLink),
      call(business.phone.display),
    ].join('\n'),
    location: placeOf(lead),
    url: mail.visitLink,
    parties,
  };
}
