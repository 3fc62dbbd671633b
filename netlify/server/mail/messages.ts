import { business } from '#business';
import { contactLabels } from '#contracts/consultation';
import { choices as english } from '#i18n/en/choices';
import { choices as spanish } from '#i18n/es/choices';
import { type Language, pathIn } from '#i18n/language';
import { mailtoHref, telHref } from '#lib/contact';
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
  linesOf,
  type Mailbox,
  mailWords,
  type MailSite,
  type Message,
  oneLine,
  whenOf,
} from './letter.ts';

/** Tells the owner of a request. `isChanged`: the visitor has sent it before, in other words. */
export function requestNotice(lead: Lead, { isChanged }: { isChanged: boolean }, site: MailSite): Message {
  const what = isChanged ? 'Changed request' : 'New request';
  return notice(lead, site, {
    subject: `${what}: ${lead.request.name}, ${lead.request.city}`,
    title: isChanged ? 'A visitor has changed a request.' : 'A visitor asks for a consultation.',
    opening: lead.source === 'form' ? ['Sent with the form of the page, without the booking dialog.'] : [],
    facts: [],
  });
}

const visitWords = {
  booked: { what: 'Visit booked', title: 'A visit is booked.' },
  moved: { what: 'Visit moved', title: 'A visit has moved.' },
  cancelled: { what: 'Visit cancelled', title: 'A visit is cancelled.' },
};

/** Tells the owner what has become of a visit. */
export function visitNotice(news: VisitNotice, site: MailSite): Message {
  const { what, title } = visitWords[occasionOf(news)];
  const former: Fact[] =
    news.kind === 'booked' && news.former ? [{ label: 'Before', lines: [whenOf(news.former)] }] : [];
  return notice(news.lead, site, {
    subject: `${what}: ${whenOf(news.interval)}, ${news.lead.request.name}`,
    title,
    opening: [],
    facts: [{ label: 'When', lines: [whenOf(news.interval)], isStrong: true }, ...former],
  });
}

/** Tells the owner that a visitor could not be mailed. `subject` is that of the mail that did not arrive. */
export function undeliveredNotice(lead: Lead, subject: string, site: MailSite): Message {
  return notice(lead, site, {
    subject: `Please call: our mail did not reach ${lead.request.name}`,
    title: 'We could not mail a visitor. Please call.',
    opening: ['The mail address may be mistyped. This is what could not be delivered:', subject],
    facts: [],
  });
}

const SPAM =
  'This may be a robot: a field that people do not see was filled in. No time is booked for it, whatever its sender was told. If it reads like a person, please call.';

type Particulars = Pick<Letter, 'title' | 'opening' | 'facts'> & { readonly subject: string };

function notice(lead: Lead, site: MailSite, { subject, ...letter }: Particulars): Message {
  const { email, name, phone } = lead.request;
  const admin = { label: 'Open it in the admin pages', href: `${site.origin}/admin/leads#${lead.id}` };
  const call = phone && telHref(phone);
  const whole: Letter = {
    ...letter,
    opening: [...(lead.isSpam ? [SPAM] : []), ...letter.opening],
    facts: [...letter.facts, ...languageFacts(lead), ...leadFacts(lead)],
    preview: oneLine([phone, email, lead.request.serviceInterest].filter(Boolean).join(', ')),
    closing: [],
    ...(call ? { action: { label: `Call ${oneLine(phone)}`, href: call }, second: admin } : { action: admin }),
    reason: 'You receive this because somebody used your website.',
  };
  return {
    to: 'owner',
    replyTo: email ? { name: oneLine(name), address: email } : 'owner',
    lead: lead.id,
    subject: oneLine(lead.isSpam ? `[Possible spam] ${subject}` : subject),
    text: letterText(whole),
    html: letterHtml(whole),
  };
}

/** In which language to call, where it is not English. */
function languageFacts(lead: Lead): Fact[] {
  return languageOfLead(lead) === 'es' ? [{ label: 'Language', lines: ['Call in Spanish'], isStrong: true }] : [];
}

function leadFacts({ request }: Lead): Fact[] {
  const { name, phone, email, preferredContact, address, city, zipCode, serviceInterest, about, message } = request;
  return [
    { label: 'Name', lines: [oneLine(name)] },
    ...(phone ? [phoneFact(phone)] : []),
    ...(email ? [{ label: 'Email', lines: [oneLine(email, 254)], href: mailtoHref(email) }] : []),
    { label: 'Prefers', lines: [contactLabels[preferredContact]] },
    { label: 'Where', lines: [...(address ? [oneLine(address, 200)] : []), `${city} ${zipCode}`] },
    { label: 'About', lines: [serviceInterest, ...(about ? [oneLine(about, 200)] : [])] },
    ...(message ? [{ label: 'Message', lines: linesOf(message) }] : []),
  ];
}

function phoneFact(phone: string): Fact {
  const href = telHref(phone);
  return { label: 'Phone', lines: [oneLine(phone)], ...(href && { href }) };
}

const MINUTE = 60_000;

/** The link that calls the business. */
export const callLink = (language: Language) => ({
  label: mailWords[language].call(business.phone.display),
  href: business.phone.href,
});

export interface VisitorMail {
  readonly site: MailSite;
  /** Where the visitor moves or cancels the visit. */
  readonly visitLink: string;
  /** The calendar itself sends invitations, so that ours would be a second one. */
  readonly isInvited: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Tells the visitor what has become of the visit; `null` for one who gave no mail address. Anybody may give anybody's
 * address, so of what was typed no more is repeated than the service, the city and a name that is letters.
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

/** A visit that was booked at another time before has moved. */
export function occasionOf(news: VisitNotice): 'booked' | 'moved' | 'cancelled' {
  if (news.kind === 'cancelled') return 'cancelled';
  return news.former ? 'moved' : 'booked';
}

function bookedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  const language = languageOfLead(news.lead);
  const words = mailWords[language];
  const invitation = mail.isInvited ? words.invited : words.attached;
  return {
    language,
    title: greeting(words.titles.booked, news.lead),
    preview: `${words.coming(cityOf(news.lead))} ${invitation}`,
    opening: [words.visit],
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

/** Why the visitor is written to. */
export function reasonFor(lead: Lead): string {
  const { reasonCalled, reasonBooked } = mailWords[languageOfLead(lead)];
  return lead.source === 'phone' ? reasonCalled : reasonBooked;
}

export function greeting(sentence: string, { request }: Lead): string {
  const name = firstName(request.name);
  return name ? `${sentence}, ${name.replace(/\.$/, '')}.` : `${sentence}.`;
}

export function visitFacts({ lead, interval }: Pick<VisitNotice, 'lead' | 'interval'>): Fact[] {
  const language = languageOfLead(lead);
  const { facts, minutes } = mailWords[language];
  const length = minutes((interval.end - interval.start) / MINUTE);
  return [
    { label: facts.when, lines: [whenOf(interval, language), length], isStrong: true },
    { label: facts.where, lines: [placeOf(lead)] },
    { label: facts.about, lines: [choices[language].services[lead.request.serviceInterest]] },
  ];
}

const choices = { en: english, es: spanish };

/** The city, as the visitor chose it. */
export const cityOf = (lead: Lead): string => choices[languageOfLead(lead)].city(lead.request.city);

/** Not the street: whoever reads this need not be who typed it. */
function placeOf(lead: Lead): string {
  return `${cityOf(lead)}, ${business.address.state}`;
}

function invitationFor(news: VisitNotice, attendee: Mailbox, mail: VisitorMail): NonNullable<Message['invitation']> {
  const method = news.kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
  return { method, content: visitIcs(news, mail, { method, parties: { organizer: mail.site.from, attendee } }) };
}

/** The visit as a calendar file. It says no more than a mail to the visitor does. */
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
