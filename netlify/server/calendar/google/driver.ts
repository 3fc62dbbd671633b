import * as z from 'zod/mini';
import type { Store } from '#server/storage/port';
import { installationId } from '../installation.ts';
import { CalendarError, type EventState, type VisitCalendar } from '../port.ts';
import type { Span } from '../slots.ts';
import { realSurroundings, type Surroundings } from './attempts.ts';
import { busyCall } from './busy.ts';
import { type ApiCall, type Caller, googleCaller } from './client.ts';
import { EventAnswer, eventOf, instantOf, stateOf } from './event.ts';
import { type Answer, reasonOf } from './failures.ts';
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
  let mayInvite = access.kind === 'account' || access.subject !== undefined;
  const sendUpdates = () => (mayInvite ? 'all' : 'none');

  return {
    name: calendarId,
    isOutside: true,
    busy: (window, giveUpAt) => call(busyCall(calendarId, window), giveUpAt),
    createEvent: async (visit, giveUpAt) => {
      const maker = await site();
      const insert: ApiCall<'created' | 'exists'> = {
        changes: true,
        send: (api, options) => {
          const requestBody = eventOf(visit, maker, mayInvite);
          return api.events.insert({ calendarId, sendUpdates: sendUpdates(), requestBody }, options);
        },
        read: (answer) => {
          if (answer.status === 409) return { result: 'exists' };
          if (mayInvite && isAboutGuests(answer)) {
            mayInvite = false;
            return 'again';
          }
          return readEvent(answer)?.id === visit.id ? { result: 'created' } : null;
        },
      };
      return await call(insert, giveUpAt);
    },
    eventState: async ({ id, span }, giveUpAt) => {
      const maker = await site();
      const get: ApiCall<EventState> = {
        changes: false,
        send: (api, options) => api.events.get({ calendarId, eventId: id }, options),
        read: (answer) => {
          if (answer.status === 404) return { result: { state: 'absent' } };
          if (answer.status === 410) return { result: { state: 'dead' } };
          const event = readEvent(answer);
          return event && { result: stateOf(event, span, maker) };
        },
      };
      return await call(get, giveUpAt);
    },
    deleteEvent: (id, giveUpAt) => {
      const remove: ApiCall<'deleted' | 'absent'> = {
        changes: true,
        send: (api, options) => api.events.delete({ calendarId, eventId: id, sendUpdates: sendUpdates() }, options),
        read: ({ status }) => {
          if (status === 204 || status === 410) return { result: 'deleted' };
          return status === 404 ? { result: 'absent' } : null;
        },
      };
      return call(remove, giveUpAt);
    },
    ownEvents: async (window, giveUpAt) => await ownEvents(call, { calendarId, site: await site(), window }, giveUpAt),
    invites: ({ request }) => mayInvite && request.email !== undefined,
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

/** Refusals of the invitation, not of the event: the visit is kept without guests and we send the invitation. */
const aboutGuests = new Set(['forbiddenForServiceAccounts', 'quotaExceeded']);

function isAboutGuests(answer: Answer): boolean {
  return answer.status === 403 && aboutGuests.has(reasonOf(answer));
}

function readEvent({ status, data }: Answer): z.infer<typeof EventAnswer> | null {
  const event = EventAnswer.safeParse(data);
  return status === 200 && event.success ? event.data : null;
}

const Page = z.object({ items: z._default(z.array(EventAnswer), []), nextPageToken: z.optional(z.string()) });
const PAGE_MOST = 2500;

/**
 * Google's window is about whatever overlaps it; only what begins inside is answered. An event that the owner made a
 * series of is the owner's: it is left out.
 */
async function ownEvents(
  call: Caller,
  { calendarId, site, window }: { calendarId: string; site: string; window: Span },
  giveUpAt: number,
): Promise<{ id: string; start: number }[]> {
  const query = {
    calendarId,
    privateExtendedProperty: [`site=${site}`],
    singleEvents: true,
    showDeleted: false,
    timeMin: new Date(window.start).toISOString(),
    timeMax: new Date(window.end).toISOString(),
    maxResults: PAGE_MOST,
  };
  const found: { id: string; start: number }[] = [];
  let pageToken: string | undefined;
  do {
    const asked = pageToken === undefined ? query : { ...query, pageToken };
    const list: ApiCall<z.infer<typeof Page>> = {
      changes: false,
      send: (api, options) => api.events.list(asked, options),
      read: ({ status, data }) => {
        const page = Page.safeParse(data);
        return status === 200 && page.success ? { result: page.data } : null;
      },
    };
    const { items, nextPageToken } = await call(list, giveUpAt);
    const single = items.filter(({ recurringEventId }) => recurringEventId === undefined);
    found.push(...single.map(({ id, start }) => ({ id, start: instantOf(start) })));
    pageToken = nextPageToken;
  } while (pageToken);
  return found.filter(({ start }) => start >= window.start && start < window.end);
}
