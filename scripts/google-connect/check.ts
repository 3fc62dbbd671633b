import { googleCaller } from '#server/calendar/google/client';
import { busyCall } from '#server/calendar/google/driver';
import { realEnvironment } from '#server/calendar/google/failures';
import { readGoogleSettings } from '#server/calendar/google/settings';
import { CalendarError } from '#server/calendar/port';
import { EnvError } from '#server/env';
import { ConnectError } from './consent.ts';

const DAY_MS = 86_400_000;
const PATIENCE_MS = 15_000;

/** Reads the calendar that the variables name, as the site will. Throws `ConnectError` where that fails. */
export async function checkCalendar(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const now = Date.now();
  try {
    const settings = readGoogleSettings(env);
    if (!settings) throw new ConnectError('The calendar’s variables are not complete.');
    const window = { start: now, end: now + DAY_MS };
    await googleCaller(settings, realEnvironment)(busyCall(settings.calendarId, window), now + PATIENCE_MS);
  } catch (error) {
    if (error instanceof CalendarError) throw new ConnectError(`The calendar cannot be read: ${error.message}`);
    if (error instanceof EnvError) throw new ConnectError(error.message);
    throw error;
  }
}
