import { expect, test } from 'vitest';
import { readSlot, swapSlot } from '#server/slots/records';
import { describeCalendar } from '#tests/support/calendar-suite';
import { memoryStore } from '#tests/support/stores/interleave';
import { HOUR } from '#lib/time/units';
import { embeddedCalendar, eventId } from './port.ts';

describeCalendar('the embedded calendar', async () => {
  const slots = memoryStore(new Map(), 'calendar');
  const calendar = embeddedCalendar(slots);
  const eventNumberOf = (id: string, interval: { start: number; end: number }) =>
    [0, 1, 2].find((eventNumber) => eventId(calendar.name, interval, eventNumber) === id) ?? 0;
  return {
    calendar,
    stand: async ({ id, interval, lead }) => {
      const eventNumber = eventNumberOf(id, interval);
      const slot = await readSlot(slots, interval.start);
      await swapSlot(slots, interval.start, slot, { state: 'booked', eventNumber, lead: lead.id });
    },
    fall: async ({ id, interval }) => {
      const eventNumber = eventNumberOf(id, interval) + 1;
      await swapSlot(slots, interval.start, await readSlot(slots, interval.start), { state: 'free', eventNumber });
    },
  };
});

test('an event id belongs to calendar, slot and event number, in the letters that Google allows', () => {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const interval = { start: from, end: from + HOUR };
  expect(eventId('a', interval, 0)).toMatch(/^[0-9a-v]{5,1024}$/);
  expect(eventId('a', interval, 0)).toBe(eventId('a', { ...interval }, 0));
  const others = [
    eventId('b', interval, 0),
    eventId('a', interval, 1),
    eventId('a', { ...interval, start: from + 1 }, 0),
  ];
  expect(others).not.toContain(eventId('a', interval, 0));
});

test('an event id never changes: the visits that are booked are found by theirs', () => {
  const interval = { start: Date.parse('2026-12-01T15:30:00Z'), end: Date.parse('2026-12-01T16:30:00Z') };
  expect(eventId('primary', interval, 3)).toBe('nid6j23d6rvtj20gscai847ptjj90huu743kpu1tcdt3tp2f62t');
});
