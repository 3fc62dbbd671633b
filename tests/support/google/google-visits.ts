import type { Slot } from '#contracts/calendar';
import type { GoogleEvent } from './google-events.ts';
import type { GoogleSite } from './google-site.ts';
import { origin } from '../api.ts';

/** A visitor's visit, its event, and another free slot. */
export interface BookedVisit {
  readonly id: string;
  readonly slot: Slot;
  readonly event: GoogleEvent;
  readonly other: Slot;
}

/** Visitors' actions; each answers the status. */
export interface Visits {
  booked(): Promise<BookedVisit>;
  move(id: string, slot: Slot): Promise<number>;
  cancel(id: string): Promise<number>;
  /** The lead's only standing event. */
  eventOf(id: string): GoogleEvent;
  /** Google is unreachable until `answerAgain`. */
  becomeUnavailable(): void;
  answerAgain(): void;
}

/** The visitors' actions by their visits' pages. */
export function visitsAt(site: GoogleSite): Visits {
  const change = (id: string, fields: Record<string, string>) => site.change(origin, id, fields);

  function eventOf(id: string): GoogleEvent {
    const [event, ...more] = site.eventsOf(id);
    if (!event || more.length > 0) throw new Error(`${event ? more.length + 1 : 0} events stand for ${id}`);
    return event;
  }

  return {
    eventOf,
    move: (id, { start }) => change(id, { action: 'move', slot: start }),
    cancel: (id) => change(id, { action: 'cancel' }),
    booked: async () => {
      const [, , slot, other] = await site.openSlots();
      if (!slot || !other) throw new Error('No slots');
      const id = await site.request();
      const { status } = await site.book(id, slot);
      if (status !== 201) throw new Error(`The booking was answered ${status}`);
      return { id, slot, other, event: eventOf(id) };
    },
    becomeUnavailable: () => {
      site.setPauses({ pauseWeight: 1000 });
      site.google.faults.decide = () => 'cut';
    },
    answerAgain: () => {
      site.setPauses({});
      site.google.faults.clear();
    },
  };
}
