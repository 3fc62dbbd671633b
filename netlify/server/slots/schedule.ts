import { changedSince } from '#lib/changed-since';
import * as z from 'zod/mini';
import { keptObject, newerFields } from '#contracts/kept-object';
import type { VisitRules } from '#business';
import {
  type Away,
  type AwayPeriod,
  KeptWeek,
  type NewAway,
  type VisitSettings,
  type WeeklyHours,
} from '#contracts/hours';
import { FIRST_PERSON } from '#contracts/people';
import type { Conflict } from '#contracts/problem';
import { type Listed, readListed, type Report, type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { DAY } from '#lib/time/units';
import { CLOSED, type Schedule } from './times.ts';
import { awayEnd, awayId, awayOf, timesAwayOf } from './away.ts';
import { AWAY_OF, PEOPLE, readPeople } from './people.ts';

/* The owner's settings over `business.ts`: one record for the week and the settings of visits, one for each time away,
   and one for each holiday that is worked. The keys of the last two hold the time, so one listing reads all of them, and
   a damaged record still counts.
   docs/decisions/022-which-times-are-offered.md */
const SCHEDULE = 'schedule/';
/** The note of a restore that has not ended. Beside the schedule, since each booking lists that. */
export const RESTORE = `${SCHEDULE}restore`;
export const WEEKLY = `${SCHEDULE}weekly`;
const AWAY = `${SCHEDULE}away/`;
export const WORKED = `${SCHEDULE}worked/`;

const whole = z.int().check(z.gte(0));
const KeptSettings = z.exactPartial(
  keptObject({
    visitMinutes: z.int().check(z.gte(1)),
    installationMinutes: z.int().check(z.gte(1)),
    stepMinutes: z.int().check(z.gte(1)),
    noticeMinutes: whole,
    daysAhead: whole,
  }),
);
/** `settings`: those that differ from the code's. */
export const WeeklyRecord = keptObject({
  weekly: KeptWeek,
  settings: z.optional(KeptSettings),
});
const AwayRecord = keptObject({ note: z.string() });
export const timesAway = { place: AWAY, schema: AwayRecord, isReplaceable: true } as const;
export const timesAwayOfPeople = { ...timesAway, place: AWAY_OF } as const;

type StoredWeekly =
  | { readonly state: 'none' | 'unreadable' }
  | {
      readonly state: 'set';
      readonly weekly: WeeklyHours;
      readonly settings: Partial<VisitSettings>;
      readonly etag: string;
    };

export interface StoredSchedule {
  readonly schedule: Schedule;
  readonly weekly: StoredWeekly;
  /** Of each person, then of all, by first day. */
  readonly away: readonly (AwayPeriod & { readonly id: string })[];
}

/** The owner's schedule over `rules`. Offers no visit if the hours cannot be read: a day may be closed. */
export async function readSchedule(slots: Store, rules: VisitRules, report: Report): Promise<StoredSchedule> {
  const listed = await slots.list(SCHEDULE);
  const away = listed.flatMap(({ key }) => periodOf(key) ?? []);
  const record = listed.find(({ key }) => key === WEEKLY);
  const [weekly, people] = await Promise.all([
    readWeekly(slots, { listed: record, report }),
    readPeople(slots, listed, { timeZone: rules.timeZone, report, away }),
  ]);
  const hours = weekly.state === 'set' ? weekly.weekly : CLOSED;
  // Where the first person is alone again, own times away count as before.
  const ofAll = away.filter(({ person }) => person === undefined || (!people && person === FIRST_PERSON));
  return {
    schedule: {
      ...rules,
      ...(weekly.state === 'set' && weekly.settings),
      ...(weekly.state !== 'none' && { weekly: hours }),
      ...timesAwayOf(rules.timeZone, ofAll),
      isRestoring: listed.some(({ key }) => key === RESTORE),
      ...(people && { people }),
      worked: new Set(listed.flatMap(({ key }) => (key.startsWith(WORKED) ? key.slice(WORKED.length) : []))),
    },
    weekly,
    away,
  };
}

async function readWeekly(
  slots: Store,
  { listed, report }: { readonly listed: Listed | undefined; readonly report: Report },
): Promise<StoredWeekly> {
  if (!listed) return { state: 'none' };
  const read = await unlessUnreadable(readListed(slots, WeeklyRecord, listed), (error) => {
    report('Reading the visiting hours, without which no time is offered,', error);
    return 'unreadable' as const;
  });
  if (read === 'unreadable' || !read) return { state: read ?? 'none' };
  const { weekly, settings = {} } = read.value;
  return { state: 'set', weekly, settings, etag: read.etag };
}

/** Writes the hours over the version that the owner saw; `false` if it changed. `''`: no hours or unreadable ones. */
export async function saveWeekly(
  slots: Store,
  record: { readonly weekly: WeeklyHours; readonly settings: Partial<VisitSettings> },
  { seen, isDamaged }: { readonly seen: string; readonly isDamaged: boolean },
): Promise<boolean> {
  if (seen !== '') {
    const former = WeeklyRecord.safeParse((await slots.get(WEEKLY))?.value).data;
    const settings = { ...newerFields(former?.settings ?? {}, KeptSettings.shape), ...record.settings };
    return (await slots.replace(WEEKLY, { ...former, ...record, settings }, seen)) !== null;
  }
  if (isDamaged) await slots.delete(WEEKLY);
  return (await slots.create(WEEKLY, record)) !== null;
}

/**
 * Blocks a time, in place of the record `former`, if any. A repeat replaces the note. Answers the fields that have changed
 * since the owner saw them, or `null`.
 */
export async function addAway(
  slots: Store,
  { note, seen, ...period }: NewAway,
  former?: z.infer<typeof AwayRecord> | null,
): Promise<Conflict['fields'] | null> {
  let fields: Conflict['fields'] | null = null;
  await awayRecords(slots).change(nameOf(awayId(period)), (present) => {
    fields = changedSince({ present: present ?? {}, change: { note }, seen });
    return fields ? null : { ...former, ...present, note };
  });
  return fields;
}

/**
 * Blocks a time in place of the one with the id, whose person stays. Writes the new one first, so that no time opens in
 * between. Answers as `addAway` does; `unknown` if the former one is no longer there.
 */
export async function moveAway(
  slots: Store,
  id: string,
  away: NewAway,
): Promise<Conflict['fields'] | 'unknown' | null> {
  const period = awayOf(id);
  const former = period && (await awayRecords(slots).find(nameOf(id)));
  if (!former?.etag) return 'unknown';
  const next = { ...away, person: period?.person };
  const fields = await addAway(slots, next, former.value);
  if (fields) return fields;
  if (id !== awayId(next)) await awayRecords(slots).delete(nameOf(id));
  return null;
}

/** Unblocks the time of a valid id; an unblocked one is no error. */
export const removeAway = (slots: Store, id: string): Promise<void> => awayRecords(slots).delete(nameOf(id));

/** The times away that are not over at `now` (ms), with their notes. */
export async function listAway(slots: Store, { away, schedule }: StoredSchedule, now: number): Promise<Away[]> {
  const coming = away
    .filter((period) => awayEnd(schedule.timeZone, period) > now)
    .toSorted((one, other) => one.first.localeCompare(other.first));
  return await Promise.all(
    coming.map(async (period) => {
      const { value } = await awayRecords(slots).find(nameOf(period.id));
      return { ...period, note: value?.note ?? null };
    }),
  );
}

const KEPT_MS = 31 * DAY;

/** Offers visits on the holiday, or no longer. A repeat changes nothing. */
export async function workOn(slots: Store, date: string, isWorked: boolean): Promise<void> {
  if (isWorked) await slots.create(WORKED + date, {});
  else await slots.delete(WORKED + date);
}

/** Deletes old times away, those of people who are gone, and old holidays that were worked. `now` in ms. */
export async function sweepAway(slots: Store, rules: VisitRules, now: number): Promise<void> {
  const listed = await slots.list(SCHEDULE);
  const isGone = (person?: string) => person !== undefined && !listed.some(({ key }) => key === `${PEOPLE}${person}`);
  for (const { key } of listed) {
    const day = key.startsWith(WORKED) ? key.slice(WORKED.length) : null;
    const period: AwayPeriod | null = day ? { first: day, last: day } : periodOf(key);
    if (!period) continue;
    if (isGone(period.person) || awayEnd(rules.timeZone, period) < now - KEPT_MS) await slots.delete(key);
  }
}

/** Those of all people and of each one, by `nameOf`. */
const awayRecords = (slots: Store) => recordsOf(slots, { ...timesAway, place: SCHEDULE });

/** The name of a time away: `away/2026-12-20-2027-01-02`, `away-of/k3v9x2mf/2026-12-20-2027-01-02`. */
const nameOf = (id: string) => (id.startsWith('of-') ? `away-${id.replace('-', '/').replace('-', '/')}` : `away/${id}`);

/** The time away in a key, or `null`. */
function periodOf(key: string): (AwayPeriod & { readonly id: string }) | null {
  const id = key.startsWith(AWAY_OF) ? `of-${key.slice(AWAY_OF.length).replace('/', '-')}` : key.slice(AWAY.length);
  const period = key.startsWith(AWAY_OF) || key.startsWith(AWAY) ? awayOf(id) : null;
  return period && { ...period, id };
}
