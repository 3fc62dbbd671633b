import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvent } from '#tests/support/ics-event';
import { hourFrom } from '#tests/support/visits';
import { type IcsVisit, icsOf } from './ics.ts';

const visit: IcsVisit = {
  ...hourFrom('2026-12-01T15:30:00Z'),
  uid: 'lead@www.example.com',
  sequence: 3,
  stamp: Date.parse('2026-11-20T15:00:00Z'),
  summary: 'Visit',
  description: 'Line one\nLine two; with, marks \\ and more',
  location: '612 Sycamore Street, Roswell',
  url: 'https://www.example.com/visit/x',
  parties: {
    organizer: { name: 'Larkspur', address: 'hello@example.com' },
    attendee: { name: 'Elise Romero', address: 'elise@example.com' },
  },
};

test('a strict parser reads back what was written', () => {
  const { calendar, event } = readEvent(icsOf([visit], { method: 'REQUEST', now: visit.stamp }));
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  expect(event).toMatchObject({
    uid: visit.uid,
    sequence: 3,
    summary: 'Visit',
    description: visit.description,
    location: visit.location,
  });
  expect(event.component.getFirstPropertyValue('status')).toBe('CONFIRMED');
  expect(event.organizer).toBe('mailto:hello@example.com');
  expect(event.attendees.map((one) => [one.getFirstValue(), one.getParameter('cn')])).toEqual([
    ['mailto:elise@example.com', 'Elise Romero'],
  ]);
  expect(String(event.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T15:00:00Z');
  const cancelled = readEvent(icsOf([visit], { method: 'CANCEL', now: visit.stamp }));
  expect(cancelled.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });

test('whatever is typed, no line is longer than 75 bytes, and the text comes back', () => {
  fc.assert(
    fc.property(anyText, anyText, (location, name) => {
      const parties = {
        organizer: { name: 'Larkspur', address: 'hello@example.com' },
        attendee: { name, address: 'elise@example.com' },
      };
      const text = icsOf([{ ...visit, location, parties }], { method: 'REQUEST', now: visit.stamp });
      expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const { event } = readEvent(text);
      expect(event.attendees).toHaveLength(1);
      expect(event.location ?? '').toBe(location);
    }),
  );
});
