import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { type ContentSource, sources } from '#schemas/all';
import { serviceAreaSchema } from '#schemas/collections';
import { translatedNames, translationSchema } from '#schemas/translations';
import { readEntries } from '../../scripts/content-check/entries.ts';
import { root } from '../../scripts/command.ts';

/**
 * The content's own rules, however much marketing adds, renews and rewrites. What it must have besides is checked by
 * `npm run content:check -- --specified`.
 */
const image = () => z.custom<ImageMetadata>();

/**
 * The figures in a text or in fields: prices, shares, days. Those of a picture's file and of an hour that was drawn are
 * not translated.
 */
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
  for (const spanish of translations.entries) {
    const original = originals.entries.find(({ id }) => id === spanish.id);
    const own = Object.keys(spanish.fields).map((field) => original?.fields[field]);
    expect([spanish.id, figures([spanish.fields, spanish.text])]).toEqual([spanish.id, figures([own, original?.text])]);
  }
});

test('the service areas share no sentence: each is written for its place', async () => {
  const { entries } = await readEntries(root, 'service-areas', serviceAreaSchema(image));
  const sentences = entries.flatMap(({ text, fields }) =>
    `${text} ${fields.description}`.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.split(' ').length > 5),
  );
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
});
