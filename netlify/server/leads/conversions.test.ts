import type { Lead } from '#lead/lead';
import { expect, test } from 'vitest';
import { CONSENT } from '#contracts/consultation';
import { leadOf } from '#tests/support/visits';
import { conversionsCsv } from './conversions.ts';

const gclid = 'Cj0KCQ-a_1';

function lead(name: string, fields: Partial<Lead> = {}, request: object = {}): Lead {
  const given = { attribution: { gclid }, consent: CONSENT, ...request };
  return { ...leadOf(name, given), status: 'new', ...fields };
}
const booked = { status: 'booked', bookedAt: '2026-12-01T20:30:00.000Z' } as const;
const won = { ...booked, status: 'won', closedAt: '2026-12-08T20:30:05.000Z', amount: 12_400 } as const;
/** Without the headings. */
const rows = (leads: readonly Lead[], from = 0) => [...conversionsCsv(leads, from)].slice(1);

test('a booked visit and a sale are a row each, with the zone in the time', () => {
  const [headings, ...all] = [
    ...conversionsCsv([lead('ann', won), lead('bob'), lead('cy', { ...won, status: 'lost' })], 0),
  ];
  expect(headings).toBe(
    '"Google Click ID","GBRAID","WBRAID","Conversion Name","Conversion Time","Conversion Value","Conversion Currency"\r\n',
  );
  expect(all).toEqual([
    `"${gclid}","","","Booked visit","2026-12-01 15:30:00-0500","",""\r\n`,
    `"${gclid}","","","Sale","2026-12-08 15:30:05-0500","12400.00","USD"\r\n`,
    `"${gclid}","","","Booked visit","2026-12-01 15:30:00-0500","",""\r\n`,
  ]);
});

test('the hour that comes twice has two times', () => {
  const at = (bookedAt: string) => rows([lead('ann', { ...booked, bookedAt })])[0]?.match(/visit","([^"]*)/)?.[1];
  expect(at('2026-11-01T05:30:00.000Z')).toBe('2026-11-01 01:30:00-0400');
  expect(at('2026-11-01T06:30:00.000Z')).toBe('2026-11-01 01:30:00-0500');
});

test.each([
  ['an older wording', {}, { consent: '2026-11' }],
  ['no wording', {}, { consent: undefined }],
  ['the word of another program', {}, { consent: 'constructor' }],
  ['a no of the visitor', { noAds: true }, {}],
  ['a robot', { isSpam: true }, {}],
  ['no click', {}, { attribution: { utm_source: 'google', utm_medium: 'cpc' } }],
  ['a formula in place of a click', {}, { attribution: { gclid: '=1+1', wbraid: '-2+3' } }],
])('nothing is said to Google of %s', (_, fields, request) => {
  expect(rows([lead('ann', { ...won, ...fields }, request)])).toEqual([]);
});

test('one id a row; a sale without an amount has no value; what is older than the days is left out', () => {
  const ids = { gbraid: '0AAAA', wbraid: 'Ck8' };
  const { amount: _, ...unpriced } = won;
  expect(rows([lead('ann', unpriced, { attribution: ids })], Date.parse('2026-12-05T00:00:00Z'))).toEqual([
    '"","0AAAA","","Sale","2026-12-08 15:30:05-0500","",""\r\n',
  ]);
});
