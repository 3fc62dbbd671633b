import { business } from '#business';
import type { VisitNotice } from '#server/booking/context';
import { type Lead, leadReference } from '#server/leads/lead';
import { icsOf } from '../ics.ts';
import { addressName, firstName, hostOf, type Mailbox, type MailSite, type Message, whenOf } from '../message.ts';
import { type Fact, type Letter, letterHtml, letterText } from './letter.ts';

const MINUTE = 60_000;
const call = { label: `Call ${business.phone.display}`, href: business.phone.href };

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
  const letter = { booked: bookedLetter, moved: movedLetter, cancelled: cancelledLetter }[occasionOf(news)](news, mail);
  return {
    to,
    replyTo: 'owner',
    lead: news.lead.id,
    subject: subjects[occasionOf(news)](news),
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

const subjects = {
  booked: ({ interval }: VisitNotice) => `Your consultation is scheduled: ${whenOf(interval)}`,
  moved: ({ interval }: VisitNotice) => `Your consultation has a new time: ${whenOf(interval)}`,
  cancelled: ({ interval }: VisitNotice) => `Your consultation is cancelled: ${whenOf(interval)}`,
};

const reason = 'You receive this because you booked a visit on our website.';

function bookedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  return {
    title: greeting('Your consultation is scheduled', news.lead),
    preview: `We are coming to ${news.lead.request.city} with the fabrics. ${invitationWords(mail)}`,
    opening: [
      'We will come to your home, show you fabrics, measure every window and leave you a written price. The visit takes about an hour and is free.',
    ],
    facts: visitFacts(news),
    closing: [`${invitationWords(mail)} Need another time? Change it with the link below, or call us.`],
    action: { label: 'Change or cancel the visit', href: mail.visitLink },
    second: call,
    reason,
  };
}

function movedLetter(news: VisitNotice, mail: VisitorMail): Letter {
  const former = news.kind === 'booked' && news.former ? ` It was ${whenOf(news.former)} before.` : '';
  return {
    ...bookedLetter(news, mail),
    title: greeting('Your consultation has a new time', news.lead),
    preview: `Now ${whenOf(news.interval)}.`,
    opening: [`We have moved your visit to the time below.${former}`],
  };
}

function cancelledLetter(news: VisitNotice, { site }: VisitorMail): Letter {
  return {
    title: greeting('Your consultation is cancelled', news.lead),
    preview: 'Nobody will come at that time. You are welcome to choose another.',
    opening: ['Nobody will come at this time. You can choose another one at any time. The consultation is still free.'],
    facts: visitFacts(news),
    closing: [],
    action: { label: 'Choose another time', href: `${site.origin}/book` },
    second: call,
    reason,
  };
}

function greeting(sentence: string, { request }: Lead): string {
  const name = firstName(request.name);
  return name ? `${sentence}, ${name.replace(/\.$/, '')}.` : `${sentence}.`;
}

function invitationWords({ isInvited }: VisitorMail): string {
  return isInvited
    ? 'Your calendar invitation comes in a message of its own.'
    : 'Open the attached invitation to put the visit in your calendar.';
}

function visitFacts({ lead, interval }: VisitNotice): Fact[] {
  const minutes = `${(interval.end - interval.start) / MINUTE} minutes`;
  return [
    { label: 'When', lines: [whenOf(interval), minutes], isStrong: true },
    { label: 'Where', lines: [placeOf(lead)] },
    { label: 'About', lines: [lead.request.serviceInterest] },
  ];
}

/** Not the street: whoever reads this need not be who typed it. */
function placeOf({ request }: Lead): string {
  return `${request.city}, ${business.address.state}`;
}

function invitationFor(news: VisitNotice, attendee: Mailbox, mail: VisitorMail): NonNullable<Message['invitation']> {
  const { lead, interval } = news;
  const method = news.kind === 'cancelled' ? 'CANCEL' : 'REQUEST';
  const content = icsOf({
    ...interval,
    uid: `${leadReference(lead.id)}@${hostOf(mail.site)}`,
    sequence: lead.changes,
    method,
    stamp: mail.now,
    summary: `Free in-home consultation with ${business.name}`,
    description: `About ${lead.request.serviceInterest}.\nChange or cancel: ${mail.visitLink}\nCall ${business.phone.display}`,
    location: placeOf(lead),
    url: mail.visitLink,
    organizer: mail.site.from,
    attendee,
  });
  return { method, content };
}
