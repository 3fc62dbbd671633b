import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { type ContentSource, type SourceName, sources } from './all.ts';
import { blogPostSchema, promotionSchema, serviceAreaSchema } from './collections.ts';
import { unknownFields } from './fields.ts';
import { business } from '#business';
import { filesOf, parts } from './files.ts';
import { benefitsSchema, heroSchema, processSchema } from './home.ts';

const image = () => z.custom<ImageMetadata>();

/**
 * The fields of a source's first file, as the site has it: what is whole, before one thing is wrong with it. Its maker is
 * one of the unit tests' own.
 */
function written(name: SourceName): Record<string, unknown> {
  const file = fileOf(name) ?? '';
  const text = readFileSync(file, 'utf8');
  const fields = (file.endsWith('.json') ? JSON.parse(text) : load(parts(text).frontmatter)) as Record<string, unknown>;
  return 'vendor' in fields ? { ...fields, vendor: business.certifiedBrand } : fields;
}

/** A dealer may have none: no reviews yet, no page about financing. */
function fileOf(name: SourceName): string | undefined {
  const { folder, patterns } = filesOf(name);
  const place = path.resolve(import.meta.dirname, '../..', folder);
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
  const fields = written(name);
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

describe('a promotion', () => {
  const schema = promotionSchema(image);
  const { startsOn: _start, endsOn: _end, ...offer } = written('promotions');

  test('whose text names a year must say when it ends', () => {
    expect(mistakes(schema, { ...offer, validUntil: 'Oct 1 to Dec 31, 2026' })).toEqual([
      expect.stringMatching(/^endsOn: Missing\. validUntil names a year/),
    ]);
  });

  test('does not end before it starts', () => {
    expect(mistakes(schema, { ...offer, startsOn: '2026-02-01', endsOn: '2026-01-01' })).toEqual([
      'endsOn: The offer ends before it starts. Correct startsOn or endsOn.',
    ]);
  });

  test('links to another site only with https', () => {
    expect(mistakes(schema, { ...offer, externalLink: 'http://example.com' })).toHaveLength(1);
    expect(mistakes(schema, { ...offer, externalLink: 'https://example.com' })).toEqual([]);
  });

  test('has one of the badges of the design', () => {
    expect(mistakes(schema, { ...offer, badge: 'Hot' })).toEqual([
      'badge: Choose one of: Featured Promo, New, Vendor Rebate, Commercial, Best Value, Popular. Write it exactly so.',
    ]);
  });
});

describe('a post', () => {
  const schema = blogPostSchema(image);
  const post: Record<string, unknown> = { ...written('blog'), date: new Date('2026-11-03') };
  const picture = { src: '../../assets/kitchen.jpg', alt: 'A kitchen' };

  test('has a day, quoted or not', () => {
    const dates = { date: '2026-11-03' };
    expect(schema.parse(post)).toMatchObject(dates);
    expect(schema.parse({ ...post, date: '2026-11-03' })).toMatchObject(dates);
  });

  test.each(['Nov 3, 2026', '2026-02-30', '3/11/2026'])('is not dated %s', (date) => {
    expect(mistakes(schema, { ...post, date })).toEqual([
      'date: Write the day as year-month-day, for example 2026-11-03.',
    ]);
  });

  test('has an excerpt of at most 160 characters', () => {
    expect(mistakes(schema, { ...post, excerpt: 'x'.repeat(160) })).toEqual([]);
    expect(mistakes(schema, { ...post, excerpt: 'x'.repeat(163) })).toEqual([
      expect.stringMatching(/^excerpt: Too long by 3: at most 160/),
    ]);
  });

  test('needs words for its picture, and a file that is a picture', () => {
    expect(mistakes(schema, { ...post, image: { ...picture, alt: ' ' } })).toEqual([
      expect.stringMatching(/^image\.alt: Empty\. Say/),
    ]);
    expect(mistakes(schema, { ...post, image: { ...picture, src: 'kitchen' } })).toEqual([
      expect.stringMatching(/^image\.src: Write the way/),
    ]);
  });
});

describe('a section of the home page', () => {
  const hero = written('hero') as { hours: unknown[] };
  const process = written('process');
  const steps = process['steps'] as object[];

  test('has a heading that fits', () => {
    expect(mistakes(heroSchema, { ...hero, title: 'x'.repeat(62) })).toEqual([
      expect.stringMatching(/^title: Too long by 2: at most 60 characters/),
    ]);
  });

  test('has as many rows as the design has room for', () => {
    expect(mistakes(processSchema, { ...process, steps: steps.slice(1) })).toEqual([
      'steps: Too few. List exactly 4, each beginning with "- " and with its fields: title, text.',
    ]);
    expect(mistakes(processSchema, { ...process, steps: [...steps, ...steps] })).toEqual([
      expect.stringMatching(/^steps: Too many\./),
    ]);
  });

  test('names the field of the row', () => {
    const [first, ...others] = steps;
    expect(mistakes(processSchema, { ...process, steps: [{ ...first, txt: 'a' }, ...others] })).toEqual([
      'steps.0: "txt" is not a field here. Did you mean "text"?',
    ]);
    expect(mistakes(processSchema, { ...process, steps: ['Measure', ...others] })).toEqual([
      'steps.0: Write its fields: title, text.',
    ]);
  });

  test('says the hours of the hero once each, one at least', () => {
    const [hour = {}] = hero.hours;
    expect(mistakes(heroSchema, { ...hero, hours: [hour] })).toEqual([]);
    expect(mistakes(heroSchema, { ...hero, hours: [hour, hour] })).toEqual([
      'hours: An hour stands there twice. Write it once.',
    ]);
    expect(mistakes(heroSchema, { ...hero, hours: [] })).toHaveLength(1);
    expect(mistakes(heroSchema, { ...hero, hours: [{ ...(hour as object), time: '18:00' }] })).toEqual([
      'hours.0.time: Write the hour as 6:00 PM.',
    ]);
  });

  test('has facts between braces that there are', () => {
    expect(mistakes(benefitsSchema(image), { ...written('benefits'), fact: 'In {regon}' })).toEqual([
      expect.stringMatching(/^fact: \{regon\} stands for nothing\. Write one of: name, phone/),
    ]);
  });
});

test('an area takes ZIP codes with or without quotes, and nothing else', () => {
  const schema = serviceAreaSchema(image);
  const area = { ...written('service-areas'), zipCodes: [30061, '30041'] };
  expect(schema.parse(area).zipCodes).toEqual(['30061', '30041']);
  expect(mistakes(schema, { ...area, zipCodes: ['3476'] })).toEqual(['zipCodes.0: A ZIP code has 5 digits.']);
});

test('an unknown field that resembles none is answered with all of them', () => {
  expect(unknownFields(['slug', 'Title'], ['title', 'date'])).toBe(
    '"slug" is not a field here. Remove it, or use one of: title, date. "Title" is not a field here. Did you mean "title"?',
  );
});
