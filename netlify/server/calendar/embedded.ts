import { readSlot } from '#server/slots/records';
import type { Store } from '#server/storage/port';
import { eventId, type VisitCalendar } from './port.ts';

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
