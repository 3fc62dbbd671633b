import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { leadOf } from '#tests/support/calendar-suite';
import { EventBook } from '#tests/support/google/google-events';
import { openSlots } from '#server/slots/times';
import { eventId } from '../port.ts';
import { EventAnswer, eventOf, stateOf } from './events.ts';

const maker = { site: 'site', origin: 'https://www.example.com' };
const twoYears = { min: new Date('2026-06-01T00:00:00Z'), max: new Date('2028-06-01T00:00:00Z'), noInvalidDate: true };

test('an event stands at exactly the instants that the visitor was offered, in any season and any calendar’s zone', () => {
  const zones = fc.constantFrom('America/New_York', 'UTC', 'America/Los_Angeles', 'Asia/Kolkata');
  fc.assert(
    fc.property(fc.date(twoYears), zones, (day, zone) => {
      const book = new EventBook(zone);
      for (const interval of openSlots(visitRules, [], day.getTime())) {
        const visit = { id: eventId('calendar', interval, 0), interval, lead: leadOf() };
        const kept = book.insert(eventOf(visit, maker, true), { mails: false, mayInvite: true });
        expect(book.intervalOf(kept)).toEqual(interval);
        expect(stateOf(EventAnswer.parse(kept), interval, 'site')).toEqual({
          state: 'alive',
          lead: visit.lead.id,
          visit: { end: interval.end, kind: 'consultation' },
        });
      }
    }),
    { numRuns: 20 },
  );
});

test.each([
  ['(407) 555-0188', '<a href="tel:+14075550188">(407) 555-0188</a>'],
  ['----------', '----------'],
])('the phone number %s is shown as %s', (phone, html) => {
  const interval = { start: 0, end: 1 };
  const { description } = eventOf({ id: 'abcde', interval, lead: leadOf({ phone }) }, maker, false);
  expect(description).toContain(`Phone: ${html}<br>`);
});

test('what is in no list of today stands in the event as it is', () => {
  const lead = leadOf({ serviceInterest: 'A <b>', preferredContact: 'fax', language: 'fr' });
  const visit = { id: 'abcde', interval: { start: 0, end: 1 }, lead };
  const [alone, shared] = [false, true].map((invites) => eventOf(visit, maker, invites).description);
  for (const words of ['Call in fr', 'A &lt;b&gt;'])
    expect([alone, shared]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
  expect(alone).toContain('Preferred contact: fax');
});

test('whatever is typed, the description has no markup but ours', () => {
  const markup = /<br>|<a href="tel:\+?\d*">|<\/a>/g;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (message, address) => {
      const lead = leadOf({ message, address });
      const { description } = eventOf({ id: 'abcde', interval: { start: 0, end: 1 }, lead }, maker, false);
      expect(description?.replaceAll(markup, '')).not.toMatch(/[<>]/);
      expect(description?.match(/<a /g)).toHaveLength(1);
    }),
  );
  const lead = leadOf({ message: `<a href="x">x</a> & 'y'` });
  const { description } = eventOf({ id: 'abcde', interval: { start: 0, end: 1 }, lead }, maker, false);
  expect(description).toContain('&lt;a href=&quot;x&quot;&gt;x&lt;/a&gt; &amp; &#39;y&#39;');
});
