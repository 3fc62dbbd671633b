import type { Lead } from '#lead/lead';
import { FIRST_PERSON } from '#contracts/people';
import { personOf } from '#lead/visits';
import { findRequest } from '#server/leads/lead-records';
import { normalEmail } from '#server/leads/person-keys';
import { visitLink } from '#server/leads/visit-link';
import { ownerWords } from '#server/leads/message-settings';
import { consume, mailLimit } from '#server/limits/limits';
import { keyFor, type NewsFor } from '#server/news/audience';
import {
  type Channel,
  type ChannelEnvironment,
  type ChannelKind,
  createChannel,
  isJustConfirmed,
} from '#server/news/channel';
import { digest } from '#server/news/news';
import type { Send } from '#server/outbox/delivery';
import { type Box, boxOf, isKnown, keysOf, readWaiting } from '#server/outbox/outbox';
import { Message } from './letter.ts';
import { ownerMessage } from './owner-messages.ts';
import { readSmtpSettings, smtpSender } from './smtp.ts';
import { visitorMessage } from './visitor-messages.ts';
import type { LeadMail } from '#contracts/lead-mails';
import { leadReference } from '#server/leads/lead-id';
import type { Store } from '#server/storage/port';

const outbox = { folder: '', message: Message, what: 'a mail' };

/** Mail is always there: without a server its messages wait, and the local host prints them. */
export const mail = {
  outbox,
  open(environment: ChannelEnvironment): Channel {
    const account = readSmtpSettings(environment);
    return mailChannel(account && smtpSender(account), environment);
  },
} satisfies ChannelKind<Message>;

export function mailChannel(send: Send<Message> | null, environment: ChannelEnvironment): Channel {
  const { site, context, print } = environment;
  return createChannel<'mail', Message>(
    {
      name: 'Mail',
      outbox,
      send,
      messages: {
        owner: async (news) => {
          const message = ownerMessage(news, site, await ownerWords(environment.leads));
          return [{ key: keyFor(news, 'owner'), message }];
        },
        visitor: (news) => toVisitor(environment, news),
      },
      // If the server refuses the owner's own address, the setup is wrong. Once fixed, the notice can still arrive.
      canBeMended: ({ to }) => to === 'owner',
      givenUp: (key, message) => reportUndelivered(environment, key, message),
      ...(context === 'dev' && !send && { written: (message) => print(printed(message)) }),
    },
    environment,
  );
}

async function toVisitor(environment: ChannelEnvironment, news: NewsFor<'mail', 'visitor'>) {
  const { lead } = news;
  if (news.kind === 'reminder' && (await isJustConfirmed(boxOf(environment.leads, outbox), news))) return [];
  const { site, calendar, calendarOf, now } = environment;
  const link = await visitLink(environment, lead);
  const told = news.kind === 'confirm' ? ({ ...news, kind: 'booked' } as const) : news;
  const person = ('visit' in news && personOf(news.visit)) || FIRST_PERSON;
  const inviting = person === FIRST_PERSON ? calendar : calendarOf(person);
  const isInvited = inviting?.invites(lead) ?? false;
  const message = visitorMessage(told, { site, visitLink: link, isInvited, now: now() });
  const address = normalEmail(lead.request.email ?? '');
  // Each address hears the same news once. Names no address.
  const of = news.kind === 'confirm' ? `-m${digest({ lead: lead.id, address })}` : '';
  const key = keyFor(news, 'visitor').replace(/-visitor$/, `${of}-visitor`);
  return message && (await mayMail(environment, key, lead)) ? [{ key, message }] : [];
}

/**
 * Whether the mail of that key may be written to the visitor; it counts from then on. One address gets so many mails a
 * day, and one lead makes no more: whoever moves a visit to and fro cannot have us flood somebody. The owner is told of
 * everything. News that was written before is not counted again.
 */
async function mayMail({ leads, limits, now }: ChannelEnvironment, key: string, lead: Lead): Promise<boolean> {
  const count = (about: string) => consume(limits, mailLimit, about, now());
  const [isOld, ...counts] = await Promise.all([
    isKnown(boxOf(leads, outbox), key),
    count(`lead ${lead.id}`),
    count(`address ${normalEmail(lead.request.email ?? '')}`),
  ]);
  if (!isOld && counts.every((one) => 'release' in one)) return true;
  await Promise.all(counts.map((one) => ('release' in one ? one.release() : null)));
  return false;
}

async function reportUndelivered({ leads, notify }: ChannelEnvironment, key: string, lost: Message): Promise<void> {
  if (lost.to === 'owner' || !lost.lead) return;
  const lead = await findRequest(leads, lost.lead);
  if (lead) await notify({ kind: 'undelivered', lead, key, subject: lost.subject });
}

function printed({ to, subject, text }: Message): string {
  const recipient = to === 'owner' ? 'the owner' : to.address;
  return `Mail, kept in the outbox\nTo: ${recipient}\nSubject: ${subject}\n\n${text}`;
}

/** The mails about a lead in the last 60 days, newest first, from the keys of the outbox. */
export async function mailsOf(leads: Store, leadId: string): Promise<LeadMail[]> {
  const box = boxOf(leads, mail.outbox);
  const keys = await keysOf(box, `${leadReference(leadId)}-`);
  const mails = await Promise.all(keys.map((key) => readMail(box, key)));
  return mails.flatMap((found) => found ?? []).sort((one, other) => (one.at < other.at ? 1 : -1));
}

async function readMail(box: Box<Message>, key: string): Promise<LeadMail | null> {
  const [, about = '', ...rest] = key.split('-');
  const last = rest.at(-1);
  const of = {
    about: last === 'undelivered' ? last : about,
    to: last === 'visitor' ? ('visitor' as const) : ('owner' as const),
  };
  const ended = await box.ended.read(key);
  if (ended?.state === 'overtaken') return null;
  if (ended) return { ...of, state: ended.state, at: new Date(ended.at).toISOString() };
  const waiting = await readWaiting(box, key);
  return waiting && { ...of, state: 'waiting', at: new Date(waiting.createdAt).toISOString() };
}
