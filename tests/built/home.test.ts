import { z } from 'astro/zod';
import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { business, businessIn } from '#business';
import { factsOf, fillAll } from '#lib/fill';
import { all, builtPage, one, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';

const page = await builtPage('/');
const main = one(page, 'main');
const [hero, benefits, products, pairing, deals, tax, steps, owners, reviews, faq] = all(main, 'section') as [
  HTMLElement,
  ...HTMLElement[],
];

/** A part of the page, once the test of their order has found it there. */
function part(section: HTMLElement | undefined): HTMLElement {
  if (!section) throw new Error('The page has too few sections');
  return section;
}
const listOf = (within: HTMLElement, selector: string) => all(within, selector).map(textOf);
const inOrder = <Fields extends { order: number }>(entries: { fields: Fields }[]) =>
  entries.map(({ fields }) => fields).toSorted((one, other) => one.order - other.order);
/** With the facts of the business in place of their names. */
const filled = <Entry extends { fields: object }>(entry: Entry): Entry => ({
  ...entry,
  fields: fillAll(entry.fields, factsOf(businessIn('en'))),
});
const links = (within: HTMLElement, address: string) => all(within, `a[href="${address}"]`);

test('the home page has its sections in the specified order', () => {
  expect(all(main, 'section')).toHaveLength(10);
  expect(all(part(hero), 'h1')).toHaveLength(1);
  expect(listOf(part(benefits), 'ul').length).toBeGreaterThan(1);
  expect(part(products).id).toBe('products');
  expect(all(part(pairing), 'dl')).toHaveLength(2);
  expect(part(deals).id).toBe('deals');
  expect(all(part(tax), 'a[href^="https://www.irs.gov/"]')).toHaveLength(1);
  expect(all(part(steps), 'ol')).toHaveLength(1);
  expect(textOf(part(owners))).not.toBe('');
  expect(all(part(reviews), 'blockquote')).not.toEqual([]);
  expect(all(part(faq), 'details')).not.toEqual([]);
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
  expect(others.length).toBeGreaterThan(15);
  for (const picture of others) {
    expect(picture.getAttribute('loading'), picture.outerHTML).toBe('lazy');
    expect(picture.getAttribute('width'), picture.outerHTML).toMatch(/\d/);
    expect(picture.getAttribute('alt'), picture.outerHTML).toMatch(/\w+ \w+/);
  }
});

test('six benefits make the claims of the business; six products lead on with "Learn More"', () => {
  const cards = all(part(benefits), 'li').filter((item) => item.querySelector('h3'));
  expect(cards).toHaveLength(6);
  for (const card of cards) expect([textOf(one(card, 'h3')), textOf(one(card, 'p'))]).not.toContain('');
  const claims = ['Alexa', 'Google Home', 'Apple HomeKit', 'cordless', 'up to 30%'];
  for (const claim of [`${business.yearsOfExperience} years`, ...claims])
    expect(textOf(part(benefits))).toContain(claim);
  const range = all(one(part(benefits), 'ul[aria-labelledby]'), 'li');
  expect(range).toHaveLength(6);
  for (const item of range) expect(textOf(one(item, 'b'))).toMatch(/\w/);
  expect(links(part(benefits), '#products').map(textOf)).toEqual(['Learn More']);
});

test('eight products have a picture, a maker, a description and features', async () => {
  const fields = {
    order: z.number(),
    title: z.string(),
    vendor: z.string(),
    certified: z.boolean().default(false),
    color: z.string().optional(),
    description: z.string(),
    features: z.array(z.string()),
  };
  const entries = (await contentOf('products', fields)).map(filled);
  const cards = all(part(products), 'article');
  expect(cards).toHaveLength(8);
  expect(entries.map(({ id }) => id).toSorted()).toEqual(
    cards.map((card) => card.getAttribute('data-product')).toSorted(),
  );
  for (const card of cards) {
    const entry = entries.find(({ id }) => id === card.getAttribute('data-product'))?.fields;
    expect(textOf(one(card, 'h3'))).toBe(entry?.title);
    expect(one(card, 'img').getAttribute('alt')).toMatch(/\w+ \w+ \w+/);
    expect(textOf(card)).toMatch(/Norman|Hunter Douglas/);
    for (const text of [entry?.vendor, entry?.description, entry?.color ?? '']) expect(textOf(card)).toContain(text);
    expect(textOf(card).includes('Certified dealer')).toBe(entry?.certified);
    expect(listOf(card, 'li')).toEqual(entry?.features);
    expect(entry?.features.length).toBeGreaterThanOrEqual(2);
  }
  expect(entries.some(({ fields: { certified } }) => certified)).toBe(true);
  expect(entries.some(({ fields: { color } }) => color)).toBe(true);
});

test('seven offers say what is so on the day of the build, and nothing that does not apply', () => {
  const cards = all(part(deals), 'article');
  expect(cards).toHaveLength(7);
  for (const card of cards) {
    const isEnded = card.getAttribute('data-state') === 'ended';
    expect(/Offer ended|Ask for current deals|\bRan /.test(card.innerHTML)).toBe(isEnded);
    expect(card.innerHTML.includes('Schedule Consultation')).toBe(!isEnded);
    expect(card.innerHTML.includes('Coming:')).toBe(card.getAttribute('data-state') === 'upcoming');
  }
});

test('the tax banner speaks of what was installed in time, and leads to the government’s page in a new tab', () => {
  expect(textOf(one(part(tax), 'h2'))).toContain('December 31, 2025');
  expect(textOf(part(tax))).toContain('$1,200');
  const link = one(part(tax), 'a');
  expect(textOf(link)).toContain('(opens in a new tab)');
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.irs\.gov\//);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('two product lines are compared point by point, and four steps tell how it goes', () => {
  const [first, second] = all(part(pairing), 'dl').map((list) => listOf(list, 'dt'));
  expect(first).toHaveLength(4);
  expect(second).toEqual(first);
  expect(all(part(pairing), 'dd')).toHaveLength(8);
  expect(all(part(pairing), 'img')).toHaveLength(2);
  const names = ['Free consultation', 'Custom design', 'Professional installation', 'Ongoing support'];
  expect(listOf(part(steps), 'ol li h3')).toEqual(names);
  expect(textOf(part(steps))).toContain('1-4 hours');
});

test('the owners, a couple, introduce themselves', async () => {
  const [entry] = await contentOf('owners', { names: z.string(), headline: z.string() });
  expect(entry?.fields.names).toMatch(/\w+ and \w+/);
  expect(one(part(owners), 'img').getAttribute('alt')).toContain(entry?.fields.names);
  expect(textOf(one(part(owners), 'h2'))).toBe(entry?.fields.headline);
  expect(textOf(part(owners))).toContain(entry?.text.trim().split(/\s+/).slice(0, 5).join(' '));
  expect(links(part(owners), '/book').map(textOf)).toEqual(['Schedule Consultation']);
});

test('four reviews have a name, a place and their stars', async () => {
  const text = z.string();
  const entries = await contentOf('reviews', {
    order: z.number(),
    name: text,
    location: text,
    rating: z.number(),
    text,
  });
  const expected = inOrder(entries).map((entry) => [
    entry.text,
    entry.name,
    entry.location,
    `${entry.rating} out of 5 stars`,
  ]);
  const shown = all(part(reviews), 'article').map((review) => {
    const name = textOf(one(review, 'b'));
    const location = textOf(one(review, 'span:has(> b)')).replace(name, '').trim();
    const stars = one(review, '[role=img]').getAttribute('aria-label');
    return [textOf(one(review, 'blockquote')), name, location, stars];
  });
  expect(shown).toEqual(expected);
  expect(shown).toHaveLength(4);
});

test('ten questions are those of the content, with their answers, the hours, the coverage and the figures; the first is open', async () => {
  const fields = { order: z.number(), question: z.string(), answer: z.string() };
  const entries = (await contentOf('faq', fields)).map(filled);
  const expected = inOrder(entries).map(({ question, answer }) => [question, answer.trim()]);
  const items = all(part(faq), 'details');
  expect(items.map((item) => [textOf(one(item, 'summary')), textOf(one(item, 'p'))])).toEqual(expected);
  expect(items).toHaveLength(10);
  expect(items.map((item) => item.hasAttribute('open'))).toEqual([true, ...Array(9).fill(false)]);
  const coverage = 'Osceola County, NE Polk County, Poinciana, Orlando and Lake Buena Vista';
  const figures = ['$300-500 per shade', '1 year to 18 months'];
  for (const text of ['Mon-Fri 8AM-6PM and Sat 9AM-4PM', coverage, ...figures])
    expect(textOf(part(faq))).toContain(text);
});

test('the footer leads on', () => {
  const footer = one(page, 'footer');
  const areas = ['kissimmee', 'orlando', 'osceola-county', 'orange-county', 'st-cloud', 'celebration'];
  const others = ['poinciana', 'winter-park', 'ocoee', 'apopka', 'haines-city', 'davenport'];
  for (const address of [
    '/gallery',
    '/blog',
    '/privacy',
    ...[...areas, ...others].map((area) => `/service-areas/${area}`),
  ]) {
    expect(links(footer, address), address).toHaveLength(1);
  }
  expect(textOf(footer)).toContain('Mon-Fri 8AM-6PM');
  expect(textOf(footer)).toContain('Sat 9AM-4PM');
  expect(links(footer, business.phone.href).map(textOf)).toContain(business.phone.display);
  expect(links(footer, '/book').map(textOf)).toEqual(['Schedule Consultation']);
});
