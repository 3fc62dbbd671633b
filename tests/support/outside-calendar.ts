import { CalendarError, type VisitCalendar } from '#server/calendar/calendar';
import type { Store } from '#server/storage/port';
import type { Step } from './stores/interleave.ts';

/** A stored event; a deleted one keeps its id. */
interface Event {
  readonly visit: string;
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly isDeleted: boolean;
}

/** An insert's fate: `done`, `unheard` (done, the answer lost), or `late` (cut off, and done by `land`). */
export type Fate = 'done' | 'unheard' | 'late';

const EVENTS = 'events';
const unheard = () => new CalendarError('The connection was cut', 'outcomeUnknown');

/** An outside calendar whose every call is one step. `fates` in order. */
export function outsideCalendar(step: Step, fates: Fate[] = [], name = 'outside'): VisitCalendar {
  return {
    name,
    isOutside: true,
    busy: (window) =>
      step('busy', async (open) => {
        const alive = (await eventsIn(open(name))).filter(({ event }) => !event.isDeleted);
        return alive
          .map(({ event: { start, end } }) => ({ start, end }))
          .filter((interval) => touches(interval, window));
      }),
    createEvent: async ({ id, interval, kind = 'consultation', visit }) => {
      const fate = fates.shift() ?? 'done';
      const event: Event = { visit, ...interval, kind, isDeleted: false };
      const place = fate === 'late' ? `wire/${id}` : `${EVENTS}/${id}`;
      const created = await step(`create ${fate}`, (open) => open(name).create(place, event));
      if (fate !== 'done') throw unheard();
      return created ? 'created' : 'exists';
    },
    updateEvent: async () => undefined,
    readEvent: ({ id, interval }) =>
      step('state', async (open) => {
        const event = await read(open(name), id);
        if (!event) return { state: 'absent' };
        return event.isDeleted || event.start !== interval.start
          ? { state: 'dead' }
          : { state: 'alive', visit: event.visit, facts: { end: event.end, kind: event.kind } };
      }),
    deleteEvent: (id) =>
      step('delete', async (open) => {
        const event = await read(open(name), id);
        if (event) await open(name).put(`${EVENTS}/${id}`, { ...event, isDeleted: true });
        return event ? 'deleted' : 'absent';
      }),
    ownEvents: (window) =>
      step('own', async (open) => {
        const alive = (await eventsIn(open(name))).filter(({ event }) => !event.isDeleted);
        return alive.flatMap(({ id, event }) => (touches(event, window) ? [{ id, start: event.start }] : []));
      }),
    invites: () => false,
  };
}

/** The late inserts arrive, as one step of the network. */
export async function land(step: Step): Promise<void> {
  await step('land', async (open) => {
    const calendar = open('outside');
    for (const { key } of await calendar.list('wire/')) {
      await calendar.create(key.replace('wire', EVENTS), (await calendar.get(key))?.value);
      await calendar.delete(key);
    }
  });
}

/** The standing events, by start. */
export async function aliveEvents(
  calendar: Store,
): Promise<{ id: string; start: number; end: number; visit: string }[]> {
  const events = await eventsIn(calendar);
  return events.flatMap(({ id, event: { start, end, visit, isDeleted } }) =>
    isDeleted ? [] : [{ id, start, end, visit }],
  );
}

async function eventsIn(calendar: Store): Promise<{ id: string; event: Event }[]> {
  const ids = (await calendar.list(`${EVENTS}/`)).map(({ key }) => key.slice(EVENTS.length + 1));
  const events = await Promise.all(ids.map(async (id) => ({ id, event: await read(calendar, id) })));
  return events.flatMap(({ id, event }) => (event ? [{ id, event }] : []));
}

async function read(calendar: Store, id: string): Promise<Event | null> {
  return ((await calendar.get(`${EVENTS}/${id}`))?.value ?? null) as Event | null;
}

function touches(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}
