import type { Lead } from '#lead/lead';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leadOf, visitTo } from '#tests/support/calendar-suite';
import { englishWords } from '#i18n/owner-words';
import { eventOf } from './events.ts';

const maker = { site: 'site', origin: 'https://www.example.com', words: englishWords };
const visitOf = (lead: Lead) => visitTo({ name: 'a' }, { start: 0, end: 1 }, 0, lead);

test.each([
  ['(407) 555-0188', '<a href="tel:+14075550188">(407) 555-0188</a>'],
  ['----------', '----------'],
])('the phone number %s is shown as %s', (phone, html) => {
  const { description } = eventOf(visitOf(leadOf({ phone })), maker, false);
  expect(description).toContain(`Phone: ${html}<br>`);
});

test('what is in no list of today stands in the event as it is', () => {
  const lead = leadOf({ serviceInterest: 'A <b>', preferredContact: 'fax', language: 'fr' });
  const [alone, shared] = [false, true].map((invites) => eventOf(visitOf(lead), maker, invites).description);
  for (const words of ['Call in fr', 'A &lt;b&gt;'])
    expect([alone, shared]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
  expect(alone).toContain('Preferred contact: fax');
});

test('whatever is typed, the description has no markup but ours', () => {
  const markup = /<br>|<a href="tel:\+?\d*">|<\/a>/g;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (message, address) => {
      const lead = leadOf({ message, address });
      const { description } = eventOf(visitOf(lead), maker, false);
      expect(description?.replaceAll(markup, '')).not.toMatch(/[<>]/);
      expect(description?.match(/<a /g)).toHaveLength(1);
    }),
  );
  const lead = leadOf({ message: `<a href="x">x</a> & 'y'` });
  const { description } = eventOf(visitOf(lead), maker, false);
  expect(description).toContain('&lt;a href=&quot;x&quot;&gt;x&lt;/a&gt; &amp; &#39;y&#39;');
});
