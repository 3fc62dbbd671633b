import pMap from 'p-map';
import type { VisitNotice } from '#server/booking/context';
import type { Lead } from '#server/leads/lead';
import { deliver, type Delivery } from './delivery.ts';
import { type Box, type Due, enqueue, listWaiting } from './outbox.ts';

/** News for the owner. `isChanged`: the visitor has sent the same request before, in other words. */
export type News =
  | { readonly kind: 'request'; readonly lead: Lead; readonly isChanged: boolean }
  | OutcomeNews
  | VisitNotice;

/** The owner has marked the lead as quoted, won or lost. Only programs are told. */
export interface OutcomeNews {
  readonly kind: 'outcome';
  readonly lead: Lead;
}

interface Sender {
  /** True if this process has written a message that nobody has tried to send. */
  hasFresh(): boolean;
  sendFresh(): Promise<void>;
  /** Tries to send every message that is due. */
  sendDue(): Promise<void>;
}

export interface Channel<Of> extends Sender {
  /** Stores the message. Resolves to `false` if the key was used before. */
  write(key: string, message: Of, due?: Due): Promise<boolean>;
}

/** Another way to tell the owner, or the owner's programs, the news. */
export interface Notifier extends Sender {
  /** True if it also reports changes that the owner made. */
  readonly hearsOwner: boolean;
  /** Stores the messages about the news under `key`. A repeat stores nothing. */
  notify(key: string, news: News, due: Due): Promise<void>;
}

export type ChannelOptions<Of extends { readonly lead: string }> = Omit<Delivery<Of>, 'send' | 'attemptMs'> & {
  readonly box: Box<Of>;
  /** `null`: nothing is sent and every message stays in the outbox. */
  readonly send: Delivery<Of>['send'] | null;
};

/** The visitor does not wait for these attempts, but a function lives at most 60 seconds. */
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

/** The messages for one piece of news. `suffix` makes each key unique. */
export type MessagesOf<Of> = (news: News) => Promise<readonly { readonly suffix: string; readonly message: Of }[]>;

/** A notifier for the channel. If `waits` is false, it ignores `due` and sends at once. */
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
