import type { Lead } from '#lead/lead';
import { expect, test } from 'vitest';
import { callbackService, cities, services } from '#contracts/consultation';
import { LeadQuery } from '#contracts/lead-query';
import { choices as spanish } from '#i18n/es/choices';
import { DAY } from '#lib/time/units';
import { bookedVisit, leadOf } from '#tests/support/visits';
import { consultation } from '#tests/support/visitor';
import { matcherOf, sourcesOf } from './lead-matcher.ts';

const now = Date.parse('2026-11-20T17:00:00Z');
const isFound = (lead: Lead, query: object) => matcherOf(LeadQuery.parse(query), now)(lead);
const named = (name: string, request: object = {}) => ({ ...leadOf(name, { name, ...request }), visits: [] });

/** The names of those that match, in their order. */
const found = (leads: readonly Lead[], query: object) =>
  leads.filter((lead) => isFound(lead, query)).map(({ request }) => request.name);

test.each<[isFound: boolean, searches: string[]]>([
  [true, ['ALVAREZ jose', 'JOSE@EXAMPLE', '30086', 'skylight', 'shutters', 'spring sale', 'gate code', 'Spanish']],
  [true, ['Facebook or Instagram']],
  [true, ['321', '321555', '(321) 55', '321-555-01', '321–555', '555-0123', '0123', '555-01']],
  [true, ['+1 321', '1321555', '+1 (321) 555-0', '1321', '+1 321 555', '+1 321.555.0123']],
  [false, ['jose 31801', '3215550199', '.*', '+1 555', '+1 0123', '1 322', 'jose google']],
])(
  'a person, a part of the number, what was asked and noted, and the source are found (%s): %j',
  (expected, searches) => {
    const sent = { phone: '321-555-0123', email: 'jose@example.com', zipCode: '30086', message: 'Two Skylights' };
    const around = {
      about: 'Product: Shutters',
      language: 'es',
      attribution: { fbclid: 'x', utm_campaign: 'Spring Sale' },
    };
    const jose = { ...named('José Álvarez', { ...sent, ...around }), notes: [{ id: 'n', text: 'Gate code 4711' }] };
    for (const search of searches) expect(isFound(jose, { search }), search).toBe(expected);
  },
);

test.each(['+44 (0)20 7946 0958', '+44 20 7946 0958', '011 44 20 7946 0958'])(
  '%s is found as it is written, and as it is dialed there and from here',
  (phone) => {
    const ann = named('Ann Lee', { phone });
    const searches = ['+44 20 7946', '+44 (0)20 7946 0958', '020 7946 0958', '011 44 20 7946 0958', '0958'];
    expect(searches.filter((search) => !isFound(ann, { search }))).toEqual([]);
  },
);

/** Every small Latin letter that English collation takes for plain ones, and some that it leaves alone. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });
const plainLetters = [...'abcdefghijklmnopqrstuvwxyz', 'ae', 'oe', 'ss'];
const latin = Array.from({ length: 0x24f - 0xdf }, (_, index) => String.fromCodePoint(0xdf + index));
const plainOf = (letter: string) => plainLetters.find((plain) => collator.compare(letter, plain) === 0);
const asTyped: [name: string, search: string][] = [
  ...latin.map((letter): [string, string] => [letter, plainOf(letter) ?? letter]),
  ...Object.entries({ þ: 'th', ı: 'i', ŧ: 't', ŋ: 'n' }),
];

test('the search reads letters and apostrophes as a plain keyboard types them, and the other way around', () => {
  const pairs = asTyped.filter(([letter, plain]) => letter !== plain);
  expect(pairs.length).toBeGreaterThan(150);
  const lead = named('Every Letter', { message: pairs.map(([letter]) => `z${letter}z`).join(' ') });
  const searches = pairs.flatMap(([letter, plain]) => [`z${plain}z`, `Z${letter.toUpperCase()}Z`]);
  expect(searches.filter((search) => !isFound(lead, { search }))).toEqual([]);
  const irish = ['Søren O’Brien', "Lukasz O'Connor"].map((name) => named(name));
  for (const apostrophe of "'’‘ʼ`´′＇") {
    expect(found(irish, { search: `soren o${apostrophe}brien` })).toEqual(['Søren O’Brien']);
    expect(found(irish, { search: `ŁUKASZ o${apostrophe}connor` })).toEqual(["Lukasz O'Connor"]);
  }
});

test('a service and a city are found as either language calls them', () => {
  const asked = [
    ...[...services, callbackService].map((serviceInterest) => ({ serviceInterest })),
    ...cities.map((city) => ({ city })),
  ];
  for (const request of asked) {
    const [name = ''] = Object.values(request);
    for (const search of [name, spanish.service(spanish.city(name))])
      expect(isFound(leadOf('Ann Lee', request), { search }), search).toBe(true);
  }
});

test('the first and the last day are days of the business’s zone, both included', () => {
  // 11:30 PM on the last of January, and the beginnings of the first of February and of March, Eastern.
  const leads = ['2026-02-01T04:30:00.000Z', '2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'].map(
    (createdAt) => ({ ...named(createdAt), createdAt }),
  );
  const [january, february, march] = leads.map(({ createdAt }) => createdAt);
  expect(found(leads, { from: '2026-02-01', to: '2026-02-28' })).toEqual([february]);
  expect(found(leads, { from: '2026-01-31', to: '2026-03-01' })).toEqual([january, february, march]);
  expect(found(leads, { to: '2026-02-28' })).toEqual([january, february]);
});

test('each month is found by its English name and by its Spanish one, long or short', () => {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 15)).toISOString());
  const leads = days.map((createdAt) => ({ ...named(createdAt), createdAt }));
  for (const locale of ['en', 'es']) {
    for (const month of ['short', 'long'] as const) {
      for (const day of days) {
        const search = new Date(day).toLocaleDateString(locale, { month, timeZone: 'UTC' });
        expect(found(leads, { search }), search).toEqual([day]);
      }
    }
  }
});

test('the name of a month, with or without its year, finds who asked or has a visit in it, and whose words it is in', () => {
  // The last of September in the business's zone.
  const asked = (name: string, createdAt = '2026-10-01T03:30:00.000Z', city = '') => ({
    ...named(name, { message: city }),
    createdAt,
  });
  const leads: Lead[] = [
    asked('Ana', '2026-10-02T12:00:00.000Z', 'Lakewood'),
    { ...asked('Booked'), visits: [bookedVisit('ann', '2025-10-09T14:00:00.000Z')] },
    { ...asked('Canceled'), visits: [{ ...bookedVisit('ann', '2026-10-09T14:00:00.000Z'), slot: undefined }] },
    asked('Octavia May'),
  ];
  const by = (search: string) => found(leads, { search });
  expect(by('lakewood OCTOBER')).toEqual(['Ana']);
  expect(by('october')).toEqual(['Ana', 'Booked']);
  expect(by('oct')).toEqual(['Ana', 'Booked', 'Octavia May']);
  expect([by('october 2026'), by('Oct 2025'), by('sept 2026 may')]).toEqual([['Ana'], ['Booked'], ['Octavia May']]);
  expect([by('octubre de 2026'), by('Octubre 2025')]).toEqual([['Ana'], ['Booked']]);
  expect([by('may'), by('may october'), by('octob'), by('2026')]).toEqual([['Octavia May'], [], [], []]);
});

test.each([
  { source: 'FLYER' },
  { campaign: 'fall' },
  { city: consultation.city },
  { service: consultation.serviceInterest },
])('where it came from, %j, is found in capitals or not', (query) => {
  const lead = named('Ann', { attribution: { utm_source: 'Flyer', utm_campaign: 'Fall' } });
  const [field = ''] = Object.keys(query);
  expect([isFound(lead, query), isFound(lead, { [field]: 'Another' })]).toEqual([true, false]);
  expect(sourcesOf([lead])).toEqual(['Flyer']);
});

test('by the visit: still to come, begun, booked at some time, or none', () => {
  const day = (days: number) => new Date(now + days * DAY).toISOString();
  const visits = (...starts: number[]) => ({ visits: starts.map((start) => bookedVisit('ann', day(start))) });
  const leads: Lead[] = [
    { ...named('Ahead'), ...visits(2) },
    { ...named('Past'), ...visits(-2), bookedAt: day(-3) },
    { ...named('Both'), ...visits(-9, 2) },
    named('None'),
  ];
  const by = (which: string) => found(leads, { visit: which });
  expect(['ahead', 'past', 'booked', 'none'].map(by)).toEqual([
    ['Ahead', 'Both'],
    ['Past', 'Both'],
    ['Past'],
    ['None'],
  ]);
});

test('by the day of a step, which a robot never takes', () => {
  const on = (day: string) => ({ from: `2026-03-${day}`, to: `2026-03-${day}` });
  const noon = (day: string) => `2026-03-${day}T17:00:00.000Z`;
  const visits = [bookedVisit('ann', noon('06'))];
  const leads: Lead[] = [
    { ...named('Booked'), createdAt: noon('02'), bookedAt: noon('04'), visits },
    { ...named('Won'), createdAt: noon('02'), status: 'won', closedAt: noon('08'), amount: 90 },
    { ...named('Robot'), createdAt: noon('02'), isSpam: true },
  ];
  expect(found(leads, on('02'))).toEqual(['Booked', 'Won', 'Robot']);
  expect(found(leads, { step: 'requests', ...on('02') })).toEqual(['Booked', 'Won']);
  expect(found(leads, { step: 'bookings', ...on('04') })).toEqual(['Booked']);
  expect(found(leads, { step: 'visits', ...on('06') })).toEqual(['Booked']);
  expect(found(leads, { step: 'won' })).toEqual(['Won']);
  expect(found(leads, { step: 'won', ...on('08') })).toEqual(['Won']);
  expect(found(leads, { step: 'won', ...on('02') })).toEqual([]);
});
