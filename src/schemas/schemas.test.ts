import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type ContentSource, type SourceName, sources } from './all.ts';
import { blogPostSchema, serviceAreaSchema } from './collections.ts';
import { unknownFields } from './fields.ts';
import { business } from '#business';
import { filesOf, parts } from './files.ts';

const image = () => z.custom<ImageMetadata>();

const root = path.resolve(import.meta.dirname, '../..');
/** Another dealer's content: what is whole, before one thing is wrong with it. */
const FIXTURE = path.join(root, 'tests/fixtures/second-dealer');

/** The fields of a source's first file. Its maker is one of the unit tests' own. */
function written(name: SourceName, content = FIXTURE): Record<string, unknown> {
  const file = fileOf(name, content) ?? '';
  const text = readFileSync(file, 'utf8');
  const fields = (file.endsWith('.json') ? JSON.parse(text) : load(parts(text).frontmatter)) as Record<string, unknown>;
  return 'vendor' in fields ? { ...fields, vendor: business.certifiedBrand } : fields;
}

/** A dealer may have none: no reviews yet, no page about financing. */
function fileOf(name: SourceName, content = root): string | undefined {
  const { folder, patterns } = filesOf(name);
  const place = path.join(content, content === root ? folder : folder.replace('src/', ''));
  const names = existsSync(place) ? readdirSync(place) : [];
  const file = names.find((one) => path.matchesGlob(one, patterns[0] ?? '') && !one.includes('.es.'));
  return file && path.join(place, file);
}

const present = (Object.entries(sources) as [SourceName, ContentSource][]).filter(([name]) => fileOf(name));

/** What an editor reads: one line a mistake, the field first. */
const mistakes = (schema: z.ZodType, fields: unknown) =>
  schema.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe.each(present)('%s', (name, source) => {
  const schema = source.schema(image);
  const fields = written(name, root);
  const { required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

  test('is accepted whole; without a field it is refused, the field is named and the remedy said', () => {
    expect(mistakes(schema, fields)).toEqual([]);
    expect(required.length).toBeGreaterThan(0);
    for (const field of required) {
      const { [field]: _left, ...rest } = fields;
      const remedy = new RegExp(`^${field}: .*(Write|Say|List|Choose|A picture is)`);
      expect(mistakes(schema, rest)).toEqual([expect.stringMatching(remedy)]);
    }
  });

  test('with a misspelled field is refused, and the right one named', () => {
    const [field = ''] = required;
    expect(mistakes(schema, { ...fields, [`${field}s`]: 1 })).toEqual([
      `: "${field}s" is not a field here. Did you mean "${field}"?`,
    ]);
  });
});

const always = { startsOn: undefined, endsOn: undefined, validUntil: 'Ongoing' };
const picture = { src: '../../assets/kitchen.jpg', alt: 'A kitchen' };
const badDay = 'date: Write the day as year-month-day, for example 2026-11-03.';
const { hours: [hour] = [] } = written('hero') as { hours?: object[] };
const [step, ...steps] = written('process')['steps'] as object[];

/** A change of what is whole, and the one mistake that it is, or none. */
test.each<[title: string, name: SourceName, change: object, mistake?: string | RegExp]>([
  [
    'an offer whose text names a year says when it ends',
    'promotions',
    { ...always, validUntil: 'Oct 1 to Dec 31, 2026' },
    /^endsOn: Missing\. validUntil names a year/,
  ],
  [
    'an offer does not end before it starts',
    'promotions',
    { startsOn: '2026-02-01', endsOn: '2026-01-01' },
    'endsOn: The offer ends before it starts. Correct startsOn or endsOn.',
  ],
  [
    'an offer links to no other site with http',
    'promotions',
    { ...always, externalLink: 'http://example.com' },
    /^externalLink: /,
  ],
  ['an offer links to another site with https', 'promotions', { ...always, externalLink: 'https://example.com' }],
  [
    'an offer has one of the badges of the design',
    'promotions',
    { ...always, badge: 'Hot' },
    'badge: Choose one of: Featured Promo, New, Vendor Rebate, Commercial, Best Value, Popular. Write it exactly so.',
  ],
  ['a product of the certified maker is certified', 'products', { vendor: business.certifiedBrand, certified: true }],
  [
    'a product of another maker is not certified',
    'products',
    { vendor: business.otherVendors[0], certified: true },
    /^certified: By brand\/brand\.json we are a certified dealer of .* alone\. Remove the line\.$/,
  ],
  ['a post has a day of one form', 'blog', { date: 'Nov 3, 2026' }, badDay],
  ['a post has a day that there is', 'blog', { date: '2026-02-30' }, badDay],
  ['a post has a day with the year first', 'blog', { date: '3/11/2026' }, badDay],
  ['an excerpt has 160 characters', 'blog', { excerpt: 'x'.repeat(160) }],
  ['an excerpt has no more', 'blog', { excerpt: 'x'.repeat(163) }, /^excerpt: Too long by 3: at most 160/],
  ['a picture needs words', 'blog', { image: { ...picture, alt: ' ' } }, /^image\.alt: Empty\. Say/],
  ['a picture is a file of a picture', 'blog', { image: { ...picture, src: 'kitchen' } }, /^image\.src: Write the way/],
  ['a heading fits', 'hero', { title: 'x'.repeat(62) }, /^title: Too long by 2: at most 60 characters/],
  [
    'a section has as many rows as the design has room for',
    'process',
    { steps },
    'steps: Too few. List exactly 4, each beginning with "- " and with its fields: title, text.',
  ],
  ['a section has no more rows', 'process', { steps: [step, ...steps, step] }, /^steps: Too many\./],
  [
    'a mistake in a row names its field',
    'process',
    { steps: [{ ...step, txt: 'a' }, ...steps] },
    'steps.0: "txt" is not a field here. Did you mean "text"?',
  ],
  ['a row has its fields', 'process', { steps: ['Measure', ...steps] }, 'steps.0: Write its fields: title, text.'],
  ['the hero may have one hour', 'hero', { hours: [hour] }],
  ['the hero says an hour once', 'hero', { hours: [hour, hour] }, 'hours: An hour stands there twice. Write it once.'],
  ['the hero has an hour', 'hero', { hours: [] }, /^hours: /],
  [
    'the hero says its hours in words',
    'hero',
    { hours: [{ ...hour, time: '18:00' }] },
    'hours.0.time: Write the hour as 6:00 PM.',
  ],
  [
    'a fact between braces is one that there is',
    'benefits',
    { fact: 'In {regon}' },
    /^fact: \{regon\} stands for nothing\. Write one of: name, phone/,
  ],
  ['a ZIP code has five digits', 'service-areas', { zipCodes: ['3476'] }, 'zipCodes.0: A ZIP code has 5 digits.'],
])('%s', (_, name, change, mistake) => {
  const expected = typeof mistake === 'string' ? mistake : expect.stringMatching(mistake ?? '');
  expect(mistakes(sources[name].schema(image), { ...written(name), ...change })).toEqual(mistake ? [expected] : []);
});

test('a day and a ZIP code may be quoted or not', () => {
  for (const date of [new Date('2026-11-03'), '2026-11-03'])
    expect(blogPostSchema(image).parse({ ...written('blog'), date })).toMatchObject({ date: '2026-11-03' });
  const area = { ...written('service-areas'), zipCodes: [30061, '30041'] };
  expect(serviceAreaSchema(image).parse(area).zipCodes).toEqual(['30061', '30041']);
});

test('an unknown field that resembles none is answered with all of them', () => {
  expect(unknownFields(['slug', 'Title'], ['title', 'date'])).toBe(
    '"slug" is not a field here. Remove it, or use one of: title, date. "Title" is not a field here. Did you mean "title"?',
  );
});
