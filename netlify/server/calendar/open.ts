import { EnvError } from '#server/env';
import { readSlot } from '#server/slots/records';
import type { Store } from '#server/storage/port';
import { googleCalendar } from './google/driver.ts';
import { readGoogleSettings } from './google/settings.ts';
import { CalendarError, eventId, type VisitCalendar } from './port.ts';

const opened = new WeakMap<Store, Map<string, VisitCalendar>>();

/**
 * The calendar of a deploy: Google's where its variables are set, else the bookings in `calendar` themselves. Variables
 * reach previews too, and nothing that is tried there may enter the business's calendar: only `production` and the local
 * host (`dev`) are connected. A store has one driver for the same settings, which keeps its access token.
 */
export function openCalendar(
  env: Readonly<Record<string, string | undefined>>,
  { context, calendar, origin }: { readonly context: string; readonly calendar: Store; readonly origin: string },
): VisitCalendar {
  const mayConnect = context === 'production' || context === 'dev';
  if (!mayConnect || !namesGoogle(env)) return embeddedCalendar(calendar);
  try {
    const settings = readGoogleSettings(env);
    if (!settings) return embeddedCalendar(calendar);
    const drivers = opened.get(calendar) ?? new Map<string, VisitCalendar>();
    opened.set(calendar, drivers);
    const key = JSON.stringify([settings, origin]);
    const driver = drivers.get(key) ?? googleCalendar(settings, calendar, { origin });
    drivers.set(key, driver);
    return driver;
  } catch (error) {
    if (error instanceof EnvError) return misconfigured(error);
    throw error;
  }
}

/** Whether any of Google's variables is set. Where none is, there is nothing to check at each call. */
function namesGoogle(env: Readonly<Record<string, string | undefined>>): boolean {
  return Object.keys(env).some((name) => name.startsWith('GOOGLE_') && env[name]);
}

/** A calendar that is meant to be Google's, but for a mistake in its variables: it refuses everything, and says why. */
function misconfigured({ message }: EnvError): VisitCalendar {
  const refuse = async () => {
    const sentences = message.replaceAll('\n', ' ');
    throw new CalendarError(`Google Calendar is not set up: ${sentences}`, 'refused');
  };
  return {
    name: 'misconfigured',
    isOutside: true,
    busy: refuse,
    createEvent: refuse,
    readEvent: refuse,
    deleteEvent: refuse,
    ownEvents: refuse,
    invites: () => false,
  };
}

/** Its event ids begin with this; no calendar of Google's has such a name. */
const NAME = 'embedded';

/**
 * The calendar of a site that is connected to none: the bookings in storage are its events, so a slot's record and its
 * event cannot differ, and what the records say is busy need not be said twice.
 */
export function embeddedCalendar(slots: Store): VisitCalendar {
  return {
    name: NAME,
    isOutside: false,
    busy: async () => [],
    createEvent: async () => 'created',
    readEvent: async ({ id, interval }) => {
      const { record } = await readSlot(slots, interval.start);
      if (record?.state !== 'booked') return { state: 'absent' };
      if (eventId(NAME, interval, record.gen) !== id) return { state: 'dead' };
      return { state: 'alive', lead: record.lead };
    },
    deleteEvent: async () => 'deleted',
    ownEvents: async () => [],
    invites: () => false,
  };
}
