import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { expect, test } from 'vitest';
import { translatedNames, translationSchema } from './translations.ts';

const image = () => z.custom<ImageMetadata>();
const mistakes = (name: (typeof translatedNames)[number], fields: unknown) =>
  translationSchema(name, image)
    .safeParse(fields)
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const offer = {
  translation: 'unreviewed',
  title: 'Hub',
  discount: '50% menos',
  description: 'Un hub.',
  validUntil: 'Vigente',
  image: { alt: 'Un hub' },
};

test('a translation has the words of its original alone', () => {
  expect(mistakes('promotions', offer)).toEqual([]);
  expect(mistakes('promotions', { ...offer, image: undefined })).toEqual([]);
  expect(mistakes('faq', { translation: 'reviewed', question: '¿Por qué?', answer: 'Porque sí.' })).toEqual([]);
});

test.each([
  { endsOn: '2027-01-01' },
  { featured: true },
  { order: 1 },
  { image: { src: '../../assets/a.jpg', alt: 'A' } },
])('what is the same in every language is refused: %j', (field) => {
  expect(mistakes('promotions', { ...offer, ...field })).toEqual([
    expect.stringMatching(/not a field of a translation\. .* stands in the English file alone\. Remove it here\.$/),
  ]);
});

test('its words keep the rules of the original, and it says whether somebody has read it', () => {
  expect(mistakes('promotions', { ...offer, discount: 'x'.repeat(61) })).toEqual([
    expect.stringMatching(/^discount: Too long by 1/),
  ]);
  expect(mistakes('promotions', { ...offer, title: '' })).toEqual(['title: Empty. Write what the offer is on.']);
  const { translation: _state, ...withoutState } = offer;
  expect(mistakes('promotions', withoutState)).toEqual([expect.stringMatching(/^translation: Write unreviewed until/)]);
});

test('a county is written in Spanish', () => {
  expect(mistakes('service-areas', { county: 'Condado de Cobb' }).filter((one) => one.startsWith('county'))).toEqual(
    [],
  );
});

test.each(translatedNames)('a translation of %s has words', (name) => {
  const { properties = {} } = z.toJSONSchema(translationSchema(name, image), { io: 'input', unrepresentable: 'any' });
  expect(Object.keys(properties).length).toBeGreaterThan(1);
  for (const [field, { description }] of Object.entries(properties as Record<string, z.core.JSONSchema.BaseSchema>)) {
    expect(description, field).toMatch(/\w/);
  }
});
