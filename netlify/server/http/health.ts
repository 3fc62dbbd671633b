import * as z from 'zod/mini';
import { lastNight } from '#server/backups/backups';
import { unfinishedRestore } from '#server/backups/contents';
import type { BusyFeeds } from '#server/calendar/busy-feeds';
import type { VisitCalendar } from '#server/calendar/calendar';
import { channelNames, waitingByChannel } from '#server/channels/channels';
import { readLimit } from '#server/limits/limits';
import type { ChannelName } from '#server/news/audience';
import { findUnavailable, findUnreadable } from '#server/records/unreadable';
import type { Store } from '#server/storage/port';
import type { Connections } from '#contracts/connections';
import type { Say } from '#i18n/admin-text';
import { madeOnce } from '#lib/made-once';
import { HOUR, MINUTE } from '#lib/time/units';
import { json } from './answers.ts';
import { Refusal } from './refusal.ts';
import { type Call, countCall } from './call.ts';
import { type Message, sentenceIn } from './language.ts';
import { logHandled } from './log.ts';
import type { Services } from './services.ts';
import { type AdminCall, sessionOf } from './owner-session.ts';

/** `off`: not set up. `damaged`: it works, but some records are unreadable. */
const HealthState = z.enum(['ok', 'failing', 'damaged', 'off']);

/** `unreadable`: the first of those records, each as its store and its key, for the signed-in owner. */
export const Health = z.object({
  checks: z.array(
    z.object({
      name: z.string(),
      state: HealthState,
      note: z.optional(z.string()),
      unreadable: z.optional(z.array(z.string())),
    }),
  ),
  error: z.optional(z.string()),
});
export type Health = z.infer<typeof Health>;

type Finding = Omit<Health['checks'][number], 'name'>;

/** Checks one part of the site. An error goes to the log, never into the answer: it may reveal too much. */
interface HealthCheck {
  readonly name: string;
  run(services: Services): Promise<Finding>;
}

const CALENDAR_TIMEOUT_MS = 5000;
/** Of the unreadable records, for the owner. */
const MAX_NAMED = 50;

/** One entry for each part of the site that can fail. */
const checks: readonly HealthCheck[] = [
  {
    name: 'storage',
    run: async (services) => {
      const unavailable = await findUnavailable(services, services.now());
      if (unavailable.length > 0) return { state: 'failing', note: unavailable.join(', ') };
      const restore = await unfinishedRestore(services);
      if (restore) return { state: 'damaged', note: sentenceIn('en', { code: 'restoring', ...restore }) };
      const { unreadable: found } = await readRecords(services);
      if (found.length === 0) return { state: 'ok' };
      const unreadable = found.map(({ store, key, why }) => `${store} ${key}${why ? ` (${why})` : ''}`);
      return { state: 'damaged', note: `${found.length} damaged`, unreadable };
    },
  },
  { name: 'calendar', run: lookAtCalendar },
  { name: 'other calendars', run: (services) => lookAtFeeds(services) },
  ...channelNames.map((name) => ({ name, run: (services: Services) => lookAtOutbox(services, name) })),
  { name: 'backups', run: lookAtBackups },
  { name: 'sign-in', run: async ({ access }) => ({ state: (await access()) ? 'ok' : 'off' }) },
];

async function lookAtCalendar({ calendar, now }: Pick<Services, 'calendar' | 'now'>): Promise<Finding> {
  const start = now();
  await calendar.busy({ start, end: start + HOUR }, start + CALENDAR_TIMEOUT_MS);
  return { state: 'ok', note: calendar.isOutside ? 'Google Calendar' : 'the bookings in storage' };
}

/** Asks each calendar once. The sentences about those that fail are said by `say`, in English without it. */
export function askedOnce({ now }: Pick<Services, 'now'>, say?: Say) {
  const failures = new Map<BusyFeeds, Promise<string[]>>();
  const findings = new Map<VisitCalendar, Promise<Finding>>();
  return {
    failuresOf: (feeds: BusyFeeds) => madeOnce(failures, feeds, () => feeds.failures(say)),
    lookAt: (calendar: VisitCalendar) => madeOnce(findings, calendar, () => lookAtCalendar({ calendar, now })),
  };
}
export type Asked = ReturnType<typeof askedOnce>;

/** With the others' own calendars: one that fails keeps its person alone from a visit. */
async function lookAtFeeds(services: Services, { failuresOf, lookAt } = askedOnce(services)): Promise<Finding> {
  const { feeds, allFeeds, calendarsOfOthers } = services;
  await Promise.all(Array.from(calendarsOfOthers.values(), lookAt));
  const failures = await Promise.all(allFeeds.map(failuresOf));
  if (failures.flat().length > 0) return { state: 'failing' };
  return { state: feeds.hosts.length > 0 ? 'ok' : 'off' };
}

async function lookAtBackups({ backupKey, backups, now }: Services): Promise<Finding> {
  if (!backupKey) return { state: 'off', note: 'No backups: set BACKUP_KEY' };
  const { last, isLate } = await lastNight(backups, now());
  return { state: isLate ? 'failing' : 'ok', note: `last: ${last ?? 'none in the last 26 hours'}` };
}

/** A message that has waited an hour was tried several times. */
async function lookAtOutbox(
  services: Services,
  name: ChannelName,
  waitingNow = async () => (await readRecords(services)).waiting,
): Promise<Finding> {
  if (!services.channels[name]?.sends) return { state: 'off' };
  const { count, oldest } = (await waitingNow())[name];
  const isLate = oldest !== null && services.now() - oldest > HOUR;
  return { state: isLate ? 'failing' : 'ok', note: `${count} waiting` };
}

/** ms. Anybody may ask, and a reading grows with the stores: one a minute for each process. */
const READING_MS = MINUTE;
const readings = new WeakMap<Store, { readonly at: number; readonly work: ReturnType<typeof readAnew> }>();

async function readAnew(services: Services, now: number) {
  const both = [findUnreadable(services, now), waitingByChannel(services.leads, now)] as const;
  const [unreadable, waiting] = await Promise.all(both);
  return { unreadable, waiting };
}

/** A reading of the records, at most a minute old. A failed one is not kept. */
async function readRecords(services: Services): ReturnType<typeof readAnew> {
  const { leads } = services;
  const now = services.now();
  const last = readings.get(leads);
  if (last && last.at <= now && now < last.at + READING_MS) return await last.work;
  const work = readAnew(services, now);
  readings.set(leads, { at: now, work });
  return await work.catch((error: unknown) => {
    readings.delete(leads);
    throw error;
  });
}

/**
 * `GET /api/health`, for the owner's monitor: 200 and the state of each part; 503 when a part does not answer or a
 * record is unreadable; 429. If the store that counts the calls is down, answers all the same. Only the signed-in owner
 * reads which records: a key may be a secret, or tell of a visitor.
 */
export async function checkHealth(call: Call): Promise<Response> {
  await countCall(call, readLimit).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
  });
  const [isOwner, ...all] = await Promise.all([isOwners(call), ...checks.map((check) => look(check, call.services))]);
  const failing = all.filter(({ state }) => state === 'failing').map(({ name }) => name);
  const unreadable = all.flatMap((check) => check.unreadable ?? []);
  const shown = unreadable.slice(0, MAX_NAMED);
  const named: Message = isOwner
    ? { code: 'unreadable', records: shown.join(', ') }
    : { code: 'someUnreadable', count: unreadable.length };
  const sentences = [
    ...(failing.length > 0 ? [sentenceIn('en', { code: 'notAnswering', checks: failing.join(', ') })] : []),
    ...all.flatMap(({ state, note, unreadable: some }) => (state === 'damaged' && !some && note ? [note] : [])),
    ...(unreadable.length > 0 ? [sentenceIn('en', named)] : []),
  ];
  const found = all.map(({ unreadable: some, ...check }) =>
    some && isOwner ? { ...check, unreadable: shown } : check,
  );
  if (sentences.length === 0) return json(200, { checks: found } satisfies Health);
  return json(503, { checks: found, error: sentences.join(' ') } satisfies Health);
}

/** False if the store cannot tell. */
const isOwners = (call: Call) =>
  sessionOf(call).then(
    (found) => found?.person.role === 'owner',
    () => false,
  );

/** The states of the connections. Reads what waits and the last night's backup. `asked`: of the other calendars. */
export async function connectionStates(services: Services, asked?: Asked) {
  const waiting = waitingByChannel(services.leads, services.now());
  // Those that are off do not ask for it.
  waiting.catch(() => undefined);
  const outbox = (name: ChannelName) => ({ name, run: () => lookAtOutbox(services, name, () => waiting) });
  const checked = [
    { name: 'calendar', run: lookAtCalendar },
    { name: 'other calendars', run: () => lookAtFeeds(services, asked) },
    ...(['mail', 'texts', 'push', 'webhook'] as const).map(outbox),
    { name: 'backups', run: lookAtBackups },
  ];
  const [calendar, busy, mail, texts, push, webhook, backups] = await Promise.all(
    checked.map(async (check) => (await look(check, services)).state),
  );
  const isOwn = calendar === 'ok' && !services.calendar.isOutside;
  return { calendar: isOwn ? 'off' : calendar, busy, mail, texts, push, webhook, backups } as Connections & {
    readonly [Name in 'texts' | 'busy' | 'webhook']: Connections['mail'];
  };
}

/**
 * `GET /api/connections`, for the owner's pages: 200 and which of them are off or failing, and whether a restore has
 * ended.
 */
export async function showConnections({ services }: AdminCall): Promise<Response> {
  const [{ texts, busy, webhook: _, ...states }, isRestoring] = await Promise.all([
    connectionStates(services),
    unfinishedRestore(services),
  ]);
  const restore = isRestoring ? 'failing' : 'ok';
  // Where none are set up, nobody waits for them.
  const ifFailing = (state: Connections['mail']) => (state === 'failing' ? state : 'ok');
  return json(200, { ...states, texts: ifFailing(texts), busy: ifFailing(busy), restore } satisfies Connections);
}

async function look({ name, run }: HealthCheck, services: Services): Promise<Health['checks'][number]> {
  try {
    return { name, ...(await run(services)) };
  } catch (error) {
    logHandled(`The health check of ${name}`, error);
    return { name, state: 'failing' };
  }
}
