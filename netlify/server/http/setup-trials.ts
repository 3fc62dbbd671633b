import { randomUUID } from 'node:crypto';
import type { SetupLine, SetupTry, Trial } from '#contracts/setup';
import { Lead } from '#lead/lead';
import { firstVisit } from '#lead/visits';
import { textNumber } from '#lib/contact';
import { DAY, MINUTE, SECOND } from '#lib/time/units';
import { makeBackup } from '#server/backups/backups';
import type { Say } from '#i18n/admin-text';
import { DAYS_AHEAD, unread } from '#server/calendar/busy-feeds';
import { CalendarError, eventId } from '#server/calendar/calendar';
import { mailOwner, readSmtpSettings } from '#server/channels/mail/smtp';
import { checkAccount, readAccount, twilio } from '#server/channels/texts/provider';
import type { Attempt } from '#server/outbox/delivery';
import { slotKey } from '#server/slots/records';
import type { Services } from './services.ts';

/** ms. Shorter than the platform gives a function. */
const TIMEOUT = 8 * SECOND;

const notSetUp = (say: Say): Trial => ({ isDone: false, words: say('This is not set up yet.') });

/** What came of an attempt. `said`: who answered, with the answer in its own words. */
const trialOf = (attempt: Attempt, done: string, said: string): Trial =>
  attempt === 'sent' ? { isDone: true, words: done } : { isDone: false, words: `${said}: ${attempt.error}` };

async function tryMail({ env, context, site }: Services, say: Say): Promise<Trial> {
  const account = readSmtpSettings({ env, context, site });
  if (!account) return notSetUp(say);
  const { address } = account.owner;
  const words = say('Mail from your website arrives. New requests and visits come from this address.');
  const attempt = await mailOwner(account, say('A test from your website'), words);
  const done = say('A mail is on its way to {address}.', { address });
  return trialOf(attempt, done, say('The mail server did not take it'));
}

/** Texts the number; without one it asks for the account alone. */
async function tryTexts({ env, site }: Services, say: Say, { number: typed = '' }: SetupTry): Promise<Trial> {
  const account = readAccount(env);
  if (!account) return notSetUp(say);
  const signal = AbortSignal.timeout(TIMEOUT);
  if (!typed) {
    const attempt = await checkAccount(account, signal);
    return trialOf(attempt, say('Twilio knows the account.'), say('Twilio refused it'));
  }
  const number = textNumber(typed);
  if (!number) return { isDone: false, words: say('Please write your mobile number with its ten digits.') };
  const text = { number, text: say('This is a test from your website.') };
  const attempt = await twilio(account).send(text, `${site.origin}/api/texts/status`, signal);
  const done = say('A text is on its way to {number}.', { number: typed });
  return trialOf(attempt, done, say('Twilio did not take it, and gave the code'));
}

/** Makes an event and deletes it, at a time at which nobody looks. */
async function tryCalendar({ calendar, now }: Services, say: Say): Promise<Trial> {
  if (!calendar.isOutside) return notSetUp(say);
  const start = Math.ceil(now() / MINUTE) * MINUTE + 30 * DAY;
  const at = new Date(start).toISOString();
  const request = { name: say('A test of the website') };
  const lead = Lead.parse({ id: randomUUID(), createdAt: at, updatedAt: at, request });
  const slot = slotKey(start, lead.id);
  const visit = {
    id: eventId(calendar.name, slot, 0),
    ...{ slot, interval: { start, end: start + 15 * MINUTE } },
    ...{ lead, visit: firstVisit(lead.id), isQuiet: true },
  };
  try {
    await calendar.createEvent(visit, now() + TIMEOUT);
    await calendar.deleteEvent(visit.id, now() + TIMEOUT, { isQuiet: true });
    return { isDone: true, words: say('An event was put into the calendar, and taken out again.') };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return { isDone: false, words: say('Google Calendar did not take an event: {why}', { why: error.message }) };
  }
}

async function tryBusy({ feeds }: Services, say: Say): Promise<Trial> {
  if (feeds.hosts.length === 0) return notSetUp(say);
  const tried = await feeds.attempt();
  const sentences = tried.map(({ host, reading }) => {
    if (!('times' in reading)) return `${unread(say, host, reading)}.`;
    const { length: count } = reading.times;
    const text =
      count === 1
        ? '{host} has {count} busy time in the coming {days} days.'
        : '{host} has {count} busy times in the coming {days} days.';
    return say(text, { host, count, days: DAYS_AHEAD });
  });
  return { isDone: tried.every(({ reading }) => 'times' in reading), words: sentences.join(' ') };
}

async function tryWebhook({ channels: { webhook } }: Services, say: Say): Promise<Trial> {
  if (!webhook) return notSetUp(say);
  const attempt = await webhook.test(AbortSignal.timeout(TIMEOUT));
  const { host } = new URL(webhook.settings.url);
  const done = say('{host} has taken an event of the type “test”.', { host });
  return trialOf(attempt, done, say('{host} did not take it', { host }));
}

async function tryBackup(services: Services, say: Say): Promise<Trial> {
  const { backupKey, now } = services;
  if (!backupKey) return notSetUp(say);
  await makeBackup(services, backupKey, now());
  return { isDone: true, words: say('A backup was made now. It stands under Alerts.') };
}

/** How each line is tried. A page's address and a phone's alerts are seen where they are. */
export const trials: Partial<Record<SetupLine, (services: Services, say: Say, more: SetupTry) => Promise<Trial>>> = {
  mail: tryMail,
  calendar: tryCalendar,
  busy: tryBusy,
  texts: tryTexts,
  webhook: tryWebhook,
  backups: tryBackup,
};
