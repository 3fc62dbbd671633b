import * as z from 'zod/mini';
import type { VisitRules } from '#business';
import { type Away, type AwayPeriod, type NewAway, type WeeklyHours, KeptWeek } from '#contracts/hours';
import type { Conflict } from '#contracts/problem';
import { changedSince } from '#server/storage/conflict';
import { getOrDamaged, type Listed, type Report, shaped, type Store, unlessUnreadable } from '#server/storage/port';
import type { Interval, Schedule } from './times.ts';
import { addDays } from '#lib/time/dates';
import { minuteOf } from '#lib/time/hours';
import { instantAt } from './zone.ts';

/* The owner's settings over `business.ts`: one record for the week, and one for each time away. Its key holds the
   time, so one listing reads all times away, and a damaged record still blocks its time.
   docs/decisions/022-which-times-are-offered.md */
const SCHEDULE = 'schedule/';
export const WEEKLY = `${SCHEDULE}weekly`;
export const AWAY = `${SCHEDULE}away/`;

export const WeeklyRecord = z.object({ weekly: KeptWeek });
export const AwayRecord = z.object({ note: z.string() });

type StoredWeekly =
  | { readonly state: 'none' | 'unreadable' }
  | { readonly state: 'set'; readonly weekly: WeeklyHours; readonly etag: string };

export interface StoredSchedule {
  readonly schedule: Schedule;
  readonly weekly: StoredWeekly;
  /** By first day. */
  readonly away: readonly (AwayPeriod & { readonly id: string })[];
}

/** The owner's schedule over `rules`. Offers no visit if the hours cannot be read: a day may be closed. */
export async function readSchedule(calendar: Store, rules: VisitRules, report: Report): Promise<StoredSchedule> {
  const listed = await calendar.list(SCHEDULE);
  const away = listed.flatMap(({ key }) => periodOf(key) ?? []);
  const weekly = await readWeekly(
    calendar,
    listed.find(({ key }) => key === WEEKLY),
    report,
  );
  const closed: WeeklyHours = Array.from({ length: 7 }, () => null);
  const hours = weekly.state === 'set' ? weekly.weekly : closed;
  const blocked = away.map((period) => awayInterval(rules, period));
  return {
    schedule: { ...rules, away: blocked, ...(weekly.state !== 'none' && { weekly: hours }) },
    weekly,
    away,
  };
}

const lastRead = new WeakMap<Store, StoredWeekly & { state: 'set' }>();

async function readWeekly(calendar: Store, listed: Listed | undefined, report: Report): Promise<StoredWeekly> {
  if (!listed) return { state: 'none' };
  const kept = lastRead.get(calendar);
  if (kept?.etag === listed.etag) return kept;
  const read = async (): Promise<StoredWeekly> => {
    const stored = await calendar.get(WEEKLY);
    if (!stored) return { state: 'none' };
    const { weekly } = shaped(WeeklyRecord, WEEKLY, stored.value);
    const found = { state: 'set', weekly, etag: stored.etag } as const;
    lastRead.set(calendar, found);
    return found;
  };
  return await unlessUnreadable(read(), (error) => {
    report('Reading the visiting hours, without which no time is offered,', error);
    return { state: 'unreadable' } as const;
  });
}

/** Writes the hours over the version that the owner saw; `false` if it changed. `''`: no hours or unreadable ones. */
export async function saveWeekly(
  calendar: Store,
  weekly: WeeklyHours,
  { seen, isDamaged }: { readonly seen: string; readonly isDamaged: boolean },
): Promise<boolean> {
  if (seen !== '') return (await calendar.replace(WEEKLY, { weekly }, seen)) !== null;
  if (isDamaged) await calendar.delete(WEEKLY);
  return (await calendar.create(WEEKLY, { weekly })) !== null;
}

/** Blocks a time. A repeat replaces the note. Answers the fields that have changed since the owner saw them, or `null`. */
export async function addAway(calendar: Store, { note, seen, ...period }: NewAway): Promise<Conflict['fields'] | null> {
  const key = AWAY + awayId(period);
  for (;;) {
    const stored = await getOrDamaged(calendar, key);
    const present = AwayRecord.safeParse(stored?.value).data ?? {};
    const fields = changedSince({ present, change: { note }, seen });
    if (fields) return fields;
    if (stored ? await calendar.replace(key, { note }, stored.etag) : await calendar.create(key, { note })) return null;
  }
}

/** Unblocks a time; an unblocked one is no error. Returns `false` if the id is invalid. */
export async function removeAway(calendar: Store, id: string): Promise<boolean> {
  const period = periodOf(AWAY + id);
  if (period) await calendar.delete(AWAY + id);
  return period !== null;
}

/** The times away that are not over at `now` (ms), with their notes. */
export async function listAway(calendar: Store, { away, schedule }: StoredSchedule, now: number): Promise<Away[]> {
  const coming = away.filter((period) => awayInterval(schedule, period).end > now);
  return await Promise.all(
    coming.map(async (period) => {
      const key = AWAY + period.id;
      const read = calendar.get(key).then((stored) => stored && shaped(AwayRecord, key, stored.value).note);
      return { ...period, note: await unlessUnreadable(read, () => null) };
    }),
  );
}

const KEPT_MS = 31 * 24 * 60 * 60_000;

/** Deletes old times away. `now` in ms. */
export async function sweepAway(calendar: Store, rules: VisitRules, now: number): Promise<void> {
  for (const { key } of await calendar.list(AWAY)) {
    const period = periodOf(key);
    if (period && awayInterval(rules, period).end < now - KEPT_MS) await calendar.delete(key);
  }
}

function awayInterval({ timeZone }: VisitRules, { first, last, from, until }: AwayPeriod): Interval {
  if (from !== undefined && until !== undefined) {
    return {
      start: instantAt(timeZone, first, minuteOf(from)),
      end: instantAt(timeZone, first, minuteOf(until)),
    };
  }
  return { start: instantAt(timeZone, first, 0), end: instantAt(timeZone, addDays(last, 1), 0) };
}

/** `2026-12-20-2027-01-02` for days, `2026-12-20-2026-12-20-0900-1230` for hours. Ids sort by time. */
function awayId({ first, last, from, until }: AwayPeriod): string {
  const hours = from && until ? `-${from.replace(':', '')}-${until.replace(':', '')}` : '';
  return `${first}-${last}${hours}`;
}

const ID = /^(\d{4}-\d\d-\d\d)-(\d{4}-\d\d-\d\d)(?:-(\d\d)(\d\d)-(\d\d)(\d\d))?$/;

/** The time away in a key, or `null`. */
function periodOf(key: string): (AwayPeriod & { readonly id: string }) | null {
  if (!key.startsWith(AWAY)) return null;
  const id = key.slice(AWAY.length);
  const [, first, last, ...clock] = ID.exec(id) ?? [];
  if (!first || !last || [first, last].some((date) => Number.isNaN(Date.parse(date)))) return null;
  const [fromHour, fromMinute, untilHour, untilMinute] = clock;
  if (fromHour === undefined) return { id, first, last };
  return { id, first, last, from: `${fromHour}:${fromMinute}`, until: `${untilHour}:${untilMinute}` };
}
