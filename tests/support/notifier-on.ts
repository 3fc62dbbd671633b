import { mailChannel } from '#server/channels/mail/mail';
import type { Message } from '#server/channels/mail/letter';
import type { ChannelEnvironment } from '#server/news/channel';
import type { Channels, NewsContext } from '#server/news/dispatch';
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

interface Given extends Partial<Pick<ChannelEnvironment, 'leads' | 'random' | 'log' | 'visits'>> {
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
    visits: { invites: () => false },
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
