import { z } from 'astro/zod';
import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { business, businessIn, storeHours } from '#business';
import { deals as en } from '#i18n/en/deals';
import { deals as es } from '#i18n/es/deals';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { parseHtml } from '#build/html';
import { factsOf, fillAll } from '#lib/fill';
import { zonedToday } from '#lib/time/dates';
import { all, builtPage, builtPages, one, textOf } from '#tests/support/built-pages';
import { contentOf, offersOn } from '#tests/support/content';
import { root } from '../../scripts/command.ts';
import { readEntries } from '../../scripts/content-check/entries.ts';

/** The collections of the sections with the id of their heading, in the specified order. */
const SECTIONS = {
  hero: 'hero-title',
  benefits: 'why',
  products: 'products-title',
  pairing: 'pair',
  promotions: 'deals-title',
  'tax-banner': 'tax',
  process: 'how',
  owners: 'owners',
  reviews: 'reviews',
  faq: 'faq',
} as const;
type Section = keyof typeof SECTIONS;
const names = Object.keys(SECTIONS) as Section[];
/** Without an entry they are not on the page; owners and reviews have other words then. */
const OF_ENTRIES: readonly Section[] = ['products', 'promotions', 'faq'];
const page = await builtPage('/');
const main = one(page, 'main');
const sectionIn = (within: HTMLElement, name: Section) =>
  within.querySelector(`section[aria-labelledby="${SECTIONS[name]}"]`);
const [hero, benefits, products, pairing, deals, tax, steps, owners, reviews, faq] = names.map((name) =>
  sectionIn(main, name),
);
const posts = await contentOf('blog', {});

/** A part of the page; empty if it has no entries. The test of their order says that it is there otherwise. */
const part = (section: HTMLElement | null | undefined) => section ?? parseHtml('<section></section>');
const listOf = (within: HTMLElement, selector: string) => all(within, selector).map(textOf);
const byOrder = <Entry extends { fields: { order: number } }>(one: Entry, other: Entry) =>
  one.fields.order - other.fields.order;
const links = (within: HTMLElement, address: string) => all(within, `a[href="${address}"]`);

test('the home page has its sections in the specified order, and none without entries', async () => {
  const filled = await Promise.all(
    names.map(async (name) => !OF_ENTRIES.includes(name) || (await contentOf(name, {})).length > 0),
  );
  expect(all(main, 'section').map((section) => section.getAttribute('aria-labelledby'))).toEqual(
    names.filter((_, index) => filled[index]).map((name) => SECTIONS[name]),
  );
  expect(all(part(hero), 'h1')).toHaveLength(1);
  expect(listOf(part(benefits), 'ul').length).toBeGreaterThan(1);
  expect(all(part(pairing), 'dl')).toHaveLength(2);
  expect(all(part(tax), 'a[href^="https://www.irs.gov/"]')).toHaveLength(1);
  expect(all(part(steps), 'ol')).toHaveLength(1);
  expect(textOf(part(owners))).not.toBe('');
  expect(all(part(reviews), 'blockquote, a')).not.toEqual([]);
  for (const section of all(main, 'section')) {
    const heading = section.getAttribute('aria-labelledby');
    const name = heading ? textOf(one(section, `[id="${heading}"]`)) : section.getAttribute('aria-label');
    expect(name).toMatch(/\w/);
  }
});

test('the hero has a consultation button, a phone button and the first picture; the others wait, in their place', () => {
  expect(links(part(hero), '/book').map(textOf)).toEqual(['Schedule Consultation']);
  expect(links(part(hero), business.phone.href).map(textOf)).toEqual([business.phone.display]);
  const [first, ...others] = all(main, 'img');
  expect(first?.getAttribute('fetchpriority')).toBe('high');
  expect(others).not.toEqual([]);
  for (const picture of others) {
    expect(picture.getAttribute('loading'), picture.outerHTML).toBe('lazy');
    expect(picture.getAttribute('width'), picture.outerHTML).toMatch(/\d/);
    expect(picture.getAttribute('alt'), picture.outerHTML).toMatch(/\w+ \w+/);
  }
});

/** Values that a visitor does not read there: names of files, icons and pages, and the hours that the picture draws. */
const UNREAD = ['src', 'icon', 'focus', 'initials', 'translation', 'guide', 'externalLink', 'linkAddress', 'hours'];
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/\s+/g, ' ').trim()];
  if (typeof value !== 'object' || !value || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, within]) => (UNREAD.includes(name) ? [] : textsIn(within)));
}

test.each(siteLanguages)(
  'in %s, every text of an entry is read in its section: on its own card, in their order',
  async (language) => {
    const within = one(await builtPage(pathIn(language, '/')), 'main');
    for (const name of names) {
      const section = part(sectionIn(within, name));
      const ordered = (await contentOf(name, { order: z.number().default(0) })).toSorted(byOrder).map(({ id }) => id);
      const { entries } = await readEntries(root, name, z.looseObject({}), language === 'en' ? '' : `.${language}`);
      const cards = all(section, { faq: 'details', promotions: '[data-promotion]' }[name as string] ?? 'article');
      if (name !== 'promotions') expect([0, ordered.length], name).toContain(cards.length);
      for (const { id, fields, text } of entries) {
        const own =
          name === 'promotions'
            ? cards.find((card) => card.getAttribute('data-promotion') === id)
            : cards[ordered.indexOf(id)];
        const read = [
          textOf(own ?? section),
          ...all(own ?? section, '[alt]').map((picture) => picture.getAttribute('alt')),
        ];
        const texts = textsIn({ ...fillAll(fields, factsOf(businessIn(language))), text: text.split('\n\n') });
        expect([id, texts.filter((some) => !read.join('\n').includes(some))]).toEqual([id, []]);
      }
    }
  },
);

test('each picture of a product is described, and a maker certifies its dealer for its products alone', async () => {
  const entries = await contentOf('products', { order: z.number(), certified: z.boolean().default(false) });
  const cards = all(part(products), 'article');
  for (const card of cards) expect(one(card, 'img').getAttribute('alt')).toMatch(/\w+ \w+ \w+/);
  expect(cards.map((card) => textOf(card).includes('Certified dealer'))).toEqual(
    entries.toSorted(byOrder).map(({ fields }) => fields.certified && business.certifiedBrand !== undefined),
  );
});

test('each offer says its terms and what is so on the day of the build, and nothing that does not apply', async () => {
  const cards = all(part(deals), 'article');
  const entries = await offersOn(zonedToday(new Date()));
  expect(cards.map((card) => card.getAttribute('data-promotion')).toSorted()).toEqual(
    entries.map(({ id }) => id).toSorted(),
  );
  const states = new Set(cards.map((card) => card.getAttribute('data-state') === 'ended'));
  const heading = [textOf(part(deals)).includes('Current offers.'), textOf(part(deals)).includes('Past ones')];
  expect(heading).toEqual([states.has(false), states.size === 2]);
  for (const card of cards) {
    const offer = entries.find(({ id }) => id === card.getAttribute('data-promotion'));
    const site = offer?.externalLink && one(card, `a[href="${offer.externalLink}"]`);
    if (site)
      expect([site.getAttribute('target'), textOf(site)]).toEqual([
        '_blank',
        expect.stringContaining('(opens in a new tab)'),
      ]);
    const isEnded = card.getAttribute('data-state') === 'ended';
    const words = textOf(card);
    expect(/Offer ended|Ask for current deals|\bRan /.test(words)).toBe(isEnded);
    expect(words.includes('Schedule Consultation')).toBe(!isEnded);
    expect(words.includes('Coming:')).toBe(card.getAttribute('data-state') === 'upcoming');
  }
});

test('the words for an ended offer stand in the card of one, and nowhere else in any page, not even unseen', async () => {
  const counted = (html: string) => [en.ended, es.ended].reduce((sum, words) => sum + html.split(words).length - 1, 0);
  for (const { address, document, html } of await builtPages()) {
    const ended = all(document, '[data-promotion][data-state="ended"]');
    expect([address, counted(html)]).toEqual([address, ended.reduce((sum, card) => sum + counted(card.outerHTML), 0)]);
    for (const card of ended) expect(counted(card.outerHTML)).toBeGreaterThan(0);
  }
});

test('the tax banner leads to the government’s page in a new tab', () => {
  const link = one(part(tax), 'a');
  expect(textOf(link)).toContain('(opens in a new tab)');
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.irs\.gov\//);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('two product lines are compared point by point, under their heading', () => {
  expect([all(part(pairing), 'h2').length, all(part(pairing), 'h3').length]).toEqual([1, 2]);
  const [first, second] = all(part(pairing), 'dl').map((list) => listOf(list, 'dt'));
  expect(first?.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
  expect(all(part(pairing), 'dd')).toHaveLength(2 * (first?.length ?? 0));
  expect(all(part(pairing), 'img')).toHaveLength(2);
});

test('stars draw the rating, the business’s and each review’s, and say it', async () => {
  const entries = await contentOf('reviews', { order: z.number(), rating: z.number() });
  const rated = all(main, '[role=img].stars');
  const own = business.rating ? [business.rating, business.rating] : [];
  const ratings = [...own, ...entries.toSorted(byOrder).map(({ fields }) => fields.rating)].map(Number);
  expect(rated.map((stars) => stars.getAttribute('aria-label'))).toEqual(
    ratings.map((rating) => `${rating} out of 5 stars`),
  );
  // A star and its gap are 1.25rem wide.
  const widths = rated.map((stars) => Number.parseFloat(one(stars, 'svg').getAttribute('width') ?? '') / 1.25);
  for (const [index, rating] of ratings.entries()) expect(Math.abs((widths[index] ?? 0) - rating)).toBeLessThan(0.15);
});

test('the first question is open; an answer leads to its guide alone, and dials the phone that it names', async () => {
  const entries = await contentOf('faq', { order: z.number(), answer: z.string(), guide: z.string().optional() });
  const { href, display } = business.phone;
  const items = all(part(faq), 'details');
  expect(items.map((item) => item.hasAttribute('open'))).toEqual(items.map((_, index) => index === 0));
  expect(items.map((item) => all(item, 'a').map((link) => link.getAttribute('href')))).toEqual(
    entries.toSorted(byOrder).map(({ fields: { answer, guide } }) => {
      const isDialed = answer.includes('{phone}') || answer.includes(display);
      return [...(isDialed ? [href] : []), ...(guide ? [`/blog/${guide}`] : [])];
    }),
  );
});

test('the body leads to our work, and from benefits and owners on', () => {
  expect(links(part(benefits), '#products')).toHaveLength(all(main, '#products').length);
  expect(links(part(owners), '/book').map(textOf)).toEqual(['Schedule Consultation']);
  expect(links(main, '/gallery')).toHaveLength(products ? 1 : 0);
});

test('the footer leads on, to each area too', async () => {
  const footer = one(page, 'footer');
  const areas = (await contentOf('service-areas', {})).map(({ id }) => `/service-areas/${id}`);
  expect(links(footer, '/blog')).toHaveLength(Math.min(posts.length, 1));
  for (const address of ['/gallery', '/privacy', ...areas]) {
    expect(links(footer, address), address).toHaveLength(1);
  }
  for (const hours of storeHours) expect(textOf(footer)).toContain(hours);
  expect(links(footer, business.phone.href).map(textOf)).toContain(business.phone.display);
  expect(links(footer, '/book').map(textOf)).toEqual(['Schedule Consultation']);
});
