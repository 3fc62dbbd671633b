import * as z from 'zod/mini';
import type { EventState, Visit } from '../port.ts';
import type { Span } from '#server/booking/slots';
import type { ApiCall, Caller } from './client.ts';
import { EventAnswer, eventOf, instantOf, stateOf } from './event.ts';
import { type Answer, reasonOf } from './failures.ts';

/** Whether Google mails the guests; it may turn out that it does not. */
export interface Guests {
  mayInvite: boolean;
}

const sendUpdates = ({ mayInvite }: Guests) => (mayInvite ? 'all' : 'none');

/** Refusals of the invitation, not of the event: the visit is kept without guests and we send the invitation. */
const aboutGuests = new Set(['forbiddenForServiceAccounts', 'quotaExceeded']);

/** Inserts the visit's event. With the id taken it is there already, whatever became of it. */
export function insertCall(
  calendarId: string,
  { visit, site, guests }: { visit: Visit; site: string; guests: Guests },
): ApiCall<'created' | 'exists'> {
  return {
    changes: true,
    send: (api, options) => {
      const requestBody = eventOf(visit, site, guests.mayInvite);
      return api.events.insert({ calendarId, sendUpdates: sendUpdates(guests), requestBody }, options);
    },
    read: (answer) => {
      if (answer.status === 409) return { result: 'exists' };
      if (guests.mayInvite && answer.status === 403 && aboutGuests.has(reasonOf(answer))) {
        guests.mayInvite = false;
        return 'again';
      }
      return readEvent(answer)?.id === visit.id ? { result: 'created' } : null;
    },
  };
}

export function stateCall(
  calendarId: string,
  { id, span, site }: { id: string; span: Span; site: string },
): ApiCall<EventState> {
  return {
    changes: false,
    send: (api, options) => api.events.get({ calendarId, eventId: id }, options),
    read: (answer) => {
      if (answer.status === 404) return { result: { state: 'absent' } };
      if (answer.status === 410) return { result: { state: 'dead' } };
      const event = readEvent(answer);
      return event && { result: stateOf(event, span, site) };
    },
  };
}

export function deleteCall(calendarId: string, id: string, guests: Guests): ApiCall<'deleted' | 'absent'> {
  return {
    changes: true,
    send: (api, options) => api.events.delete({ calendarId, eventId: id, sendUpdates: sendUpdates(guests) }, options),
    read: ({ status }) => {
      if (status === 204 || status === 410) return { result: 'deleted' };
      return status === 404 ? { result: 'absent' } : null;
    },
  };
}

/** Fails where the calendar is out of reach: 404 is Google's word for that as well as for an event it does not know. */
export function presenceCall(calendarId: string): ApiCall<true> {
  return {
    changes: false,
    send: (api, options) => api.events.list({ calendarId, maxResults: 1 }, options),
    read: ({ status }) => (status === 200 ? { result: true } : null),
  };
}

function readEvent({ status, data }: Answer): z.infer<typeof EventAnswer> | null {
  const event = EventAnswer.safeParse(data);
  return status === 200 && event.success ? event.data : null;
}

const Page = z.object({ items: z._default(z.array(EventAnswer), []), nextPageToken: z.optional(z.string()) });
const PAGE_MOST = 2500;

function listCall(
  calendarId: string,
  { site, window, pageToken }: { site: string; window: Span; pageToken: string | undefined },
): ApiCall<z.infer<typeof Page>> {
  const query = {
    calendarId,
    privateExtendedProperty: [`site=${site}`],
    singleEvents: true,
    showDeleted: false,
    timeMin: new Date(window.start).toISOString(),
    timeMax: new Date(window.end).toISOString(),
    maxResults: PAGE_MOST,
    ...(pageToken !== undefined && { pageToken }),
  };
  return {
    changes: false,
    send: (api, options) => api.events.list(query, options),
    read: ({ status, data }) => {
      const page = Page.safeParse(data);
      return status === 200 && page.success ? { result: page.data } : null;
    },
  };
}

/**
 * The events of this installation that begin in the window: Google's own window is about whatever overlaps it. An event
 * that the owner made a series of is the owner's, and is left out.
 */
export async function listOwn(
  call: Caller,
  { calendarId, site, window }: { calendarId: string; site: string; window: Span },
  giveUpAt: number,
): Promise<{ id: string; start: number }[]> {
  const found: { id: string; start: number }[] = [];
  let pageToken: string | undefined;
  do {
    const { items, nextPageToken } = await call(listCall(calendarId, { site, window, pageToken }), giveUpAt);
    const single = items.filter(({ recurringEventId }) => recurringEventId === undefined);
    found.push(...single.map(({ id, start }) => ({ id, start: instantOf(start) })));
    pageToken = nextPageToken;
  } while (pageToken);
  return found.filter(({ start }) => start >= window.start && start < window.end);
}
