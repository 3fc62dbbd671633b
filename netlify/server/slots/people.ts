import type * as z from 'zod/mini';
import type { AwayPeriod } from '#contracts/hours';
import { keptObject } from '#contracts/kept-object';
import { FIRST_PERSON } from '#contracts/people';
import { personFields } from '#contracts/people-calls';
import { type TimesAway, timesAwayOf } from './away.ts';
import type { Listed, Report, Store } from '#server/storage/port';
import { readListed, unlessUnreadable } from '#server/storage/port';

/* Who visits stands beside the hours, since one listing of `schedule/` then says at each booking whether there is more
   than one person. */
export const PEOPLE = 'schedule/people/';
/** Times away, in a folder for each person. */
export const AWAY_OF = 'schedule/away-of/';

/** Somebody of the business. */
export const PersonRecord = keptObject(personFields);
export type PersonRecord = z.infer<typeof PersonRecord>;
export const people = { place: PEOPLE, schema: PersonRecord } as const;

/** Somebody of the business, with own times away beside those of the business. */
export interface Person extends PersonRecord, Partial<TimesAway> {
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
    return [{ ...found.value, id, ...timesAwayOf(timeZone, own) }];
  };
  const found = (await Promise.all(records.map(read))).flat();
  return found.toSorted(firstPersonFirst);
}

/** Who can be chosen on the owner's pages; `undefined` for `undefined`. */
export const namedPeople = (people: readonly Person[] | undefined) => people?.map(({ id, name }) => ({ id, name }));

type ById = Pick<Person, 'id'>;
export const firstPersonFirst = (one: ById, other: ById): number =>
  Number(other.id === FIRST_PERSON) - Number(one.id === FIRST_PERSON);
