import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import { type VisitRules, visitRules } from '#business';
import { madeOnce } from '#lib/made-once';
import { type AdminAccess, keptAccess, readAccess } from '#server/auth/access';
import { type BusyFeeds, busyFeeds, unreadableFeeds } from '#server/calendar/busy-feeds';
import { type CalendarOptions, googleCalendar } from '#server/calendar/google/driver';
import { namesGoogle, readGoogleSettings } from '#server/calendar/google/settings';
import { embeddedCalendar, misconfiguredCalendar, type VisitCalendar } from '#server/calendar/calendar';
import { type OpenChannels, openChannels } from '#server/channels/channels';
import { callEnvironment, EnvError, type Environment, readKeepDays, type Variables } from '#server/env';
import { type Entered, enteredVariables } from '#server/setup/kept-variables';
import { ownerWords } from '#server/leads/message-settings';
import { createNotifier, type Notifier } from '#server/news/notifier';
import type { News } from '#server/news/news';
import { mayReachOut, type Site, siteOf } from '#server/site';
import { readSchedule } from '#server/slots/schedule';
import type { Schedule } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import { openStores, type Stores } from '#server/storage/stores';
import { logHandled, logLine, print } from './log.ts';

/** All that differs between the live site, a preview, the local host and a test. */
export interface Services extends Stores {
  /** Those of the host, and what the owner has entered on /admin/setup. */
  readonly env: Variables;
  /** Netlify's name of the deploy. */
  readonly context: string;
  /** The lines of that page that the owner has entered. */
  readonly entered: Entered;
  /** The same services under other variables, to try them. */
  under(variables: Variables): Services;
  /** The owner's sign-in; `null` if not set up. */
  access(): Promise<AdminAccess | null>;
  /** The variables give the sign-in, so that it is not made in the browser. */
  readonly hasGivenAccess: boolean;
  /** The business's calendar. */
  readonly calendar: VisitCalendar;
  /** The first person's other calendars, which are the owner's. */
  readonly feeds: BusyFeeds;
  /** Those of others, by their ids. */
  readonly feedsOfOthers: ReadonlyMap<string, BusyFeeds>;
  feedsOf(person: string): BusyFeeds | undefined;
  readonly allFeeds: readonly BusyFeeds[];
  /** The calendars at Google of others, by their ids; whoever has none has the bookings in storage. */
  readonly calendarsOfOthers: ReadonlyMap<string, VisitCalendar>;
  calendarOf(person: string): VisitCalendar | undefined;
  readonly site: Site;
  /** The ways to tell people and programs the news. */
  readonly channels: OpenChannels;
  readonly notifier: Notifier;
  /** Stores news, to be sent later. */
  notify(news: News): Promise<void>;
  /** Visitors get reminders of their visits. */
  readonly reminds: boolean;
  /** With it the texts' provider signs its calls, heard also while no texts go out: somebody may stop. `null`: none. */
  readonly textsToken: string | null;
  /** Reads a picture that was texted, at the provider. */
  readTextedPicture(address: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Encrypts the backups; `null` if not set up: then none is made. */
  readonly backupKey: string | null;
  /** How many days closed leads are kept; `null`: for ever. */
  readonly keepDays: number | null;
  readonly rules: VisitRules;
  /** Reads the rules with the owner's settings of `/admin/hours`. */
  schedule(): Promise<Schedule>;
  /** The public limits count. The local host lifts them for load tests. */
  readonly limited: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Logs a failure that nobody need hear of. */
  report(what: string, error: unknown): void;
  /** Logs a line for the site's maintainer. */
  log(line: string, error?: unknown): void;
  /** Removes the tag's answers from the CDN's cache. Never fails. */
  purge(tag: string): Promise<void>;
}

const nothing: Entered = { variables: {}, lines: [], byHost: [], unreadable: [], busyOf: new Map() };

/**
 * The deploy's services. Reads only their variables: a mistake in another must not keep a visitor from booking. A preview
 * does not read what the owner has entered.
 */
export async function servicesFor({ deploy }: Context): Promise<Services> {
  const place = callEnvironment(deploy.context, process.env);
  const { env, context, dataDir } = place;
  const driver = env['LOCAL_STORE_DRIVER'];
  const stores = openStores({ context, dataDir, ...(driver && { driver }) });
  const entered = mayReachOut(context) ? await enteredVariables(stores.auth, env) : nothing;
  return servicesUnder({ ...env, ...entered.variables }, { place, stores, entered });
}

interface Ground {
  readonly place: Environment;
  readonly stores: Stores;
  readonly entered: Entered;
}

function servicesUnder(env: Variables, ground: Ground): Services {
  const { stores, entered } = ground;
  const { context, dataDir } = ground.place;
  const { leads, slots, limits } = stores;
  const givenAccess = readAccess(env);
  const site = siteOf(env);
  const { busyOf } = entered;
  const calendarUnder = (variables: Variables) =>
    entered.unreadable.includes('calendar')
      ? unreadableCalendar
      : openCalendar(variables, { context, slots, origin: site.origin, words: () => ownerWords(leads) });
  const calendar = calendarUnder(env);
  const calendarsFrom = ([person, variables]: [string, Variables | null]): [string, VisitCalendar][] => {
    if (!variables) return [[person, unreadableCalendar]];
    // It is in the business's account at Google, or shared with it.
    const isOwn = variables['GOOGLE_CALENDAR_ID'] && calendar.isOutside;
    return isOwn ? [[person, calendarUnder({ ...env, ...ownCalendar(variables) })]] : [];
  };
  const calendarsOfOthers = new Map(Array.from(busyOf ?? []).flatMap(calendarsFrom));
  const calendarOf = (person: string) => (busyOf ? calendarsOfOthers.get(person) : unreadableCalendar);
  const means = { now: Date.now, random: Math.random, log: logLine, print };
  const notify = async (news: News) => await notifier.notify(news);
  const channels = openChannels({ env, context, site, ...stores, calendar, calendarOf, notify, ...means });
  const notifier = createNotifier({ leads, limits, channels, ...means });
  const feeds = entered.unreadable.includes('busy') ? unreadableFeeds : openFeeds(env, ground);
  const feedsFrom = (entry: [string, Variables | null]) =>
    [entry[0], entry[1] ? openFeeds(entry[1], ground, entry[0]) : unreadableFeeds] as const;
  const feedsOfOthers = new Map(Array.from(busyOf ?? [], feedsFrom));
  return {
    ...stores,
    env,
    context,
    entered,
    under: (variables) =>
      servicesUnder({ ...env, ...variables }, { ...ground, entered: { ...entered, unreadable: [] } }),
    calendar,
    feeds,
    feedsOfOthers,
    allFeeds: [feeds, ...feedsOfOthers.values()],
    calendarsOfOthers,
    calendarOf,
    feedsOf: (person) => (busyOf ? feedsOfOthers.get(person) : unreadableFeeds),
    site,
    channels,
    notifier,
    notify,
    reminds: env['REMINDERS'] !== 'off',
    textsToken: mayReachOut(context) ? env['TWILIO_AUTH_TOKEN'] || null : null,
    readTextedPicture: async (address) =>
      await (await import('#server/channels/texts/provider')).readMedia(env, address),
    backupKey: env['BACKUP_KEY']?.trim() || null,
    keepDays: readKeepDays(env),
    report: logHandled,
    log: logLine,
    access: async () => givenAccess ?? (await keptAccess(stores.auth)),
    hasGivenAccess: givenAccess !== null,
    rules: visitRules,
    schedule: async () => (await readSchedule(slots, visitRules, logHandled)).schedule,
    limited: env['RATE_LIMIT'] !== 'off' || context !== 'dev',
    now: Date.now,
    purge: context === 'dev' ? (tag) => dropMade(path.resolve(dataDir, 'images'), tag) : purgeTag,
  };
}

/** The other calendars of the person, absent: of the first one. */
function openFeeds({ BUSY_ADDRESSES: text = '' }: Variables, { place, stores }: Ground, person?: string): BusyFeeds {
  const addresses = text.split(',').flatMap((address) => address.trim() || []);
  const { context } = place;
  const means = { slots: stores.slots, ...(person && { person }), mayBeLocal: context === 'dev', now: Date.now };
  return busyFeeds(mayReachOut(context) ? addresses : [], means);
}

const unreadableCalendar = misconfiguredCalendar('What was entered for Google Calendar cannot be read.', 'unavailable');

/** The variables of another person's calendar at Google: the owner's other ones are not theirs. */
export const ownCalendar = ({ GOOGLE_CALENDAR_ID }: Variables): Variables => ({
  GOOGLE_CALENDAR_ID,
  GOOGLE_BUSY_CALENDARS: '',
});

const openedCalendars = new WeakMap<Store, Map<string, VisitCalendar>>();

/**
 * A deploy's calendar: Google's if its variables are set, else the bookings in `slots`. Only `production` and the
 * local host (`dev`) connect: a test on a preview must not reach the business's calendar. The same settings share one
 * driver and its access token.
 */
export function openCalendar(
  env: Variables,
  { context, slots, ...options }: CalendarOptions & { readonly context: string; readonly slots: Store },
): VisitCalendar {
  if (!mayReachOut(context) || !namesGoogle(env)) return embeddedCalendar(slots);
  try {
    const settings = readGoogleSettings(env);
    if (!settings) return embeddedCalendar(slots);
    const drivers = madeOnce(openedCalendars, slots, () => new Map<string, VisitCalendar>());
    const key = JSON.stringify([settings, options.origin]);
    return madeOnce(drivers, key, () => googleCalendar(settings, slots, options));
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return misconfiguredCalendar(`Google Calendar is not set up: ${error.message.replaceAll('\n', ' ')}`);
  }
}

/** On the local host: deletes the pictures made of a file, whose names begin with its tag. */
async function dropMade(folder: string, tag: string): Promise<void> {
  const { readdir, rm } = await import('node:fs/promises');
  const names = await readdir(folder).catch(() => []);
  const made = names.filter((name) => name.startsWith(`${tag}.`));
  await Promise.all(made.map((name) => rm(path.join(folder, name), { force: true }).catch(() => undefined)));
}

const PURGE_TIMEOUT_MS = 2000;

/** Purges a tag from the CDN. A failure is logged: the old answers last a minute. */
export async function purgeTag(tag: string): Promise<void> {
  // Loaded on demand: it needs three of Node's modules that a visitor's call does not.
  const purge = import('@netlify/functions')
    .then(({ purgeCache }) => purgeCache({ tags: [tag] }))
    .catch((error: unknown) => logHandled(`Purging the tag ${tag}`, error));
  await Promise.race([purge, delay(PURGE_TIMEOUT_MS, undefined, { ref: false })]);
}
