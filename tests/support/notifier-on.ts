import { mailChannel } from '#server/channels/mail/mail';
import type { Message } from '#server/channels/mail/letter';
import { push, type PushMessage } from '#server/channels/push/push';
import { type Channel, type ChannelEnvironment, createChannel } from '#server/news/channel';
import type { Channels, NewsContext } from '#server/news/dispatch';
import { keyOf, type News } from '#server/news/news';
import { createNotifier, type Notifier } from '#server/news/notifier';
import type { Send } from '#server/outbox/delivery';
import type { OpenStore } from './stores/interleave.ts';

export const mailSite = {
  origin: 'https://www.example.com',
  from: { name: 'Larkspur', address: 'hello@example.com' },
};

/** Where nothing may go wrong. */
export function failingLog(line: string, error?: unknown): void {
  throw new Error(line, { cause: error });
}

/** Takes every message: each is a record of `wire`, under its way and its key. */
export function taking(open: OpenStore, moment: number, way = '') {
  let taken = 0;
  return async (key: string) => {
    taken += 1;
    await open('wire').put(`${way}${key}/${moment}-${taken}`, null);
    return 'sent' as const;
  };
}

/** Notifies one phone of the lead. Its message is a step of its own. */
export function onePhone(lead: string, send: Send<PushMessage>, environment: ChannelEnvironment): Channel {
  const message = { lead, device: 'phone', title: 'News', body: '' };
  const owner = async (news: News) => [{ key: `${keyOf(news)}-phone`, message }];
  const driver = { name: 'Push', outbox: push.outbox, send, messages: { owner }, canBeMended: () => false };
  return createChannel<'push', PushMessage>(driver, environment);
}

interface Given extends Partial<Pick<ChannelEnvironment, 'leads' | 'random' | 'log' | 'calendar'>> {
  readonly now: number | (() => number);
  /** Of mail. Absent: there is no mail server. */
  readonly send?: Send<Message>;
  /** Those beside mail. */
  channels?(environment: ChannelEnvironment): Partial<Omit<Channels, 'mail'>>;
}

/** What each call of a function has over these stores: without a mail server and without chance, unless given. */
export function notifierOn(open: OpenStore, { now, send, channels, ...given }: Given): Notifier & NewsContext {
  const environment: ChannelEnvironment = {
    env: {},
    context: 'production',
    site: mailSite,
    leads: open('leads'),
    auth: open('auth'),
    limits: open('limits'),
    calendar: { invites: () => false },
    calendarOf: () => undefined,
    notify: async (news) => await notifier.notify(news),
    random: () => 0,
    log: failingLog,
    print: failingLog,
    ...given,
    now: typeof now === 'number' ? () => now : now,
  };
  const mail = mailChannel(send ?? null, environment);
  const context = { ...environment, channels: { ...channels?.(environment), mail } };
  const notifier = createNotifier(context);
  return { ...context, ...notifier };
}
