import { describeCalendar } from '#tests/support/calendar-suite';
import { memoryStore } from '#tests/support/interleave';
import { embeddedCalendar } from './embedded.ts';
import { readSlot, swapSlot } from '#server/booking/slot-store';
import { eventId } from '#server/booking/slot-record';

describeCalendar('the embedded calendar', async () => {
  const slots = memoryStore(new Map(), 'calendar');
  const calendar = embeddedCalendar(slots);
  const generationOf = (id: string, span: { start: number; end: number }) =>
    [0, 1, 2].find((gen) => eventId(calendar.name, span, gen) === id) ?? 0;
  return {
    calendar,
    stand: async ({ id, span, lead }) => {
      const gen = generationOf(id, span);
      const slot = await readSlot(slots, span.start);
      await swapSlot(slots, span.start, slot, { state: 'booked', gen, lead: lead.id });
    },
    fall: async ({ id, span }) => {
      const gen = generationOf(id, span) + 1;
      await swapSlot(slots, span.start, await readSlot(slots, span.start), { state: 'free', gen });
    },
  };
});
