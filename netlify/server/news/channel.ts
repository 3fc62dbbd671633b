import type { Lead } from '#lead/lead';
import pMap from 'p-map';
import { HOUR, SECOND } from '#lib/time/units';
import type { Variables } from '#server/env';
import { deliver, type Delivery, isTooOld, type Send } from '#server/outbox/delivery';
import {
  type AboutLead,
  type Box,
  boxOf,
  type Due,
  enqueue,
  finish,
  isDue,
  isKnown,
  listWaiting,
  type Outbox,
} from '#server/outbox/outbox';
import type { Site } from '#server/site';
import type { Store } from '#server/storage/port';
import { type Audience, type AudienceOf, type ChannelName, keyFor, type NewsFor } from './audience.ts';
import type { News, ReminderNews } from './news.ts';

/** A way to tell somebody the news, in words of its own, through an outbox of its own. */
export interface Channel {
  readonly box: Box<AboutLead>;
  /** False where it is not set up to send: its messages wait. */
  readonly sends: boolean;
  /** Stores the messages that bring the news to its audience. Resolves to false if there is no new one. */
  write(news: News, to: Audience, due: Due): Promise<boolean>;
  /** True if this process has written a message that nobody has tried to send. */
  hasFresh(): boolean;
  sendFresh(): Promise<void>;
  /** Tries to send every message that is due. */
  sendDue(): Promise<void>;
}

/** All that a channel needs to open. */
export interface ChannelEnvironment {
  readonly env: Variables;
  /** `production`, `dev` or a preview's: see `callEnvironment`. */
  readonly context: string;
  readonly site: Site;
  readonly leads: Store;
  readonly auth: Store;
  readonly limits: Store;
  /** The business's calendar, and that of another person who has one: they may mail invitations themselves. */
  readonly calendar: { invites(lead: Lead): boolean };
  calendarOf(person: string): ChannelEnvironment['calendar'] | undefined;
  /** A channel tells its own news, such as a mail that cannot be delivered. */
  notify(news: News): Promise<void>;
  now(): number;
  random(): number;
  log(line: string, error?: unknown): void;
  /** Prints on the local host's console. */
  print(text: string): void;
}

/** A kind of channel. `open` resolves to `null` where it is not set up. */
export interface ChannelKind<Of extends AboutLead> {
  readonly outbox: Outbox<Of>;
  /** The folder where the channel keeps more of a lead, by the lead's id. Whoever removes the lead removes this too. */
  readonly ofLead?: string;
  open(environment: ChannelEnvironment): Channel | null;
}

interface Draft<Of> {
  readonly key: string;
  readonly message: Of;
}

interface Driver<By extends ChannelName, Of extends AboutLead>
  extends Pick<Delivery<Of>, 'name' | 'canBeMended' | 'late'> {
  readonly outbox: Outbox<Of>;
  /** `null`: nothing is sent and every message stays in the outbox. */
  readonly send: Send<Of> | null;
  /** Its words, by audience. */
  readonly messages: { readonly [To in AudienceOf<By>]: (news: NewsFor<By, To>) => Promise<readonly Draft<Of>[]> };
  written?(message: Of): void;
  /** `error`: of the last attempt. */
  givenUp?(key: string, message: Of, error: string): Promise<void>;
}

/** The visitor does not wait for these attempts, but a function lives at most 60 seconds. */
const FRESH_TIMEOUT_MS = 10 * SECOND;
/** A scheduled function may take 30 seconds. */
const DUE_TIMEOUT_MS = 20 * SECOND;

export function createChannel<By extends ChannelName, Of extends AboutLead>(
  driver: Driver<By, Of>,
  { leads, now, random, log }: Pick<ChannelEnvironment, 'leads' | 'now' | 'random' | 'log'>,
): Channel {
  const { send, outbox, messages, written, name, canBeMended, late, givenUp = async () => undefined } = driver;
  const box = boxOf(leads, outbox);
  const fresh: string[] = [];

  async function sendAll(keys: readonly string[], timeout: number): Promise<void> {
    if (!send || keys.length === 0) return;
    const delivery = {
      leads,
      box,
      send,
      name,
      canBeMended,
      late,
      givenUp,
      attemptMs: FRESH_TIMEOUT_MS,
      now,
      random,
      log,
    };
    await deliver(delivery, keys, AbortSignal.timeout(timeout));
  }

  async function write({ key, message }: Draft<Of>, due: Due): Promise<boolean> {
    if (!(await enqueue(box, key, message, now(), due))) return false;
    if (!due.notBefore && box.mayGo(message, now())) fresh.push(key);
    written?.(message);
    return true;
  }

  return {
    box,
    sends: send !== null,
    async write(news, to, due) {
      // The table sends a channel only what it has words for.
      const draft = messages[to as AudienceOf<By>] as (news: News) => Promise<readonly Draft<Of>[]>;
      const stored = await pMap(await draft(news), (one) => write(one, due));
      return stored.includes(true);
    },
    hasFresh: () => fresh.length > 0,
    sendFresh: () => sendAll(fresh.splice(0), FRESH_TIMEOUT_MS),
    async sendDue() {
      const moment = now();
      const due = (await listWaiting(box)).filter(
        ({ waiting }) => isDue(waiting, moment) && box.mayGo(waiting.message, moment),
      );
      const keys = due.map(({ key }) => key);
      if (send) return await sendAll(keys, DUE_TIMEOUT_MS);
      // Whoever sets up mail later sends nothing that is older.
      const old = due.filter(({ waiting }) => isTooOld(waiting, moment));
      for (const { key } of old) await finish(box, key, { state: 'gave up', at: moment, attempts: 0 });
    },
  };
}

/** In ms. A visitor who got the confirmation this short before the visit needs no reminder. */
const RECENT_MS = 36 * HOUR;

/** The confirmation that the visit is booked is recent, or still unsent. `keyOf`: of the box's message of some news. */
export async function isJustConfirmed(
  box: Box<AboutLead>,
  news: ReminderNews,
  keyOf = (told: News) => keyFor(told, 'visitor'),
): Promise<boolean> {
  const key = keyOf({ ...news, kind: 'booked' });
  const ended = await box.ended.read(key);
  return ended ? news.interval.start - ended.at < RECENT_MS : await isKnown(box, key);
}
