import { business } from '#business';
import { choices as english } from '#i18n/en/choices';
import { choices as spanish } from '#i18n/es/choices';
import { visitLength } from '#i18n/hours';
import { type Language, pathIn } from '#i18n/language';
import type { VisitNotice } from '#server/booking/context';
import { languageOfLead, type Lead, leadReference } from '#server/leads/lead';
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

const MINUTE = 60_000;

export const callLink = (language: Language) => ({
  label: mailWords[language].call(business.phone.display),
  href: business.phone.href,
});

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
  const { email, name } = news.lead.request;
  if (!email) return null;
  const to = { name: addressName(name), address: email };
  const occasion = occasionOf(news);
  const language = languageOfLead(news.lead);
  const letter = { booked: bookedLetter, moved: movedLetter, cancelled: cancelledLetter }[occasion](news, mail);
  return {
    to,
    replyTo: 'owner',
    lead: news.lead.id,
    subject: mailWords[language].subjects[occasion](whenOf(news.interval, language)),
    text: letterText(letter),
    html: letterHtml(letter),
    ...(!mail.isInvited && { invitation: invitationFor(news, to, mail) }),
  };
}

function bookedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = mailWords[language];
  const invitation = mail.isInvited ? words.invited : words.attached;
  return {
    language,
    title: greeting(words.titles.booked, news.lead),
    preview: `${words.coming(cityOf(news.lead))} ${invitation}`,
    opening: [words.visit(lengthWithin(news))],
    facts: visitFacts(news),
    closing: [`${invitation} ${words.anotherTime}`],
    action: { label: words.change, href: mail.visitLink },
    second: callLink(language),
    reason: reasonFor(news.lead),
  };
}

function movedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = mailWords[language];
  const former = news.kind === 'booked' && news.former ? [words.movedFrom(whenOf(news.former, language))] : [];
  return {
    ...bookedLetter(news, mail),
    title: greeting(words.titles.moved, news.lead),
    preview: words.now(whenOf(news.interval, language)),
    opening: [[words.movedTo, ...former].join(' ')],
  };
}

function cancelledLetter(news: VisitNotice, { site }: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = mailWords[language];
  return {
    language,
    title: greeting(words.titles.cancelled, news.lead),
    preview: words.cancelledBriefly,
    opening: [words.cancelled],
    facts: visitFacts(news),
    closing: [],
    action: { label: words.chooseAnother, href: `${site.origin}${pathIn(language, '/book')}` },
    second: callLink(language),
    reason: reasonFor(news.lead),
  };
}

export function reasonFor(lead: Lead): string {
  const { reasonCalled, reasonBooked } = mailWords[languageOfLead(lead)];
  return lead.source === 'phone' ? reasonCalled : reasonBooked;
}

export function greeting(sentence: string, { request }: Lead): string {
  const name = firstName(request.name);
  return name ? `${sentence}, ${name.replace(/\.$/, '')}.` : `${sentence}.`;
}

type Taken = Pick<VisitNotice, 'lead' | 'interval'>;

const minutesIn = ({ start, end }: Taken['interval']) => (end - start) / MINUTE;

/** The visit's length within a sentence: `an hour`. */
export const lengthWithin = ({ lead, interval }: Taken) => visitLength(languageOfLead(lead), minutesIn(interval));

export function visitFacts({ lead, interval }: Taken): Fact[] {
  const language = languageOfLead(lead);
  const { facts, minutes } = mailWords[language];
  const length = minutes(minutesIn(interval));
  return [
    { label: facts.when, lines: [whenOf(interval, language), length], isStrong: true },
    { label: facts.where, lines: [placeOf(lead)] },
    { label: facts.about, lines: [choices[language].services[lead.request.serviceInterest]] },
  ];
}

const choices = { en: english, es: spanish };

/** The city in the lead's language. */
export const cityOf = (lead: Lead): string => choices[languageOfLead(lead)].city(lead.request.city);

/** Leaves out the street: the reader may be a stranger whose address was typed in. */
function placeOf(lead: Lead): string {
  return `${cityOf(lead)}, ${business.address.state}`;
}

function invitationFor(news: VisitNotice, attendee: Mailbox, mail: VisitorMail): NonNullable<Message['invitation']> {
  const method = news.kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return { method, content: visitIcs(news, mail, { method, parties: { organizer: mail.site.from, attendee } }) };
}

/** The visit as a calendar file. It reveals no more than a mail to the visitor. */
export function visitIcs(
  { lead, interval }: Pick<VisitNotice, 'lead' | 'interval'>,
  mail: Omit<VisitorMail, 'isInvited'>,
  { method, parties }: Pick<IcsCalendar, 'method'> & Pick<IcsVisit, 'parties'>,
): string {
  const language = languageOfLead(lead);
  const { call, calendar } = mailWords[language];
  const service = choices[language].services[lead.request.serviceInterest];
  const visit: IcsVisit = {
    ...interval,
    uid: `${leadReference(lead.id)}@${hostOf(mail.site)}`,
    sequence: lead.changes,
    stamp: mail.now,
    summary: calendar.summary(business.name),
    description: [calendar.about(service), calendar.change(mail.visitLink), call(business.phone.display)].join('\n'),
    location: placeOf(lead),
    url: mail.visitLink,
    parties,
  };
  return icsOf([visit], { method });
}
