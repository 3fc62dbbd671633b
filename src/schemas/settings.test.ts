import { describe, expect, test } from 'vitest';
import type { z } from 'astro/zod';
import choices from '#brand/choices.json' with { type: 'json' };
import { visitHours, visitRules } from '#business';
import { image } from '../../scripts/content-check/entries.ts';
import { readOpenDays, visitHoursLine } from '#lib/time/open-days';
import settings from '#brand/brand.json' with { type: 'json' };
import range from '#brand/range.json' with { type: 'json' };
import look from '#brand/look.json' with { type: 'json' };
import { lookSchema } from './look.ts';
import { businessSchema, choicesSchema, rangeSchema, zoneSchema } from './settings.ts';

/** What an editor reads: one line a mistake, the field first. */
const mistakes = (schema: z.ZodType, fields: unknown) =>
  schema.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
const changed = (fields: Record<string, unknown>) => mistakes(businessSchema, { ...settings, ...fields });

test.each([
  ['America/New_York'],
  ['America/Puerto_Rico'],
  ['Pacific/Honolulu'],
  ['America/St_Johns', 'timeZone: Write a zone that is four to ten hours behind UTC: the site knows no other.'],
  ['Pacific/Guam', 'timeZone: Write a zone that is four to ten hours behind UTC: the site knows no other.'],
])('the zone %s', (timeZone, ...refusal) => {
  expect(mistakes(zoneSchema, { timeZone })).toEqual(refusal);
});

describe('the business', () => {
  test('speaks English, Spanish, or both, of which either may be the first', () => {
    for (const languages of [['en'], ['es'], ['en', 'es'], ['es', 'en']]) expect(changed({ languages })).toEqual([]);
    for (const languages of [[], ['es', 'es'], 'es'])
      expect(changed({ languages })).toEqual([expect.stringMatching(/^languages: Write \["en"\] .* \["es", "en"\]/)]);
    expect(changed({ languages: ['fr'] })).toHaveLength(1);
  });

  test.each(['407-555-0142', '(407) 555-014', '(107) 555-0142', '+1 (202) 555-0142', 4045550142])(
    'has no phone %s',
    (phone) => {
      expect(changed({ phone })).toEqual([expect.stringMatching(/^phone: .*for example \(202\) 555-0142\.$/)]);
    },
  );

  test('has hours that can be read', () => {
    expect(changed({ storeHours: ['8-17'] })).toEqual([
      'storeHours.0: "8-17" says no hours. Write days and hours as Mon-Fri 8 AM-6 PM, the earlier hour first.',
    ]);
    expect(changed({ visitHours: [] })).toEqual([expect.stringMatching(/^visitHours: List at least one line\./)]);
    expect(changed({ visitHours: 'Mon-Fri 8 AM-6 PM' })).toEqual([
      expect.stringMatching(/^visitHours: List the hours\./),
    ]);
  });

  test('has each day once, and visits by quarter hours', () => {
    expect(changed({ storeHours: ['Mon-Fri 8 AM-6 PM', 'Fri-Sat 9 AM-4 PM'] })).toEqual([
      'storeHours: A day stands in two lines. Write each day once.',
    ]);
    expect(changed({ storeHours: ['Mon-Fri 8:30 AM-6 PM'] })).toEqual([]);
    expect(changed({ visitHours: ['Mon-Fri 8 AM-6 PM', 'Sat 7:45 AM-1:30 PM'] })).toEqual([]);
    for (const line of ['Mon-Fri 8:20 AM-6 PM', 'Mon-Fri 5:45 AM-5 PM', 'Mon-Fri 3 PM-11:30 PM']) {
      expect(changed({ visitHours: [line] })).toEqual([
        'visitHours: Visits begin and end at a quarter hour from 6 AM to 11 PM: Mon-Fri 8:30 AM-5 PM.',
      ]);
    }
  });

  test('says a field that it has not, and the stars as people write them', () => {
    expect(changed({ fone: '1' })).toEqual([': "fone" is not a field here. Did you mean "phone"?']);
    expect(changed({ rating: '6.0' })).toEqual([expect.stringMatching(/^rating: Write the stars between quotes/)]);
  });
});

test('the visits that are offered are those that the pages print', () => {
  const printed = settings.visitHours.flatMap((line) => readOpenDays(line) ?? []);
  expect(visitHours).toEqual(printed.map(visitHoursLine));
  const weekdays = printed.flatMap((days) => days.weekdays.map((day) => [String(day), [days.opens, days.closes]]));
  expect(Object.entries(visitRules.hours).sort()).toEqual(weekdays.sort());
});

const cities = (...list: unknown[]) => mistakes(choicesSchema, { ...choices, cities: list });

test('the cities have a name, and ZIP codes if they have some to themselves', () => {
  expect(cities({ name: 'Marietta' }, { name: 'Vinings', zipCodes: ['30061', '30041-30046'] })).toEqual([]);
  expect(cities('Marietta')).toEqual(['cities.0: Write a place as { "name": "Springfield", "zipCodes": ["62704"] }.']);
  expect(cities({ name: 'Vinings', zipCodes: ['3476'] })).toEqual([
    'cities.0.zipCodes.0: Write a ZIP code as 62707, or the first and the last of several as 62701-62706.',
  ]);
  expect(cities({ name: 'Vinings', zipCodes: ['30046-30041'] })).toHaveLength(1);
});

test('the cities are at least one, each once', () => {
  expect(cities()).toEqual(['cities: List at least one place.']);
  expect(cities({ name: 'Vinings' }, { name: 'Vinings' })).toEqual([
    'cities: A place stands there twice. Write it once.',
  ]);
  expect(mistakes(choicesSchema, { ...choices, cities: undefined })).toEqual([
    expect.stringMatching(/^cities: List the places/),
  ]);
});

test('no ZIP code is in two cities', () => {
  const cities = [
    { name: 'Vinings', zipCodes: ['30061'] },
    { name: 'Decatur', zipCodes: ['30041-30046'] },
    { name: 'Campbell', zipCodes: ['30046'] },
  ];
  const shared = ['cities', 'otherCities'].flatMap((list) => mistakes(choicesSchema, { ...choices, [list]: cities }));
  expect(shared).toEqual([
    'cities: Decatur (30041-30046) and Campbell (30046) share a ZIP code. Give it to one.',
    'otherCities: Decatur (30041-30046) and Campbell (30046) share a ZIP code. Give it to one.',
  ]);
});

test('a ZIP code is in one of the areas only, and each list may be left out', () => {
  const areas = (zipAreas?: unknown) => mistakes(choicesSchema, { ...choices, zipAreas });
  expect([areas(), areas({}), areas({ served: ['30041-30046'] }), areas({ callFirst: ['30061'] })].flat()).toEqual([]);
  expect(areas({ served: ['30041-30046'], callFirst: ['30046', '30061'] })).toEqual([
    'zipAreas: served (30041-30046) and callFirst (30046) share a ZIP code. Give it to one.',
  ]);
  expect(areas({ served: ['347'] })).toEqual([
    'zipAreas.served.0: Write a ZIP code as 62707, or the first and the last of several as 62701-62706.',
  ]);
  expect(areas({ served: '30041' })).toEqual([expect.stringMatching(/^zipAreas.served: List the ZIP codes\./)]);
});

test.each([
  [{ category: 'awnings', name: 'Awnings' }],
  [{ category: 'Awnings', name: 'Awnings' }, 'kinds.1.category: Write small letters, digits and hyphens'],
  [{ category: 'all', name: 'Awnings' }, 'kinds.1.category: Write small letters, digits and hyphens'],
  [{ category: 'shades', name: 'Awnings' }, 'kinds: A category stands there twice. Write it once.'],
  [{ category: 'awnings', name: 'Awnings', kindOf: 'canopies' }, 'kinds: kindOf names the category of another one'],
])('what is sold beside shades: %j', (kind, refusal = '') => {
  const kinds = [{ category: 'shades', name: 'Shades' }, kind];
  expect(mistakes(rangeSchema, { ...range, kinds })).toEqual(refusal ? [expect.stringContaining(refusal)] : []);
});

test('the colors of the look can be read', () => {
  expect(mistakes(lookSchema(image), look)).toEqual([]);
});

test('a pair that cannot be read is refused, with the nearest color that can', () => {
  const pale = { ...look, colors: { ...look.colors, mute: '#b0a698' } };
  const [problem = ''] = mistakes(lookSchema(image), pale);
  expect(problem).toMatch(/^colors\.mute: mute on paper has a contrast of 2\.\d, and 4\.5 is needed\./);
  const [better = ''] = /#[0-9a-f]{6}/.exec(problem) ?? [];
  expect(mistakes(lookSchema(image), { ...look, colors: { ...look.colors, mute: better } })).not.toContain(problem);
});

test('holidays are a date or the nth weekday of a month', () => {
  expect(changed({ holidays: [{ name: 'New Year', month: 1, day: 1 }] })).toEqual([]);
  expect(changed({ holidays: [{ name: 'Labor Day', month: 9, weekday: 1, nth: 1 }] })).toEqual([]);
  expect(changed({ holidays: [{ name: 'Labor Day', month: 9, weekday: 1 }] })).toHaveLength(1);
  expect(changed({ holidays: [{ name: 'Labor Day', month: 13, day: 1 }] })).toHaveLength(1);
});
