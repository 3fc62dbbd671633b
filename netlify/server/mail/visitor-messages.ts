import { business } from '#business';
import { choices as english } from '#i18n/en/choices';
import { choices as spanish } from '#i18n/es/choices';
import { visitLength } from '#i18n/hours';
import { type Language, pathIn } from '#i18n/language';
import { visitKindIn } from '#i18n/visit-kinds';
import type { VisitNotice } from '#server/booking/context';
import { asciiEmail } from '#server/leads/email-spelling';
import { languageOfLead, type Lead } from '#server/leads/lead';
import { leadReference } from '#server/leads/lead-id';
import { isConsultation } from '#server/slots/records';
import { MINUTE } from '#lib/time/units';
import { type IcsCalendar, icsOf, type IcsVisit } from './ics.ts';
import {
  addressName,
  type Fact,
  firstName,
  hostOf,
  type Letter,
  letterHtml,
  letterText,
  type Mailbox,
  mailWords,
  type MailSite,
  type Message,
  whenOf,
} from './letter.ts';
import { occasionOf } from './messages.ts';

export interface VisitorMail {
  readonly site: MailSite;
  readonly visitLink: string;
  /** True if the calendar sends its own invitations. Ours would be a second one. */
  readonly isInvited: boolean;
  readonly now: number;
}

/**
 * The visitor's mail, or `null` without an address. Anybody may enter anybody's address, so the mail repeats only the
 * service, the city and a name made of letters.
 */
export function visitorMessage(news: VisitNotice, mail: VisitorMail): Message | null {
  const { lead, interval } = news;
  const occasion = occasionOf(news);
  const language = languageOfLead(lead);
  const letter = { booked: bookedLetter, moved: movedLetter, cancelled: cancelledLetter }[occasion](news, mail);
  const message = mailTo(lead, wordsFor(news).subjects[occasion](whenOf(interval, language)), letter);
  if (!message || mail.isInvited) return message;
  return { ...message, invitation: invitationFor(news, message.to, mail) };
}

/** The letter as a mail to the lead's visitor, or `null` without an address. */
export function mailTo(
  { id, request: { name, email } }: Lead,
  subject: string,
  letter: Letter,
): (Message & { readonly to: Mailbox }) | null {
  if (!email) return null;
  const to = { name: addressName(name), address: asciiEmail(email) };
  return { to, replyTo: 'owner', lead: id, subject, text: letterText(letter), html: letterHtml(letter) };
}

type Visit = Pick<VisitNotice, 'lead' | 'interval' | 'visitKind'>;

/** The words in the lead's language, about a visit of this kind. */
export function wordsFor({ lead, visitKind }: { lead: Lead; visitKind?: string | undefined }) {
  const { other, ...words } = mailWords[languageOfLead(lead)];
  if (visitKind === undefined || isConsultation(visitKind)) return words;
  const kind = visitKindIn(languageOfLead(lead), visitKind);
  const { subjects, titles, summary, changeAt, ...texts } = other;
  return {
    ...words,
    ...texts,
    subjects: {
      booked: (when: string) => subjects.booked(kind, when),
      moved: (when: string) => subjects.moved(kind, when),
      cancelled: (when: string) => subjects.cancelled(kind, when),
      reminder: (when: string) => subjects.reminder(kind, when),
    },
    titles: {
      booked: titles.booked(kind),
      moved: titles.moved(kind),
      cancelled: titles.cancelled(kind),
      reminder: titles.reminder(kind),
    },
    calendar: {
      ...words.calendar,
      summary: (name: string) => summary(kind.charAt(0).toUpperCase() + kind.slice(1), name),
      change: changeAt,
    },
  };
}

/** The letter about a visit to come, with the link that changes it. */
export function comingLetter(visit: Visit, visitLink: string, { title, opening }: Record<'title' | 'opening', string>) {
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

function bookedLetter(news: VisitNotice, { isInvited, visitLink }: VisitorMail): Letter {
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

function movedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = wordsFor(news);
  const former = news.kind === 'booked' && news.former ? [words.movedFrom(whenOf(news.former, language))] : [];
  return {
    ...bookedLetter(news, mail),
    title: greeting(words.titles.moved, news.lead),
    preview: words.now(whenOf(news.interval, language)),
    opening: [[words.movedTo, ...former].join(' ')],
  };
}

function cancelledLetter(news: VisitNotice, { site, visitLink }: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = wordsFor(news);
  const { second: call, ...letter } = comingLetter(news, visitLink, {
    title: words.titles.cancelled,
    opening: words.cancelled,
  });
  const none = { ...letter, preview: words.cancelledBriefly, closing: [] };
  if (!isConsultation(news.visitKind)) return { ...none, action: call };
  return {
    ...none,
    action: { label: words.chooseAnother, href: `${site.origin}${pathIn(language, '/book')}` },
    second: call,
  };
}

function greeting(sentence: string, { request }: Lead): string {
  const name = firstName(request.name);
  return name ? `${sentence}, ${name.replace(/\.$/, '')}.` : `${sentence}.`;
}

const minutesIn = ({ start, end }: Visit['interval']) => (end - start) / MINUTE;

/** The visit's length within a sentence: `an hour`. */
export const lengthWithin = ({ lead, interval }: Visit) => visitLength(languageOfLead(lead), minutesIn(interval));

function visitFacts(visit: Visit): Fact[] {
  const { lead, interval, visitKind } = visit;
  const language = languageOfLead(lead);
  const { facts, minutes } = mailWords[language];
  const length = isConsultation(visitKind) ? minutes(minutesIn(interval)) : lengthWithin(visit);
  return [
    { label: facts.when, lines: [whenOf(interval, language), length], isStrong: true },
    { label: facts.where, lines: [placeOf(lead)] },
    { label: facts.about, lines: [serviceOf(lead, languageOfLead(lead))] },
  ];
}

const choices = { en: english, es: spanish };

/** The service in words. */
function serviceOf({ request }: Lead, language: Language): string {
  return choices[language].service(request.serviceInterest) || mailWords[language].toBeAgreed;
}

/** The city in the lead's language. */
const cityOf = (lead: Lead): string => choices[languageOfLead(lead)].city(lead.request.city);

/** Leaves out the street: the reader may be a stranger whose address was typed in. */
function placeOf(lead: Lead): string {
  return [cityOf(lead), business.address.state].filter(Boolean).join(', ');
}

function invitationFor(news: VisitNotice, attendee: Mailbox, mail: VisitorMail): NonNullable<Message['invitation']> {
  const method = news.kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return { method, content: visitIcs(news, mail, { method, parties: { organizer: mail.site.from, attendee } }) };
}

/** The visit as a calendar file. It reveals no more than a mail to the visitor. */
export function visitIcs(
  { lead, interval, visitKind }: Visit,
  mail: Omit<VisitorMail, 'isInvited'>,
  { method, parties }: Pick<IcsCalendar, 'method'> & Pick<IcsVisit, 'parties'>,
): string {
  const { call, calendar } = wordsFor({ lead, visitKind });
  const visit: IcsVisit = {
    ...interval,
    uid: `${leadReference(lead.id)}@${hostOf(mail.site)}`,
    sequence: lead.changes,
    stamp: mail.now,
    summary: calendar.summary(business.name),
    description: [
      calendar.about(serviceOf(lead, languageOfLead(lead))),
      calendar.change(mail.visitLink),
      call(business.phone.display),
    ].join('\n'),
    location: placeOf(lead),
    url: mail.visitLink,
    parties,
  };
  return icsOf([visit], { method });
}
