import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ContentSource, sources } from '#schemas/all';
import { blogPostSchema, promotionSchema, serviceAreaSchema } from '#schemas/collections';
import { translatedNames, translationSchema } from '#schemas/translations';
import { checkContent } from './collections.ts';
import { checkSource, readEntries } from './entries.ts';
import { wordCount } from './markdown.ts';

/** The site's own content: what must be there and stay so, however much marketing adds, renews and rewrites. */
const root = path.resolve(import.meta.dirname, '../..');
const image = () => z.custom<ImageMetadata>();
const areas = readEntries(root, 'service-areas', serviceAreaSchema(image));

test('it has nothing to correct, and is whole in Spanish', async () => {
  const { findings } = await checkContent(root, '2026-11-21');
  expect(findings.filter(({ severity }) => severity === 'wrong')).toEqual([]);
  expect(findings.filter(({ message }) => message.startsWith('Not translated')).map(({ file }) => file)).toEqual([]);
});

/** The figures in a text or in fields: prices, shares, days. Those of a picture's file and of an hour that was drawn are not translated. */
const figures = (content: unknown) =>
  JSON.stringify(content, (name, value) => (['src', 'time'].includes(name) ? undefined : value))
    .match(/\d+(?:,\d{3})*/g)
    ?.toSorted() ?? [];

test.each(translatedNames)('the translations in %s say the same figures as their originals', async (name) => {
  const { schema }: ContentSource = sources[name];
  const [originals, translations] = await Promise.all([
    readEntries(root, name, schema(image) as z.ZodType<Record<string, unknown>>),
    readEntries(root, name, translationSchema(name, image) as z.ZodType<Record<string, unknown>>, '.es'),
  ]);
  for (const { id, fields, text } of originals.entries) {
    const spanish = translations.entries.find((entry) => entry.id === id);
    const own = Object.keys(spanish?.fields ?? {}).map((field) => fields[field]);
    expect([id, figures([spanish?.fields, spanish?.text])]).toEqual([id, figures([own, text])]);
  }
});

test.each([
  ['choosing-window-treatments-florida-home', 'Buying Guide'],
  ['energy-efficient-window-treatments-florida', 'Energy Efficiency'],
  ['motorized-shades-vs-traditional-blinds', 'Smart Home'],
])('the post %s has its category and 900 words or more', async (id, category) => {
  const { entries } = await readEntries(root, 'blog', blogPostSchema(image));
  const post = entries.find((entry) => entry.id === id);
  expect(post?.fields.category).toBe(category);
  expect(wordCount(post?.text ?? '')).toBeGreaterThanOrEqual(900);
});

describe('the service areas', () => {
  const counties = {
    'Osceola County': ['kissimmee', 'st-cloud', 'celebration', 'osceola-county'],
    'Osceola and Polk Counties': ['poinciana'],
    'Orange County': ['orlando', 'winter-park', 'ocoee', 'apopka', 'orange-county'],
    'Polk County': ['haines-city', 'davenport'],
  };

  test('lie in their counties, and have the ZIP codes that were agreed', async () => {
    const { entries } = await areas;
    const fieldsOf = (name: string) => entries.find(({ id }) => id === name)?.fields;
    for (const [county, names] of Object.entries(counties)) {
      for (const name of names) expect([name, fieldsOf(name)?.county]).toEqual([name, county]);
    }
    const kissimmee = ['34741', '34742', '34743', '34744', '34745', '34746', '34747'];
    expect(fieldsOf('kissimmee')?.zipCodes).toEqual(kissimmee);
    expect(fieldsOf('celebration')?.zipCodes).toEqual(['34747', '34786']);
  });

  test('share no sentence: each is written for its place', async () => {
    const { entries } = await areas;
    const sentences = entries.flatMap(({ text, fields }) =>
      `${text} ${fields.description}`.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.split(' ').length > 5),
    );
    expect(new Set(sentences).size).toBe(sentences.length);
  });
});

test.each([
  ['A new post', blogPostSchema(image)],
  ['A new offer', promotionSchema(image)],
  ['A new service area', serviceAreaSchema(image)],
])('the example under "%s" in docs/content.md would be accepted', async (heading, schema) => {
  const page = await readFile(path.join(root, 'docs/content.md'), 'utf8');
  const section = page.slice(page.indexOf(`\n## ${heading}\n`));
  const example = /```markdown\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
  expect(checkSource('docs/content.md', example, schema)).toMatchObject({ success: true });
});
