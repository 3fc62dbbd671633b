import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { ownerMessage } from '#server/channels/mail/owner-messages';
import { visitorMessage } from '#server/channels/mail/visitor-messages';
import { openSlots } from '#server/slots/times';
import { readEvent, intervalOf } from '#tests/support/ics-event';
import { bookedNews, hourFrom } from '#tests/support/visits';
import { type IcsVisit, icsOf } from './ics.ts';

const site = { origin: 'https://www.example.com', from: { name: 'Larkspur', address: 'hello@example.com' } };
const mail = {
  site,
  visitLink: 'https://www.example.com/visit/x',
  isInvited: false,
  now: Date.parse('2026-11-20T15:00:00Z'),
};

const visit: IcsVisit = {
  ...hourFrom('2026-12-01T15:30:00Z'),
  uid: 'lead@www.example.com',
  sequence: 3,
  stamp: mail.now,
  summary: 'Visit',
  description: 'Line one\nLine two; with, marks \\ and more',
  location: '612 Sycamore Street, Roswell',
  url: mail.visitLink,
  parties: { organizer: site.from, attendee: { name: 'Elise Romero', address: 'elise@example.com' } },
};

test('a strict parser reads back what was written', () => {
  const { calendar, event } = readEvent(icsOf([visit], { method: 'REQUEST' }));
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
  const cancelled = readEvent(icsOf([visit], { method: 'CANCEL' }));
  expect(cancelled.calendar.getFirstPropertyValue('method')).toBe('CANCEL');
  expect(cancelled.event.component.getFirstPropertyValue('status')).toBe('CANCELLED');
});

test.each([
  ['2026-03-09T13:00:00Z', 'the day after summer time has begun'],
  ['2026-11-02T14:00:00Z', 'the day after it has ended'],
])('%s, 9 AM on %s, is read back as that instant', (start) => {
  const text = icsOf([{ ...visit, ...hourFrom(start) }], { method: 'REQUEST' });
  expect(text).toContain('T090000\r\n');
  expect(intervalOf(text)).toEqual(hourFrom(start));
});

const anyText = fc.string({ unit: 'grapheme', maxLength: 300 });

test('whatever is typed, no line is longer than 75 bytes, and the text comes back', () => {
  fc.assert(
    fc.property(anyText, anyText, (location, name) => {
      const parties = { organizer: site.from, attendee: { name, address: 'elise@example.com' } };
      const text = icsOf([{ ...visit, location, parties }], { method: 'REQUEST' });
      expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const { event } = readEvent(text);
      expect(event.attendees).toHaveLength(1);
      expect(event.location ?? '').toBe(location);
    }),
  );
});

const byIntl = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** `Tuesday, December 1 at 10:30 AM ET`, made without the code under test. */
const inWords = (time: number) => `${byIntl.format(time).replace(/ /g, ' ')} ET`;

test('over two years, each visit on offer is the same instant in the slot, both mails and the invitation', () => {
  const from = Date.parse('2026-01-01T00:00:00Z');
  const moment = fc.integer({ min: from, max: Date.parse('2028-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moment, fc.nat(), (now, pick) => {
      const slots = openSlots(visitRules, [], now);
      const interval = slots[pick % slots.length];
      if (!interval) return;
      const news = { ...bookedNews('ann'), interval };
      const message = visitorMessage(news, { ...mail, now });
      if (!message?.invitation) throw new Error('No invitation');
      expect(intervalOf(message.invitation.content)).toEqual(interval);
      const notice = ownerMessage(news, site);
      for (const text of [message.subject, message.text, message.html, notice.subject, notice.text, notice.html]) {
        expect(text).toContain(inWords(interval.start));
      }
    }),
  );
});
