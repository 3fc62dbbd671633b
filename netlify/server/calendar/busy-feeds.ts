import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { business } from '#business';
import { keptObject } from '#contracts/kept-object';
import { type Interval, overlap } from '#lib/time/interval';
import { DAY, HOUR, SECOND } from '#lib/time/units';
import { type Say, sayer } from '#i18n/admin-text';
import { getText, sayWhy, Unread, type WhyUnread } from '#server/outbox/post';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { busyIn } from './busy-ics.ts';
import { CalendarError } from './calendar.ts';

/** When one calendar is busy, as it was last read. Times in ms. `why`, with its `value`: it cannot be read now. */
const FeedTimes = keptObject({
  readAt: z.number(),
  times: z.array(z.object({ start: z.number(), end: z.number() })),
  triedAt: z.number(),
  failingSince: z.optional(z.number()),
  why: z.optional(z.string()),
  value: z.optional(z.string()),
});
type FeedTimes = z.infer<typeof FeedTimes>;

/** `feeds`: by their addresses, which are secrets and stand here as digests. */
const BusyTimes = keptObject({ feeds: z.record(z.string(), FeedTimes) });
export const busyTimes = { place: 'busy-times', schema: BusyTimes, isReplaceable: true } as const;
/** Those of others than the first person, by their ids. */
export const busyTimesOfOthers = { ...busyTimes, place: 'busy-times-of/' } as const;

const MAX_BYTES = 2 * 2 ** 20;
/** As far as visitors book, and a month. What the owner books later than that is not compared. */
export const DAYS_AHEAD = 120;
/** ms. Before a booking the calendars are read anew unless somebody has just done so. */
const JUST_NOW = 15 * SECOND;
const LOOK_MS = 4 * SECOND;
const SWEEP_MS = 10 * SECOND;

type Reading = { readonly times: Interval[] } | WhyUnread;

/** The owner's other calendars, which publish themselves as iCalendar files at secret addresses. */
export interface BusyFeeds {
  /** None without addresses: then nothing is busy. */
  readonly hosts: readonly string[];
  /**
   * When they are busy. `isFresh`: as they say now, or at least said within a day. Throws `CalendarError` if one of them
   * could not be read for a day: its times may be taken.
   */
  busy(window: Interval, how: { readonly deadline: number; readonly isFresh: boolean }): Promise<Interval[]>;
  /** Reads them all, and keeps what they say. Without addresses nothing is kept. */
  refresh(): Promise<void>;
  /** Asks each calendar what it says now, and keeps nothing. */
  attempt(): Promise<readonly { readonly host: string; readonly reading: Reading }[]>;
  /** A sentence for each that has failed for an hour, or has never been read. */
  failures(say?: Say): Promise<string[]>;
}

/** `person`: whose calendars, but the first person's. `mayBeLocal`: calendars on this machine are read too. `now` in ms. */
export interface FeedsContext {
  readonly slots: Store;
  readonly person?: string;
  readonly mayBeLocal: boolean;
  readonly now: () => number;
}

/** `addresses` begin with `https://`, or with the `webcal://` of calendar programs. */
export function busyFeeds(addresses: readonly string[], { slots, person, mayBeLocal, now }: FeedsContext): BusyFeeds {
  const place = person === undefined ? busyTimes.place : busyTimesOfOthers.place + person;
  const records = recordsOf(slots, { ...busyTimes, place });
  const feeds = addresses.map((address) => ({ address, host: hostOf(address), id: digestOf(address) }));

  async function read(address: string, timeout: number): Promise<Reading> {
    const getting = { signal: AbortSignal.timeout(timeout), maxBytes: MAX_BYTES, mayBeLocal };
    const window = { start: now(), end: now() + DAYS_AHEAD * DAY };
    try {
      const text = await getText(address.replace(/^webcal:/i, 'https:'), getting);
      return { times: await busyIn(text, window, business.timeZone) };
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      return error.reason;
    }
  }

  const readAll = (timeout: number) =>
    Promise.all(feeds.map(async (feed) => ({ ...feed, reading: await read(feed.address, timeout) })));

  const keptTimes = async () => (await records.read(''))?.feeds ?? {};

  /** Reads all, and keeps what they say. */
  async function renew(timeout: number) {
    const readings = await readAll(timeout);
    const { after } = await records.change('', (former) => {
      const renewed = readings.map(({ id, reading }) => [id, keptOf(reading, now(), former?.feeds[id])] as const);
      return { ...former, feeds: Object.fromEntries(renewed) };
    });
    return after.feeds;
  }

  return {
    hosts: feeds.map(({ host }) => host),
    async busy(window, { deadline, isFresh }) {
      if (feeds.length === 0) return [];
      const kept = await keptTimes();
      const at = now();
      const isOld = ({ readAt }: FeedTimes) => at - readAt > DAY;
      const isDue = (feed: FeedTimes | undefined) =>
        !feed || (at - feed.triedAt > JUST_NOW && (isFresh || isOld(feed)));
      const timeout = Math.max(0, Math.min(LOOK_MS, deadline - at));
      const newest = feeds.some(({ id }) => isDue(kept[id])) ? await renew(timeout) : kept;
      return feeds.flatMap(({ id, host }) => {
        const feed = newest[id];
        if (!feed || isOld(feed)) throw new CalendarError(unread(sayer(), host, feed), 'unavailable');
        return feed.times.filter((time) => overlap(time, window));
      });
    },
    async refresh() {
      await (feeds.length === 0 ? records.delete('') : renew(SWEEP_MS));
    },
    attempt: () => readAll(SWEEP_MS),
    async failures(say = sayer()) {
      const kept = feeds.length === 0 ? {} : await keptTimes();
      return feeds.flatMap(({ id, host }) => {
        const { failingSince = Infinity, readAt, why, value } = kept[id] ?? { readAt: 0 };
        const isFailing = why !== undefined && (now() - failingSince > HOUR || now() - readAt > DAY);
        return isFailing ? unread(say, host, { why, value }) : [];
      });
    },
  };
}

/** A sentence without its full stop. */
export const unread = (say: Say, host: string, reason: WhyUnread = {}): string =>
  say('{host} cannot be read: {why}', { host, why: sayWhy(say, reason) });

const UNREADABLE = 'What was entered for the other calendars cannot be read';

/** Nobody can tell which calendars there are, so any time may be taken. */
export const unreadableFeeds: BusyFeeds = {
  hosts: [],
  busy: async () => {
    throw new CalendarError(UNREADABLE, 'unavailable');
  },
  refresh: async () => undefined,
  attempt: async () => [],
  failures: async (say = sayer()) => [say(UNREADABLE)],
};

function keptOf(reading: Reading, now: number, former: FeedTimes | undefined): FeedTimes {
  if ('times' in reading) return { ...reading, readAt: now, triedAt: now };
  return { readAt: 0, times: [], failingSince: now, ...former, ...reading, triedAt: now };
}

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'One address');
const digestOf = (address: string): string => createHash('sha256').update(address).digest('base64url');
