import { business } from '#business';
import type { SetupEntry, Trial } from '#contracts/setup';
import type { Say } from '#i18n/admin-text';
import { HOUR, SECOND } from '#lib/time/units';
import { bringVisits, bringVisitsOf } from '#server/booking/bring';
import { CalendarError, unlessCalendarFails } from '#server/calendar/calendar';
import { type ApiCall, googleCaller } from '#server/calendar/google/client';
import { consentPage, exchange, newQuestion } from '#server/calendar/google/consent';
import { presenceCall } from '#server/calendar/google/events';
import { realEnvironment } from '#server/calendar/google/failures';
import { readGoogleSettings, TOKEN_URL } from '#server/calendar/google/settings';
import { keepVariables, keptVariables, QUESTION } from '#server/setup/kept-variables';
import type { Variables } from '#server/env';
import type { Services } from './services.ts';

/** A calendar of the site's own, and when the others are busy. */
const SCOPES = [
  'https://www.googleapis.com/auth/calendar.app.created',
  'https://www.googleapis.com/auth/calendar.freebusy',
];
/** The page that Google sends the owner back to. */
const BACK = '/admin/setup';
/** ms. */
const TIMEOUT = 15 * SECOND;

/**
 * Puts the visits to come into the calendars that were connected within the hour: another process may book without a new
 * calendar for a minute.
 */
export async function bringToNewCalendars(services: Services, now: number): Promise<void> {
  const isNew = ({ GOOGLE_CONNECTED_AT: at = '' }: Variables) => now - Date.parse(at) < HOUR;
  const isBusiness = isNew(services.env);
  const others = [...services.calendarsOfOthers.keys()].filter(
    (person) => isBusiness || isNew(services.entered.busyOf?.get(person) ?? {}),
  );
  await bringVisitsOf({ ...services, now }, others);
  if (isBusiness) await bringVisits({ ...services, now });
}

type Entry<Line extends SetupEntry['line']> = Extract<SetupEntry, { line: Line }>;

/** Keeps the question, and answers with Google's page for it. */
export async function askGoogle(entry: Entry<'calendar'>, { auth, env, site }: Services, say: Say): Promise<Trial> {
  const { clientId, clientSecret, busy } = entry;
  const { state, verifier } = newQuestion();
  await keepVariables(auth, { env, line: QUESTION, variables: { clientId, clientSecret, busy, state, verifier } });
  const address = consentPage({ clientId, redirectUri: site.origin + BACK, scopes: SCOPES, state, verifier });
  return { isDone: true, words: say('Please go on at Google.'), address };
}

/** Takes Google's answer: makes the site's calendar, puts the visits to come there, and keeps the access. */
export async function answerGoogle(
  { code, state: brought }: Entry<'google'>,
  services: Services,
  say: Say,
): Promise<Trial> {
  const { auth, env, site } = services;
  const kept = await keptVariables(auth, env, QUESTION);
  const { clientId = '', clientSecret = '', busy = '', state, verifier = '' } = kept ?? {};
  if (!state || state !== brought) return failed(say('This answer belongs to another question: please connect again.'));
  await keepVariables(auth, { env, line: QUESTION, variables: null });
  const asked = { clientId, redirectUri: site.origin + BACK, scopes: SCOPES, state, verifier };
  const tokenUrl = env['GOOGLE_TOKEN_URL'] || TOKEN_URL;
  const grant = await exchange(asked, { code, clientSecret, tokenUrl }, say);
  if ('fault' in grant) return failed(say('{fault}, and connect again.', grant));
  const access = {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_REFRESH_TOKEN: grant.refreshToken,
    GOOGLE_BUSY_CALENDARS: busy,
  };
  try {
    const title = say('{business}: visits', { business: business.name });
    const GOOGLE_CALENDAR_ID = await madeCalendar({ ...env, ...access }, title);
    const variables = { ...access, GOOGLE_CALENDAR_ID };
    const connected = services.under(variables);
    const now = services.now();
    // A calendar that is listed wrongly is named before anything is kept.
    await connected.calendar.busy({ start: now, end: now + TIMEOUT }, now + TIMEOUT);
    const count = await bringVisits({ ...connected, now });
    await bringVisitsOf({ ...connected, now }, connected.calendarsOfOthers.keys());
    const after = (seconds: number) => new Date(now + seconds * SECOND).toISOString();
    const more = {
      GOOGLE_CONNECTED_AT: after(0),
      ...(grant.endsIn !== undefined && { GOOGLE_ENDS_AT: after(grant.endsIn) }),
    };
    await keepVariables(auth, { env, line: 'calendar', variables: { ...variables, ...more } });
    const words =
      count === 1
        ? say('Google Calendar is connected, with {count} visit to come.', { count })
        : say('Google Calendar is connected, with {count} visits to come.', { count });
    return { isDone: true, words };
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    return failed(say('Google did not make the calendar: {why}', { why: error.message }));
  }
}

const failed = (words: string): Trial => ({ isDone: false, words });

/**
 * The ID of the calendar that the site has made at Google before, if it may still use it; else of a new one with this
 * title. Throws `CalendarError`.
 */
export async function madeCalendar(env: Variables, title: string): Promise<string> {
  const known = env['GOOGLE_CALENDAR_ID'];
  const settings = readGoogleSettings({ ...env, GOOGLE_CALENDAR_ID: known || 'new' });
  if (!settings) throw new CalendarError('The settings are not complete', 'refused');
  const call = googleCaller(settings, realEnvironment);
  const deadline = Date.now() + TIMEOUT;
  const found = known && (await unlessCalendarFails(call(presenceCall(known), deadline), () => false));
  return found ? known : await call(newCalendar(title), deadline);
}

const newCalendar = (summary: string): ApiCall<string> => ({
  mayChange: true,
  send: (api, options) => api.calendars.insert({ requestBody: { summary, timeZone: business.timeZone } }, options),
  read: ({ status, data }) => {
    const id = (data as { id?: unknown } | null)?.id;
    return status === 200 && typeof id === 'string' ? { result: id } : null;
  },
});
