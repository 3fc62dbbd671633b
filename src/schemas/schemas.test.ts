import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { describe, expect, test } from 'vitest';
import {
  blogPostSchema,
  faqSchema,
  ownersSchema,
  productSchema,
  promotionSchema,
  reviewSchema,
  serviceAreaSchema,
} from './collections.ts';
import { unknownFields } from './fields.ts';
import { benefitsSchema, heroSchema, pairingSchema, privacySchema, processSchema, taxBannerSchema } from './home.ts';

const image = () => z.custom<ImageMetadata>();
const picture = { src: '../../assets/kitchen.jpg', alt: 'A kitchen' };

const post = {
  title: 'Shades',
  excerpt: 'About shades.',
  date: new Date('2026-11-03'),
  readTime: '6 min read',
  category: 'Smart Home',
  image: picture,
};
const offer = {
  order: 1,
  title: 'Hub',
  discount: '50% off',
  description: 'A hub.',
  validUntil: 'Ongoing',
  badge: 'New',
  featured: false,
};
const area = {
  order: 1,
  name: 'Ocoee',
  county: 'Orange County',
  metaTitle: 'Shades in Ocoee',
  metaDescription: 'Shades.',
  description: 'Tall windows.',
  ctaText: 'Schedule',
  popularProjects: ['a', 'b', 'c'],
  neighborhoods: ['a', 'b', 'c'],
  zipCodes: [34761, '34741'],
  image: picture,
  projectsImage: picture,
};
const product = {
  order: 1,
  title: 'Roller',
  vendor: 'Norman',
  description: 'A shade.',
  features: ['Dark', 'Light'],
  image: picture,
};
const review = { order: 1, sample: true, name: 'Ann B.', location: 'Ocoee', initials: 'AB', rating: 5, text: 'Good.' };
const question = { order: 1, question: 'Why?', answer: 'Because.' };
const owners = { sample: true, names: 'E and M', initials: ['E', 'M'], headline: 'Two people.' };

const hero = {
  title: 'Noon.',
  lead: 'Shades.',
  rating: '{rating} stars',
  promise: 'Free, answered {contactPromise}',
  room: 'Living room',
  hours: ['7:00 AM', '12:00 PM', '2:00 PM', '6:00 PM', '9:00 PM'].map((time) => ({ time, line: 'Up', alt: 'A room' })),
};
const benefits = {
  label: 'Why',
  fact: 'Over {yearsOfExperience} years in {region}',
  title: 'Close them.',
  lead: 'Sun heats.',
  benefits: Array.from({ length: 6 }, () => ({ icon: 'mic', title: 'Voice', text: 'Say it.' })),
  rangeTitle: 'What we carry',
  range: Array.from({ length: 3 }, () => ({ name: 'Shades', kinds: 'roller' })),
  button: 'More',
  image: picture,
};
const half = {
  title: 'By day',
  lead: 'For rooms.',
  facts: Array.from({ length: 2 }, () => ({ name: 'Heat', text: 'None' })),
  image: picture,
};
const pairing = { label: 'Two shades', day: half, night: half };
const steps = Array.from({ length: 4 }, () => ({ title: 'Measure', text: 'We come.' }));
const process = { label: 'How', fact: 'Four steps', title: 'One visit.', steps };
const banner = {
  label: 'Credit',
  title: 'Installed?',
  text: 'You may claim.',
  linkText: 'Rules',
  linkAddress: 'https://example.com',
  image: picture,
};
const privacy = {
  title: 'Privacy',
  description: 'What {name} keeps.',
  lead: 'Little.',
  changed: '2026-11-22',
  inShort: [
    { name: 'Cookies', text: '{if analytics}Some{else}None{end}' },
    { name: 'Removal', text: 'One call: {phone}' },
  ],
};

/** What an editor reads: one line a mistake, the field first. */
const mistakes = (schema: z.ZodType, fields: unknown) =>
  schema.safeParse(fields).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const all: [string, z.ZodType, Record<string, unknown>][] = [
  ['product', productSchema(image), product],
  ['promotion', promotionSchema(image), offer],
  ['review', reviewSchema, review],
  ['question', faqSchema, question],
  ['post', blogPostSchema(image), post],
  ['area', serviceAreaSchema(image), area],
  ['owners', ownersSchema, owners],
  ['hero', heroSchema, hero],
  ['benefits section', benefitsSchema(image), benefits],
  ['pairing', pairingSchema(image), pairing],
  ['process', processSchema, process],
  ['tax banner', taxBannerSchema(image), banner],
  ['privacy page', privacySchema, privacy],
];

describe.each(all)('a %s', (_, schema, fields) => {
  test('that is whole is accepted', () => {
    expect(mistakes(schema, fields)).toEqual([]);
  });

  test.each(Object.keys(fields))('without its %s is refused, the field is named and the remedy said', (field) => {
    const { [field]: _left, ...rest } = fields;
    expect(mistakes(schema, rest)).toEqual([
      expect.stringMatching(new RegExp(`^${field}: .*(Write|Say|List|Choose|A picture is)`)),
    ]);
  });

  test('with a misspelled field is refused, and the right one named', () => {
    const [field = ''] = Object.keys(fields);
    expect(mistakes(schema, { ...fields, [`${field}s`]: 1 })).toEqual([
      `: "${field}s" is not a field here. Did you mean "${field}"?`,
    ]);
  });
});

describe('a promotion', () => {
  const schema = promotionSchema(image);

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

  test('says the hours of the hero once each, in their order', () => {
    expect(mistakes(heroSchema, { ...hero, hours: hero.hours.toReversed() })).toEqual([
      'hours: Each hour once, in this order: 7:00 AM, 12:00 PM, 2:00 PM, 6:00 PM, 9:00 PM.',
    ]);
  });

  test('has facts between braces that there are', () => {
    expect(mistakes(benefitsSchema(image), { ...benefits, fact: 'In {regon}' })).toEqual([
      expect.stringMatching(/^fact: \{regon\} stands for nothing\. Write one of: name, phone/),
    ]);
  });
});

test('an area takes ZIP codes with or without quotes, and nothing else', () => {
  const schema = serviceAreaSchema(image);
  expect(schema.parse(area).zipCodes).toEqual(['34761', '34741']);
  expect(mistakes(schema, { ...area, zipCodes: ['3476'] })).toEqual(['zipCodes.0: A ZIP code has 5 digits.']);
});

test('an unknown field that resembles none is answered with all of them', () => {
  expect(unknownFields(['slug', 'Title'], ['title', 'date'])).toBe(
    '"slug" is not a field here. Remove it, or use one of: title, date. "Title" is not a field here. Did you mean "title"?',
  );
});
