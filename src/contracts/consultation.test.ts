import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { contact as english } from '#i18n/en/booking';
import { contact as spanish } from '#i18n/es/booking';
import { consultation } from '#tests/support/visitor';
import { Correction } from './lead-request.ts';
import { VisitChange } from './visit.ts';
import {
  allowsAdConversions,
  CallbackForm,
  CONSENT,
  ConsultationRequest,
  readAttribution,
  zipArea,
} from './consultation.ts';

test('what is known is kept, tidied', () => {
  const sent = { utm_source: ' goo\u0000gle ', gclid: 'a-b_C', landing: '/gallery', referrer: 'https://x.example/' };
  expect(readAttribution(sent)).toEqual({ ...sent, utm_source: 'goo gle' });
});

test.each<[string, unknown]>([
  ['another name', { utm_sauce: 'x', constructor: 'y', __proto__: { gclid: 'z' } }],
  ['a number', { utm_source: 7 }],
  ['nothing but spaces', { utm_source: ' \t' }],
  ['more than any real link has', { gclid: 'x'.repeat(301) }],
  ['a text', 'google'],
  ['a list', ['google']],
  ['null', null],
])('%s is left out, and the request is taken all the same', (_, attribution) => {
  const read = ConsultationRequest.parse({ ...consultation, attribution });
  expect(read).toEqual(consultation);
});

test('a wrong value does not take the right ones with it', () => {
  const { attribution } = ConsultationRequest.parse({
    ...consultation,
    attribution: { utm_source: 'bing', utm_medium: {}, msclkid: 'm' },
  });
  expect(attribution).toEqual({ utm_source: 'bing', msclkid: 'm' });
});

test.each<[string | undefined, unknown]>([
  ['{"utm_source":"flyer","landing":"/"}', { utm_source: 'flyer', landing: '/' }],
  ['{"utm_source":', undefined],
  ['', undefined],
  [undefined, undefined],
])('the plain form brings it as text: %j', (attribution, expected) => {
  const form = { name: 'Ann Lee', phone: '407 555 0142', zipCode: '30041', preferredContact: 'phone' };
  const read = CallbackForm.parse({ ...form, ...(attribution !== undefined && { attribution }) });
  expect(read.attribution).toEqual(expected);
});

test.each(['Milton-in-the-Hills', 'St. Simons', 'Stockbridge, GA', 'Cañón City'])(
  'a city that is not in the list is kept as its visitor writes it: %s',
  (city) => expect(ConsultationRequest.parse({ ...consultation, city }).city).toBe(city),
);

// Our mails repeat it, and anybody may enter anybody's address.
test.each(['', '34711', 'win.example', 'https://win.example', 'a b c d e f g', 'x'.repeat(31)])(
  '%j is no city',
  (city) => expect(ConsultationRequest.safeParse({ ...consultation, city }).error?.issues).toHaveLength(1),
);

test('a second number in the field goes to the notes, where there are any', () => {
  const phone = '(407) 555-0188 / 407.555.0199';
  const kept = { phone: '(407) 555-0188', message: 'A shy dog\n\nTel. 2: (407) 555-0199' };
  expect(ConsultationRequest.parse({ ...consultation, phone, message: 'A shy dog' })).toMatchObject(kept);
  expect(VisitChange.parse({ action: 'notes', phone, message: 'A shy dog' })).toMatchObject(kept);
  expect(Correction.safeParse({ phone }).error?.issues).toMatchObject([{ message: 'phoneCharacters' }]);
});

test.each([
  ['2026-11', '2026-11'],
  ['<b>', undefined],
  ['x'.repeat(21), undefined],
  [7, undefined],
  [undefined, undefined],
])('of the consent %s is kept %s, and the request is taken', (sent, kept) => {
  const form = { name: 'Ann Lee', phone: '407-555-0142', zipCode: '30041', preferredContact: 'phone' };
  expect(ConsultationRequest.parse({ ...consultation, consent: sent }).consent).toBe(kept);
  expect(CallbackForm.parse({ ...form, consent: sent }).consent).toBe(kept);
});

test.each([true, 'true'])('a box ticked as %j is an agreement to texts', (texts) => {
  expect(ConsultationRequest.parse({ ...consultation, texts }).texts).toBe(true);
});

test.each([undefined, false, 'false', '', 'on', 1, ['true', 'true'], {}])(
  '%j is none, and the request is taken',
  (texts) => {
    expect(ConsultationRequest.parse({ ...consultation, texts }).texts).toBeUndefined();
  },
);

const wordings = Object.keys(english.reach) as (keyof typeof english.reach)[];

test.each(wordings)('the words that a visitor agrees to are kept under their name, %s', async (name) => {
  const page = await readFile('docs/consent.md', 'utf8');
  const [, current = ''] = page.split(`## ${name}\n`);
  const quoted = current.split('\n## ')[0]?.match(/(?<=^> ).*/gm);
  expect(quoted).toEqual([english.reach[name], spanish.reach[name]]);
  for (const words of quoted ?? []) expect(words).toMatch(/HELP.*STOP/);
  // A visitor may take these words up, and they would end all texts.
  expect(quoted?.join()).not.toMatch(/cancel/i);
});

test('a site that does not text shows the words without a box, and from 2026-12 on they allow what Google is told', () => {
  expect(CONSENT).toBe('2027-04');
  expect(['2026-11', '2026-12', ...wordings].map(allowsAdConversions)).toEqual([false, true, true, true]);
});

const zipAreas = { served: ['30041-30046', '30061'], callFirst: ['30050-30059'] };

test.each([
  ['30041', 'served'],
  ['30046-1234', 'served'],
  ['30061', 'served'],
  ['30047', 'notServed'],
  ['30050', 'callFirst'],
  ['30059-0001', 'callFirst'],
  ['33139', 'notServed'],
])('whether a visit may be booked at %s: %s', (zipCode, area) => {
  expect(zipArea(zipCode, zipAreas)).toBe(area);
});

test('without a list visits are everywhere, but where visitors are asked to call first', () => {
  expect(zipArea('33139', {})).toBe('served');
  expect([zipArea('33139', { callFirst: ['33139'] }), zipArea('33140', { callFirst: ['33139'] })]).toEqual([
    'callFirst',
    'served',
  ]);
});
