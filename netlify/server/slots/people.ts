import * as z from 'zod/mini';
import { type AwayPeriod, KeptWeek } from '#contracts/hours';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { awayInterval, type TimesAway } from './away.ts';
import type { Listed, Report, Store } from '#server/storage/port';
import { readListed, unlessUnreadable } from '#server/storage/port';

/* Who visits stands beside the hours, since one listing of `schedule/` then says at each booking whether there is more
   than one person. */
export const PEOPLE = 'schedule/people/';
/** Times away, in a folder for each person. */
export const AWAY_OF = 'schedule/away-of/';

/** Somebody of the business. `kinds`: of the visits that they make. `weekly`: own hours in place of the business's. */
export const PersonRecord = keptObject({
  name: z.string(),
  /** A `Role`. */
  role: z.string(),
  kinds: z.array(z.string()),
  phone: z.optional(z.string()),
  email: z.optional(z.string()),
  language: z.optional(z.string()),
  weekly: z.optional(KeptWeek),
});
export type PersonRecord = z.infer<typeof PersonRecord>;
export const people = { place: PEOPLE, schema: PersonRecord } as const;

/** Somebody of the business, with own times away beside those of the business. */
export interface Person extends PersonRecord, Omit<TimesAway, 'timeZone'> {
  /** `FIRST_PERSON`, or eight letters and digits. */
  readonly id: string;
}

/**
 * The people of a listing of `schedule/`, the first one first; `undefined` where there is nobody beside them. Leaves out who
 * cannot be read: nobody can book their times until the record is restored.
 */
export async function readPeople(
  slots: Store,
  listed: readonly Listed[],
  { timeZone, report, away }: { timeZone: string; report: Report; away: readonly AwayPeriod[] },
): Promise<readonly Person[] | undefined> {
  const records = listed.filter(({ key }) => key.startsWith(PEOPLE));
  if (records.every(({ key }) => key === PEOPLE + FIRST_PERSON)) return undefined;
  const read = async (record: Listed): Promise<Person[]> => {
    const id = record.key.slice(PEOPLE.length);
    const found = await unlessUnreadable(readListed(slots, PersonRecord, record), (error) =>
      report(`Reading the person ${id}, whose times are not offered,`, error),
    );
    if (!found) return [];
    const own = away.filter(({ person }) => person === id);
    return [
      {
        ...found.value,
        id,
        away: own.filter(({ repeat }) => !repeat).map((period) => awayInterval(timeZone, period)),
        repeated: own.filter(({ repeat }) => repeat),
      },
    ];
  };
  const found = (await Promise.all(records.map(read))).flat();
  return found.toSorted((a, b) => Number(b.id === FIRST_PERSON) - Number(a.id === FIRST_PERSON));
}
