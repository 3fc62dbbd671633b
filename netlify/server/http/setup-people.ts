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
import { namedPeople, type Person, people } from '#server/slots/people';
import { recordsOf } from '#server/storage/typed-records';
import type { Asked } from './health.ts';
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
export async function calendarsOfPeople(
  services: Services,
  say: Say,
  asked: Asked,
): Promise<Pick<Line, 'people' | 'ofPeople'>> {
  const { feedsOfOthers } = services;
  const all = namedPeople((await services.schedule()).people);
  const ofPeople = [...feedsOfOthers].map(async ([person, feeds]) => {
    const words = [...(await wordsOfGoogle(person, services, { say, asked })), await wordsOf(feeds, asked)];
    return { person, shown: words.filter(Boolean).join('. ') };
  });
  return {
    ...(all && { people: all }),
    ...(feedsOfOthers.size > 0 && { ofPeople: await Promise.all(ofPeople) }),
  };
}

/** The words of the other calendars that the page may show. */
export const wordsOf = async (feeds: BusyFeeds, { failuresOf }: Asked): Promise<string> =>
  [...feeds.hosts, ...(await failuresOf(feeds))].join('. ');

async function wordsOfGoogle(
  person: string,
  services: Services,
  { say, asked }: { readonly say: Say; readonly asked: Asked },
): Promise<string[]> {
  const { GOOGLE_CALENDAR_ID: id } = services.entered.busyOf?.get(person) ?? {};
  if (!id) return [];
  const calendar = services.calendarsOfOthers.get(person);
  const asking = calendar ? asked.lookAt(calendar).then(() => []) : [say('Please connect Google Calendar first.')];
  const why = await unlessCalendarFails(Promise.resolve(asking), ({ message }) => [message]);
  return [say('Google Calendar {calendar}', { calendar: id }), ...why];
}

/**
 * Tries what is entered for another person, and keeps what works. What is left empty stays as it was. `null` for an entry of
 * the first person; refuses with 404 for nobody's.
 */
export async function enterForPerson(entry: Entry, services: Services, say: Say): Promise<Trial | null> {
  const { addresses, calendar = '', person: id = FIRST_PERSON } = entry;
  if (id === FIRST_PERSON) return null;
  const { auth, env, now, slots } = services;
  const found = await recordsOf(slots, people).read(id);
  if (!found) throw new Refusal(404, 'nothing');
  const person = { ...found, id };
  const line = busyLineOf(id);
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

/**
 * Tries the person's calendar as the business's is tried, and puts their visits to come there. `calendar`: its ID at Google,
 * or `SITE_MAKES`.
 */
async function tryCalendar(
  { calendar, former, person }: { calendar: string; former: Variables; person: Person },
  services: Services,
  say: Say,
) {
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
    await own.calendar.busy({ start: now, end: now + HOUR }, now + TIMEOUT);
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
