import { z } from 'astro/zod';
import type { HTMLElement } from 'node-html-parser';
import { expect, test } from 'vitest';
import { business, businessIn, storeHours } from '#business';
import { factsOf, fillAll } from '#lib/fill';
import { zonedToday } from '#lib/time/dates';
import { all, builtPage, one, textOf } from '#tests/support/built-pages';
import { contentOf, offersOn } from '#tests/support/content';

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
  expect(all(part(reviews), 'blockquote, a')).not.toEqual([]);
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
  expect(others).not.toEqual([]);
  for (const picture of others) {
    expect(picture.getAttribute('loading'), picture.outerHTML).toBe('lazy');
    expect(picture.getAttribute('width'), picture.outerHTML).toMatch(/\d/);
    expect(picture.getAttribute('alt'), picture.outerHTML).toMatch(/\w+ \w+/);
  }
});

test('each benefit has its words; "Learn More" leads on to the products from a list of what there is', async () => {
  const rows = z.array(z.object({ title: z.string(), text: z.string() }));
  const [entry] = await contentOf('benefits', {
    benefits: rows,
    range: z.array(z.object({ name: z.string() })),
    button: z.string(),
  });
  const cards = all(part(benefits), 'li').filter((item) => item.querySelector('h3'));
  expect(cards.map((card) => [textOf(one(card, 'h3')), textOf(one(card, 'p'))])).toEqual(
    entry?.fields.benefits.map(({ title, text }) => [title, text]),
  );
  expect(textOf(part(benefits))).toContain(`${business.yearsOfExperience} years`);
  const range = all(one(part(benefits), 'ul[aria-labelledby=range]'), 'li');
  expect(range.map((item) => textOf(one(item, 'b')))).toEqual(entry?.fields.range.map(({ name }) => name));
  expect(links(part(benefits), '#products').map(textOf)).toEqual([entry?.fields.button]);
});

test('each product has a picture, a maker, a description and features', async () => {
  const fields = {
    order: z.number(),
    title: z.string(),
    vendor: z.string(),
    certified: z.boolean().default(false),
    color: z.string().optional(),
    description: z.string(),
    features: z.array(z.string()),
  };
  const entries = inOrder(await contentOf('products', fields));
  const cards = all(part(products), 'article');
  expect(cards).toHaveLength(entries.length);
  for (const [index, card] of cards.entries()) {
    const entry = entries[index];
    expect(textOf(one(card, 'h3'))).toBe(entry?.title);
    expect(one(card, 'img').getAttribute('alt')).toMatch(/\w+ \w+ \w+/);
    for (const text of [entry?.vendor, entry?.description, entry?.color ?? '']) expect(textOf(card)).toContain(text);
    expect(textOf(card).includes('Certified dealer')).toBe(entry?.certified);
    expect(listOf(card, 'li')).toEqual(entry?.features);
  }
});

test('each offer says its terms and what is so on the day of the build, and nothing that does not apply', async () => {
  const cards = all(part(deals), 'article');
  const entries = await offersOn(zonedToday(new Date()));
  expect(cards.map((card) => card.getAttribute('data-promotion')).toSorted()).toEqual(
    entries.map(({ id }) => id).toSorted(),
  );
  for (const card of cards) {
    const offer = entries.find(({ id }) => id === card.getAttribute('data-promotion'));
    for (const text of [offer?.vendor, offer?.title, offer?.discount, offer?.validUntil, offer?.badge])
      expect(textOf(card)).toContain(text ?? '');
    const site = offer?.externalLink && one(card, `a[href="${offer.externalLink}"]`);
    if (site)
      expect([site.getAttribute('target'), textOf(site)]).toEqual([
        '_blank',
        expect.stringContaining('(opens in a new tab)'),
      ]);
    const isEnded = card.getAttribute('data-state') === 'ended';
    // Beside its line, which is seen only once it has ended.
    const words = ['.offer-view', '.offer-body'].map((within) => textOf(one(card, within))).join(' ');
    expect(/Offer ended|Ask for current deals|\bRan /.test(words)).toBe(isEnded);
    expect(words.includes('Schedule Consultation')).toBe(!isEnded);
    expect(words.includes('Coming:')).toBe(card.getAttribute('data-state') === 'upcoming');
  }
});

test('the tax banner leads to the government’s page in a new tab', async () => {
  const [entry] = await contentOf('tax-banner', { title: z.string(), text: z.string() });
  expect(textOf(one(part(tax), 'h2'))).toBe(entry?.fields.title);
  expect(textOf(part(tax))).toContain(entry?.fields.text);
  const link = one(part(tax), 'a');
  expect(textOf(link)).toContain('(opens in a new tab)');
  expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.irs\.gov\//);
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('the comparison has its heading in view, above the two products', async () => {
  const [entry] = await contentOf('pairing', { label: z.string() });
  expect(all(part(pairing), 'h2').map(textOf)).toEqual([entry?.fields.label]);
  expect(all(part(pairing), 'h3')).toHaveLength(2);
});

test('two product lines are compared point by point, and steps tell how it goes', async () => {
  const [first, second] = all(part(pairing), 'dl').map((list) => listOf(list, 'dt'));
  expect(first?.length).toBeGreaterThan(1);
  expect(second).toEqual(first);
  expect(all(part(pairing), 'dd')).toHaveLength(2 * (first?.length ?? 0));
  expect(all(part(pairing), 'img')).toHaveLength(2);
  const [entry] = await contentOf('process', { steps: z.array(z.object({ title: z.string() })) });
  expect(listOf(part(steps), 'ol li h3')).toEqual(entry?.fields.steps.map(({ title }) => title));
});

test('the owners introduce themselves', async () => {
  const [entry] = await contentOf('owners', { names: z.string(), headline: z.string() });
  expect(one(part(owners), 'img').getAttribute('alt')).toContain(entry?.fields.names);
  expect(textOf(one(part(owners), 'h2'))).toBe(entry?.fields.headline);
  expect(textOf(part(owners))).toContain(entry?.text.trim().split(/\s+/).slice(0, 5).join(' '));
  expect(links(part(owners), '/book').map(textOf)).toEqual(['Schedule Consultation']);
});

test('each review has a name, a place and its stars', async () => {
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
});

test('the questions are those of the content, with their answers; the first is open', async () => {
  const fields = { order: z.number(), question: z.string(), answer: z.string(), guide: z.string().optional() };
  const entries = inOrder((await contentOf('faq', fields)).map(filled));
  const items = all(part(faq), 'details');
  expect(items.map((item) => textOf(one(item, 'summary')))).toEqual(entries.map(({ question }) => question));
  for (const [index, item] of items.entries()) {
    const { answer = '', guide } = entries[index] ?? {};
    const [link, ...others] = all(item, 'a');
    expect([link?.getAttribute('href'), others]).toEqual([guide && `/blog/${guide}`, []]);
    expect(textOf(one(item, 'p'))).toBe([answer.trim(), link && textOf(link)].filter(Boolean).join(' '));
  }
  expect(items.map((item) => item.hasAttribute('open'))).toEqual(items.map((_, index) => index === 0));
});

test('the body leads to our work, to a guide and to each area', async () => {
  const areas = (await contentOf('service-areas', {})).map(({ id }) => `/service-areas/${id}`);
  for (const address of ['/gallery', ...areas]) expect(links(main, address), address).toHaveLength(1);
  expect(all(part(faq), 'a[href^="/blog/"]')).not.toEqual([]);
});

test('the footer leads on, to each area too', async () => {
  const footer = one(page, 'footer');
  const areas = (await contentOf('service-areas', {})).map(({ id }) => `/service-areas/${id}`);
  for (const address of ['/gallery', '/blog', '/privacy', ...areas]) {
    expect(links(footer, address), address).toHaveLength(1);
  }
  for (const hours of storeHours) expect(textOf(footer)).toContain(hours);
  expect(links(footer, business.phone.href).map(textOf)).toContain(business.phone.display);
  expect(links(footer, '/book').map(textOf)).toEqual(['Schedule Consultation']);
});
