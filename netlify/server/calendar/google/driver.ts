import type { Interval } from '#lib/time/interval';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { englishWords, type OwnerWords } from '#i18n/owner-words';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { CalendarError, type VisitCalendar } from '../calendar.ts';
import { type ApiCall, googleCaller } from './client.ts';
import { deleteCall, type Guests, insertCall, listOwn, presenceCall, stateCall, updateCall } from './events.ts';
import { calendarUnknown, type Environment, Failure, realEnvironment } from './failures.ts';
import type { GoogleSettings } from './settings.ts';

export interface CalendarOptions {
  readonly origin: string;
  /** The owner's, for new events; absent: English. */
  readonly words?: (() => Promise<OwnerWords>) | undefined;
  readonly environment?: Environment;
}

/**
 * The business's calendar at Google; `origin` is the site's. The event's id is ours: after a lost answer, a repeated
 * insert gets 409 instead of making a second event.
 */
export function googleCalendar(
  settings: GoogleSettings,
  slots: Store,
  { origin, words = async () => englishWords, environment = realEnvironment }: CalendarOptions,
): VisitCalendar {
  const { calendarId, busyCalendars, access } = settings;
  const call = googleCaller(settings, environment);
  // Read each time: a restore gives an emptied site its former name back while its functions run.
  const site = () =>
    installationId(slots).catch((cause: unknown) => {
      throw new CalendarError('The name of this installation cannot be read', 'unavailable', cause);
    });
  const guests: Guests = { mayInvite: access.kind === 'account' || access.subject !== undefined };

  return {
    name: calendarId,
    isOutside: true,
    // Each calendar in a query of its own: an alias such as `primary` comes back under another name.
    busy: async (window, deadline) => {
      const ids = new Set([calendarId, ...busyCalendars]);
      return (await Promise.all([...ids].map((id) => call(busyCall(id, window), deadline)))).flat();
    },
    createEvent: async (visit, deadline) => {
      const maker = { site: await site(), origin, words: await words() };
      return await call(insertCall(calendarId, { visit, maker, guests: visit.isQuiet ? nobody() : guests }), deadline);
    },
    updateEvent: async (visit, former, deadline) =>
      await call(updateCall(calendarId, { visit, former, origin }), deadline),
    readEvent: async ({ id, interval }, deadline) => {
      const found = await call(stateCall(calendarId, { id, interval, site: await site() }), deadline);
      if (found.state === 'absent') await call(presenceCall(calendarId), deadline);
      return found;
    },
    deleteEvent: async (id, deadline, how) => {
      const outcome = await call(deleteCall(calendarId, id, how?.isQuiet ? nobody() : guests), deadline);
      if (outcome === 'absent') await call(presenceCall(calendarId), deadline);
      return outcome;
    },
    ownEvents: async (window, deadline) => await listOwn(call, { calendarId, site: await site(), window }, deadline),
    invites: ({ request }) => guests.mayInvite && request.email !== undefined,
  };
}

const nobody = (): Guests => ({ mayInvite: false });

const Installation = z.object({ id: z.string() });
export const installations = { place: 'installation', schema: Installation } as const;

/**
 * The name of this installation, stored with its bookings. Events carry it, so that the live site and a developer's
 * machine can share a calendar. Throws `UnreadableRecord`.
 */
export async function installationId(slots: Store): Promise<string> {
  const installation = recordsOf(slots, installations);
  return (await installation.change('', (known) => known ?? { id: randomUUID() })).after.id;
}

const Calendar = z.object({
  busy: z.array(z.object({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })),
  errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
});
const FreeBusy = z.object({ calendars: z.record(z.string(), Calendar) });

/**
 * The free/busy query. If Google cannot read the calendar, it answers 200 with an empty list and an error. So only a
 * complete answer counts.
 */
export function busyCall(calendarId: string, window: Interval): ApiCall<Interval[]> {
  const requestBody = {
    timeMin: new Date(window.start).toISOString(),
    timeMax: new Date(window.end).toISOString(),
    items: [{ id: calendarId }],
  };
  return {
    mayChange: false,
    send: (api, options) => api.freebusy.query({ requestBody }, options),
    read: ({ status, data }) => {
      if (status !== 200) return null;
      const calendar = calendarIn(data, calendarId);
      if (!calendar) throw new Failure('Google’s free/busy leaves the calendar out', { isTransient: true });
      const [error] = calendar.errors ?? [];
      if (error) throw unreadable(error.reason ?? 'unknown');
      return { result: calendar.busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })) };
    },
  };
}

/** Finds the calendar by name. An alias such as `primary` may come back as the only calendar, under its real name. */
function calendarIn(data: unknown, calendarId: string): z.infer<typeof Calendar> | undefined {
  const calendars = FreeBusy.safeParse(data).data?.calendars ?? {};
  const [only, ...others] = Object.values(calendars);
  return calendars[calendarId] ?? (others.length === 0 ? only : undefined);
}

function unreadable(reason: string): Failure {
  const what = `Google’s free/busy cannot read the calendar (${reason})`;
  return reason === 'notFound' ? calendarUnknown(what) : new Failure(what, { isTransient: true });
}
