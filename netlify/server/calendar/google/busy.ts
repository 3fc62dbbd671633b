import * as z from 'zod/mini';
import type { Span } from '#server/booking/slots';
import { Failure } from './attempts.ts';
import type { ApiCall } from './client.ts';
import { calendarUnknown } from './failures.ts';

const Calendar = z.object({
  busy: z.array(z.object({ start: z.iso.datetime({ offset: true }), end: z.iso.datetime({ offset: true }) })),
  errors: z.optional(z.array(z.object({ reason: z.optional(z.string()) }))),
});
const FreeBusy = z.object({ calendars: z.record(z.string(), Calendar) });

/**
 * The free/busy query. Google answers 200 also when it could not read the calendar, and says so beside an empty list:
 * whatever is not plainly the whole answer fails, so that no time is offered that may be taken.
 */
export function busyCall(calendarId: string, window: Span): ApiCall<Span[]> {
  const requestBody = {
    timeMin: new Date(window.start).toISOString(),
    timeMax: new Date(window.end).toISOString(),
    items: [{ id: calendarId }],
  };
  return {
    changes: false,
    send: (api, options) => api.freebusy.query({ requestBody }, options),
    read: ({ status, data }) => {
      if (status !== 200) return null;
      const calendar = calendarIn(data, calendarId);
      if (!calendar)
        throw new Failure('Google’s free/busy leaves the calendar out', { passes: true, mayBeDone: false });
      const [error] = calendar.errors ?? [];
      if (error) throw unreadable(error.reason ?? 'unknown');
      return { result: calendar.busy.map(({ start, end }) => ({ start: Date.parse(start), end: Date.parse(end) })) };
    },
  };
}

/** By the name that was asked for; an alias such as `primary` may come back as the one calendar under its own name. */
function calendarIn(data: unknown, calendarId: string): z.infer<typeof Calendar> | undefined {
  const calendars = FreeBusy.safeParse(data).data?.calendars ?? {};
  const [only, ...others] = Object.values(calendars);
  return calendars[calendarId] ?? (others.length === 0 ? only : undefined);
}

function unreadable(reason: string): Failure {
  const what = `Google’s free/busy cannot read the calendar (${reason})`;
  return reason === 'notFound' ? calendarUnknown(what) : new Failure(what, { passes: true, mayBeDone: false });
}
