import { expect, test } from 'vitest';
import { readSlot, slotKey, swapSlot } from '#server/slots/records';
import { describeCalendar } from '#tests/support/calendar-suite';
import { memoryStore } from '#tests/support/stores/interleave';
import { embeddedCalendar, eventId } from './calendar.ts';

describeCalendar('the embedded calendar', async () => {
  const slots = memoryStore(new Map(), 'slots');
  const calendar = embeddedCalendar(slots);
  const eventNumberOf = (id: string, slot: string) =>
    [0, 1, 2].find((eventNumber) => eventId(calendar.name, slot, eventNumber) === id) ?? 0;
  return {
    calendar,
    stand: async ({ id, slot, visit }) => {
      const eventNumber = eventNumberOf(id, slot);
      await swapSlot(slots, slot, await readSlot(slots, slot), { state: 'booked', eventNumber, visit });
    },
    fall: async ({ id, slot }) => {
      const eventNumber = eventNumberOf(id, slot) + 1;
      await swapSlot(slots, slot, await readSlot(slots, slot), { state: 'free', eventNumber });
    },
  };
});

test('an event id belongs to calendar, slot and event number, in the letters that Google allows', () => {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const slot = slotKey(from);
  expect(eventId('a', slot, 0)).toMatch(/^[0-9a-v]{5,1024}$/);
  const others = [
    eventId('b', slot, 0),
    eventId('a', slot, 1),
    eventId('a', slotKey(from + 1000), 0),
    eventId('a', slotKey(from, 'ann/2'), 0),
  ];
  expect(new Set([eventId('a', slot, 0), ...others]).size).toBe(5);
});

test('an event id never changes: the visits that are booked are found by theirs', () => {
  expect(eventId('primary', slotKey(Date.parse('2026-12-01T15:30:00Z')), 3)).toBe(
    'nid6j23d6rvtj20gscai847ptjj90huu743kpu1tcdt3tp2f62t',
  );
});
