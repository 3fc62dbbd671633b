import { business } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import { type Setup, type SetupEntry, SITE_MAKES, type Trial } from '#contracts/setup';
import type { Say } from '#i18n/admin-text';
import { HOUR, SECOND } from '#lib/time/units';
import { bringVisits } from '#server/booking/bring';
import { type BusyFeeds, busyTimesOfOthers } from '#server/calendar/busy-feeds';
import { CalendarError, unlessCalendarFails, type VisitCalendar } from '#server/calendar/calendar';
import type { Variables } from '#server/env';
import { busyLineOf, keepVariables, keptVariables } from '#server/setup/kept-variables';
import { type Person, people } from '#server/slots/people';
import { recordsOf } from '#server/storage/typed-records';
import { Refusal } from './refusal.ts';
import { ownCalendar, type Services } from './services.ts';
import { madeCalendar } from './setup-google.ts';
import { trials } from './setup-trials.ts';

/* The calendars of others than the first person, which stand in the line `busy` of /admin/setup. */

type Entry = Extract<SetupEntry, { line: 'busy' }>;
type Line = Setup['lines'][number];

/** ms. */
const TIMEOUT = 8 * SECOND;

/** Whose calendars may be set up, where there are several people, and what is set up of others than the first one. */
export async function calendarsOfPeople(services: Services, say: Say): Promise<Pick<Line, 'people' | 'ofPeople'>> {
  const { feedsOfOthers, slots } = services;
  const { records } = await recordsOf(slots, people).list();
  const all = records.map(({ name: id, value: { name } }) => ({ id, name }));
  const ofPeople = [...feedsOfOthers].map(async ([person, feeds]) => {
    const words = [...(await wordsOfGoogle(person, services, say)), await wordsOf(feeds, say)];
    return { person, shown: words.filter(Boolean).join('. ') };
  });
  return {
    ...(all.some(({ id }) => id !== FIRST_PERSON) && { people: all }),
    ...(feedsOfOthers.size > 0 && { ofPeople: await Promise.all(ofPeople) }),
  };
}

/** The words of the other calendars that the page may show. */
export const wordsOf = async (feeds: BusyFeeds, say: Say): Promise<string> =>
  [...feeds.hosts, ...(await feeds.failures(say))].join('. ');

async function wordsOfGoogle(person: string, services: Services, say: Say): Promise<string[]> {
  const { GOOGLE_CALENDAR_ID: id } = services.entered.busyOf?.get(person) ?? {};
  if (!id) return [];
  const calendar = services.calendarsOfOthers.get(person);
  const asking = calendar
    ? askBusy(calendar, services.now()).then(() => [])
    : [say('Please connect Google Calendar first.')];
  const why = await unlessCalendarFails(Promise.resolve(asking), ({ message }) => [message]);
  return [say('Google Calendar {calendar}', { calendar: id }), ...why];
}

const askBusy = (calendar: VisitCalendar, now: number) => calendar.busy({ start: now, end: now + HOUR }, now + TIMEOUT);

/** Whether the entry is of somebody else than the first person. Refuses with 404 for nobody's. */
export async function othersOf({ person }: Entry, { slots }: Services): Promise<Pick<Person, 'id' | 'name'> | null> {
  if (person === undefined || person === FIRST_PERSON) return null;
  const found = await recordsOf(slots, people).read(person);
  if (!found) throw new Refusal(404, 'nothing');
  return { id: person, name: found.name };
}

/** Tries what is entered for the person, and keeps what works. What is left empty stays as it was. */
export async function enterForPerson(
  { addresses, calendar = '' }: Entry,
  person: Pick<Person, 'id' | 'name'>,
  services: Services,
  say: Say,
): Promise<Trial> {
  const { auth, env, now } = services;
  const line = busyLineOf(person.id);
  const former = (await keptVariables(auth, env, line)) ?? {};
  const ofGoogle = calendar ? await tryCalendar({ calendar, former, person }, services, say) : null;
  const ofFeeds = addresses ? await trials.busy?.(services.under({ BUSY_ADDRESSES: addresses }), say, {}) : null;
  const tried = [ofGoogle?.trial, ofFeeds].flatMap((trial) => trial ?? []);
  const trial = { isDone: tried.every(({ isDone }) => isDone), words: tried.map(({ words }) => words).join(' ') };
  if (!trial.isDone) return trial;
  const at = new Date(now()).toISOString();
  const variables = {
    ...former,
    ...(addresses && { BUSY_ADDRESSES: addresses }),
    ...(ofGoogle && { GOOGLE_CALENDAR_ID: ofGoogle.id, GOOGLE_CONNECTED_AT: at }),
  };
  await keepVariables(auth, { env, line, variables });
  return trial;
}

interface Asked {
  /** Its ID at Google, or `SITE_MAKES`. */
  readonly calendar: string;
  readonly former: Variables;
  readonly person: Pick<Person, 'id' | 'name'>;
}

/** Tries the person's calendar as the business's is tried, and puts their visits to come there. */
async function tryCalendar({ calendar, former, person }: Asked, services: Services, say: Say) {
  const { env, entered } = services;
  const failed = (words: string) => ({ id: '', trial: { isDone: false, words } });
  if (!services.calendar.isOutside || entered.unreadable.includes('calendar'))
    return failed(say('Please connect Google Calendar first.'));
  const isOthers = ([id, { name }]: [string, VisitCalendar]) => id !== person.id && name === calendar;
  const isTaken = [services.calendar.name, 'primary'].includes(calendar);
  if (isTaken || [...services.calendarsOfOthers].some(isOthers))
    return failed(say('These visits need a calendar of their own: this one is in use already.'));
  const title = say('{business}: visits of {person}', { business: business.name, person: person.name });
  try {
    const isMade = calendar === SITE_MAKES && entered.lines.includes('calendar');
    const id = isMade ? await madeCalendar({ ...env, ...ownCalendar(former) }, title) : calendar;
    const own = services.under(ownCalendar({ GOOGLE_CALENDAR_ID: id }));
    const trial = await trials.calendar?.(own, say, {});
    if (!trial?.isDone) return { id, trial };
    const now = services.now();
    await askBusy(own.calendar, now);
    await bringVisits({ ...services, calendarOf: () => own.calendar, now }, person.id);
    return { id, trial };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return failed(say('Google Calendar did not take an event: {why}', { why: error.message }));
  }
}

/** Forgets the calendars of the person, who may be gone. */
export async function forgetCalendars({ auth, env, slots }: Services, person: string): Promise<void> {
  await keepVariables(auth, { env, line: busyLineOf(person), variables: null });
  await slots.delete(busyTimesOfOthers.place + person);
}
