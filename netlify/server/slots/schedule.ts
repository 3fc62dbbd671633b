import * as z from 'zod/mini';
import type { VisitRules } from '#business';
import { type Away, type AwayPeriod, type NewAway, WeeklyHours } from '#contracts/hours';
import { type Listed, shaped, type Store, unlessUnreadable } from '#server/storage/port';
import type { Interval, Schedule } from './times.ts';
import { addDays } from '#lib/calendar-date';
import { minuteOf } from '#lib/clock';
import { instantAt } from './zone.ts';

/*
 * What the owner has set over `business.ts`: one record for the hours of the week, and one for each time away. A time
 * away is written in its key, so that one listing tells all of them, and a record that is damaged blocks its time all
 * the same. docs/decisions/022-which-times-are-offered.md
 */
const SCHEDULE = 'schedule/';
export const WEEKLY = `${SCHEDULE}weekly`;
export const AWAY = `${SCHEDULE}away/`;

export const WeeklyRecord = z.object({ weekly: WeeklyHours });
export const AwayRecord = z.object({ note: z.string() });

/** What is stored of the owner's own hours. `unreadable`: something is, and nobody can read it. */
type StoredWeekly =
  | { readonly state: 'none' | 'unreadable' }
  | { readonly state: 'set'; readonly weekly: WeeklyHours; readonly etag: string };

/** When visits take place, and how that is stored. */
export interface StoredSchedule {
  readonly schedule: Schedule;
  readonly weekly: StoredWeekly;
  /** In order of their first days. */
  readonly away: readonly (AwayPeriod & { readonly id: string })[];
}

/** Is told of what cannot be read, for the log. */
type Report = (what: string, error: unknown) => void;

/**
 * The schedule as the owner has it now, over `rules`: one listing, and a reading of the hours where they have changed.
 * While those that are stored cannot be read nobody visits: which days the owner has closed is not known then.
 */
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

/**
 * Writes the hours of the week over exactly the version that the owner has seen; `false` when another was faster. The
 * empty version is that of hours that were never set, or cannot be read: such a record is removed first.
 */
export async function saveWeekly(
  calendar: Store,
  weekly: WeeklyHours,
  { seen, isDamaged }: { readonly seen: string; readonly isDamaged: boolean },
): Promise<boolean> {
  if (seen !== '') return (await calendar.replace(WEEKLY, { weekly }, seen)) !== null;
  if (isDamaged) await calendar.delete(WEEKLY);
  return (await calendar.create(WEEKLY, { weekly })) !== null;
}

/** Blocks a time. The same time again takes the new note. */
export async function addAway(calendar: Store, { note, ...period }: NewAway): Promise<void> {
  const key = AWAY + awayId(period);
  // A record that is damaged in its place cannot be written over.
  await unlessUnreadable(calendar.put(key, { note }), async () => {
    await calendar.delete(key);
    return await calendar.put(key, { note });
  });
}

/** Opens a time again; one that is not blocked is no error. Answers `false` for an id that names no time. */
export async function removeAway(calendar: Store, id: string): Promise<boolean> {
  const period = periodOf(AWAY + id);
  if (period) await calendar.delete(AWAY + id);
  return period !== null;
}

/** The times away that are not over at `now`, with their notes. */
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

/** How long a time away is kept once it is over, in ms. */
const KEPT_MS = 31 * 24 * 60 * 60_000;

/** Forgets the times away that are long over. */
export async function sweepAway(calendar: Store, rules: VisitRules, now: number): Promise<void> {
  for (const { key } of await calendar.list(AWAY)) {
    const period = periodOf(key);
    if (period && awayInterval(rules, period).end < now - KEPT_MS) await calendar.delete(key);
  }
}

/** The stretch that a time away takes: whole Eastern days, or from one time of a day to another. */
function awayInterval({ timeZone }: VisitRules, { first, last, from, until }: AwayPeriod): Interval {
  if (from !== undefined && until !== undefined) {
    return {
      start: instantAt(timeZone, first, minuteOf(from)),
      end: instantAt(timeZone, first, minuteOf(until)),
    };
  }
  return { start: instantAt(timeZone, first, 0), end: instantAt(timeZone, addDays(last, 1), 0) };
}

/** `2026-12-20-2027-01-02` for days, `2026-12-20-2026-12-20-0900-1230` for hours of a day: so ids sort by time. */
function awayId({ first, last, from, until }: AwayPeriod): string {
  const hours = from && until ? `-${from.replace(':', '')}-${until.replace(':', '')}` : '';
  return `${first}-${last}${hours}`;
}

const ID = /^(\d{4}-\d\d-\d\d)-(\d{4}-\d\d-\d\d)(?:-(\d\d)(\d\d)-(\d\d)(\d\d))?$/;

/** The time away that a key is of; `null` for any other key. */
function periodOf(key: string): (AwayPeriod & { readonly id: string }) | null {
  if (!key.startsWith(AWAY)) return null;
  const id = key.slice(AWAY.length);
  const [, first, last, ...clock] = ID.exec(id) ?? [];
  if (!first || !last || [first, last].some((date) => Number.isNaN(Date.parse(date)))) return null;
  const [fromHour, fromMinute, untilHour, untilMinute] = clock;
  if (fromHour === undefined) return { id, first, last };
  return { id, first, last, from: `${fromHour}:${fromMinute}`, until: `${untilHour}:${untilMinute}` };
}
