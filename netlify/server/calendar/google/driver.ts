import type { Store } from '#server/storage/port';
import { installationId } from '../installation.ts';
import { CalendarError, type VisitCalendar } from '../port.ts';
import { realSurroundings, type Surroundings } from './attempts.ts';
import { busyCall } from './busy.ts';
import { googleCaller } from './client.ts';
import { deleteCall, type Guests, insertCall, listOwn, presenceCall, stateCall } from './event-calls.ts';
import type { GoogleSettings } from './settings.ts';

/**
 * The business's calendar at Google. `calendar` is the store in which this installation's own name is kept.
 *
 * An event is inserted with an id of ours, so that a call that is made again for want of an answer finds the first one
 * (409) instead of making a second event.
 */
export function googleCalendar(
  settings: GoogleSettings,
  calendar: Store,
  surroundings: Surroundings = realSurroundings,
): VisitCalendar {
  const { calendarId, access } = settings;
  const call = googleCaller(settings, surroundings);
  const site = siteName(calendar);
  const guests: Guests = { mayInvite: access.kind === 'account' || access.subject !== undefined };

  return {
    name: calendarId,
    isOutside: true,
    busy: (window, giveUpAt) => call(busyCall(calendarId, window), giveUpAt),
    createEvent: async (visit, giveUpAt) =>
      await call(insertCall(calendarId, { visit, site: await site(), guests }), giveUpAt),
    eventState: async ({ id, span }, giveUpAt) => {
      const found = await call(stateCall(calendarId, { id, span, site: await site() }), giveUpAt);
      if (found.state === 'absent') await call(presenceCall(calendarId), giveUpAt);
      return found;
    },
    deleteEvent: async (id, giveUpAt) => {
      const outcome = await call(deleteCall(calendarId, id, guests), giveUpAt);
      if (outcome === 'absent') await call(presenceCall(calendarId), giveUpAt);
      return outcome;
    },
    ownEvents: async (window, giveUpAt) => await listOwn(call, { calendarId, site: await site(), window }, giveUpAt),
    invites: ({ request }) => guests.mayInvite && request.email !== undefined,
  };
}

/** The installation's name, read once; a store that fails is a calendar that is silent, and is asked again next time. */
function siteName(calendar: Store): () => Promise<string> {
  let name: string | undefined;
  return async () => {
    name ??= await installationId(calendar).catch((cause: unknown) => {
      throw new CalendarError('The name of this installation cannot be read', { kind: 'silent', sent: false, cause });
    });
    return name;
  };
}
