import pMap from 'p-map';
import type { VisitNotice } from '#server/booking/context';
import type { Lead } from '#server/leads/lead';
import { deliver, type Delivery } from './delivery.ts';
import { type Box, type Due, enqueue, listWaiting } from './outbox.ts';

/** What the owner hears of. `isChanged`: the visitor has sent the request before, in other words. */
export type News = { readonly kind: 'request'; readonly lead: Lead; readonly isChanged: boolean } | VisitNotice;

/** Sends what this process, or another one, has written down. */
interface Sender {
  /** Whether this process has written something that nobody has tried to send. */
  hasFresh(): boolean;
  /** Tries to send what this process has written. */
  sendFresh(): Promise<void>;
  /** Tries to send all that is due. */
  sendDue(): Promise<void>;
}

/** A way by which messages of one kind go out: mail, push, webhook. */
export interface Channel<Of> extends Sender {
  /** Writes the message down; resolves to whether it is new. */
  write(key: string, message: Of, due?: Due): Promise<boolean>;
}

/** Another way by which the owner, or a program of the owner's, hears the same news as by mail. */
export interface Notifier extends Sender {
  /** Whether it hears of what the owner has done, too. */
  readonly hearsOwner: boolean;
  /** Writes down what is to be told of the news that `key` names; the same news again writes nothing. */
  notify(key: string, news: News, due: Due): Promise<void>;
}

export type ChannelOptions<Of extends { readonly lead: string }> = Omit<Delivery<Of>, 'send' | 'attemptMs'> & {
  readonly box: Box<Of>;
  /** `null` where nothing is sent: everything stays in the outbox. */
  readonly send: Delivery<Of>['send'] | null;
};

/** A visitor's answer does not wait for these, but the function that gave it lives no longer than a minute. */
const FRESH_TIMEOUT_MS = 10_000;
/** A scheduled function may take 30 seconds. */
const DUE_TIMEOUT_MS = 20_000;

export function createChannel<Of extends { readonly lead: string }>(options: ChannelOptions<Of>): Channel<Of> {
  const { box, send, now } = options;
  const fresh: string[] = [];

  async function sendAll(keys: readonly string[], timeout: number): Promise<void> {
    if (!send || keys.length === 0) return;
    await deliver({ ...options, send, attemptMs: FRESH_TIMEOUT_MS }, keys, AbortSignal.timeout(timeout));
  }

  return {
    async write(key, message, due) {
      if (!(await enqueue(box, key, message, now(), due))) return false;
      if (!due?.notBefore) fresh.push(key);
      return true;
    },
    hasFresh: () => fresh.length > 0,
    sendFresh: () => sendAll(fresh.splice(0), FRESH_TIMEOUT_MS),
    async sendDue() {
      const due = (await listWaiting(box)).filter(({ waiting }) => waiting.nextAttemptAt <= now());
      await sendAll(
        due.map(({ key }) => key),
        DUE_TIMEOUT_MS,
      );
    },
  };
}

/** The messages that some news makes, each with what tells it from the others in its key. */
export type MessagesOf<Of> = (news: News) => Promise<readonly { readonly suffix: string; readonly message: Of }[]>;

/** Notifies by that channel. Where it does not wait, what is due later is written down as due at once. */
export function notifierOf<Of>(
  channel: Channel<Of>,
  messagesOf: MessagesOf<Of>,
  { waits, hearsOwner }: Pick<Notifier, 'hearsOwner'> & { readonly waits: boolean },
): Notifier {
  return {
    ...channel,
    hearsOwner,
    async notify(key, news, due) {
      const messages = await messagesOf(news);
      await pMap(messages, ({ suffix, message }) => channel.write(`${key}${suffix}`, message, waits ? due : {}));
    },
  };
}
