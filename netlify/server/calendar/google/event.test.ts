import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { leadOf } from '#tests/support/calendar-suite';
import { EventBook } from '#tests/support/google-events';
import { eventId } from '#server/booking/slot-record';
import { openSlots } from '#server/booking/slots';
import { EventAnswer, eventOf, stateOf } from './event.ts';

const twoYears = { min: new Date('2026-06-01T00:00:00Z'), max: new Date('2028-06-01T00:00:00Z'), noInvalidDate: true };

test('an event stands at exactly the instants that the visitor was offered, in any season and any calendar’s zone', () => {
  const zones = fc.constantFrom('America/New_York', 'UTC', 'America/Los_Angeles', 'Asia/Kolkata');
  fc.assert(
    fc.property(fc.date(twoYears), zones, (day, zone) => {
      const book = new EventBook(zone);
      for (const span of openSlots(visitRules, [], day.getTime())) {
        const visit = { id: eventId('calendar', span, 0), span, lead: leadOf() };
        const kept = book.insert(eventOf(visit, 'site', true), { mails: false, mayInvite: true });
        expect(book.spanOf(kept)).toEqual(span);
        expect(stateOf(EventAnswer.parse(kept), span, 'site')).toEqual({ state: 'alive', lead: visit.lead.id });
      }
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['(407) 555-0188', '<a href="tel:+14075550188">(407) 555-0188</a>'],
  ['----------', '----------'],
])('the phone number %s is shown as %s', (phone, html) => {
  const span = { start: 0, end: 1 };
  const { description } = eventOf({ id: 'abcde', span, lead: leadOf({ phone }) }, 'site', true);
  expect(description).toContain(`Phone: ${html}<br>`);
});

test('whatever is typed, the description has no markup but ours', () => {
  const markup = /<br>|<a href="tel:\+?\d*">|<\/a>/g;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (message, address) => {
      const lead = leadOf({ message, address });
      const { description } = eventOf({ id: 'abcde', span: { start: 0, end: 1 }, lead }, 'site', true);
      expect(description?.replaceAll(markup, '')).not.toMatch(/[<>]/);
      expect(description?.match(/<a /g)).toHaveLength(1);
    }),
  );
});
