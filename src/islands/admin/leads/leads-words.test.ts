import { expect, test } from 'vitest';
import { Visit } from '#lead/lead';
import { unbroken } from '#lib/unbroken';
import { adminLead } from '#tests/support/admin-page';
import { cancelledSentence, addressOf, visitWords } from './leads-words.ts';

test('a cancelled visit is named in the list and on the lead', () => {
  const lead = adminLead('a', {
    visits: [Visit.parse({ id: 'a/1', cancelledAt: '2026-12-01T13:40:00.000Z' })],
  });
  const now = new Date('2026-12-01T20:00:00.000Z');
  expect(visitWords(lead, now)).toBe('Visit cancelled');
  const sentence = 'The visit was cancelled today at 8:40 AM ET, and no other is booked.';
  expect(cancelledSentence(lead, now)).toBe(unbroken(sentence));
  expect([visitWords(adminLead('b'), now), cancelledSentence(adminLead('b'), now)]).toEqual(['No visit yet', null]);
});

test('a place for people and for the map, with a street or without', () => {
  expect(addressOf(adminLead('a', {}, { address: '12 Palm Way' }))).toEqual({
    text: '12 Palm Way, Roswell 30047',
    query: '12 Palm Way, Roswell, GA 30047',
    hasStreet: true,
  });
  const place = { text: 'Roswell 30047', query: 'Roswell, GA 30047', hasStreet: false };
  expect(addressOf(adminLead('a'))).toEqual(place);
});
