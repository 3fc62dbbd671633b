import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'astro/zod';
import type { HTMLElement } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { unnamedPictures } from '#build/finish-pages';
import { tellsPosition } from '#lib/positions/signs';
import { business, visitHours } from '#business';
import { CONSENT } from '#contracts/consultation';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { offersTexts } from '#lib/offers-texts';
import { pageNames } from '#lib/seo';
import { newestFirst } from '#lib/time/dates';
import { all, builtPage, builtPages, isListed, meta, one, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';
import { type SourceName, sources } from '#schemas/all';

const listOf = (within: HTMLElement, selector: string) => all(within, selector).map(textOf);

const areas = await contentOf('service-areas', {
  name: z.string(),
  county: z.string(),
  description: z.string(),
  ctaText: z.string(),
  metaDescription: z.string(),
  popularProjects: z.array(z.string()),
  neighborhoods: z.array(z.string()),
  zipCodes: z.array(z.coerce.string()),
});
const posts = await contentOf('blog', {
  title: z.string(),
  excerpt: z.string(),
  category: z.string(),
  date: z.coerce.date(),
  readTime: z.string(),
});

test('the site publishes no picture that nothing names, and none that tells where it was taken', async () => {
  const dist = path.resolve('dist');
  expect(await unnamedPictures(dist)).toEqual([]);
  const pictures = globSync('**/*.{jpg,jpeg,png,webp,avif,gif}', { cwd: dist });
  expect(pictures.length).toBeGreaterThan(20);
  const telling = pictures.map(async (file) => (tellsPosition(await readFile(path.join(dist, file))) ? [file] : []));
  expect((await Promise.all(telling)).flat()).toEqual([]);
});

test('no two sentences of a paragraph run together', async () => {
  const texts = (await builtPages()).flatMap(({ document }) => all(document, 'p, h1, h2, h3, dd, label').map(textOf));
  const entries = await Promise.all((Object.keys(sources) as SourceName[]).map((name) => contentOf(name, {})));
  // An entry says two of them at least, on the page of each language.
  expect(texts.length).toBeGreaterThan(2 * entries.flat().length * siteLanguages.length);
  expect(texts.filter((text) => /[\p{Ll})][.?!][\p{Lu}¿¡]/u.test(text))).toEqual([]);
});

test('no time and no phone number breaks, and none ends with two dots', async () => {
  const phone = /\(\d{3}\) \d{3}-\d{4}/;
  const breaks = (await builtPages()).flatMap(({ address, document }) => {
    // The number of a link that dials does not break (styles/base.css).
    const numbers = all(document, 'body *').filter(
      (element) =>
        element.childNodes.some(({ nodeType, text }) => nodeType === 3 && phone.test(text)) &&
        !element.closest('script, [href^="tel:"]'),
    );
    const times =
      one(document, 'body').structuredText.match(/\d [AP]M\b|\d [ap]\. ?m\.|\b[ap]\. m\.|[ap]\.\sm\.\./g) ?? [];
    return [...numbers.map(textOf), ...times].map((text) => `${address}: ${text}`);
  });
  expect(breaks).toEqual([]);
});

test.each(areas)(
  '$id: its own headline, county, projects, neighborhoods and ZIP codes; the hours of visits',
  async ({ id, fields: entry }) => {
    const { name } = entry;
    const document = await builtPage(`/service-areas/${id}`);
    const main = one(document, 'main');
    expect(listOf(main, 'h1')).toEqual([`Motorized Window Treatments in ${name}, ${business.address.state}`]);
    expect(textOf(one(main, '.badge'))).toBe(entry.county);
    expect(entry.description).toMatch(/\w+ \w+/);
    expect(textOf(main)).toContain(entry.description);
    expect(textOf(one(main, '[id=projects]'))).toBe(`What people in ${name} ask for`);
    expect(entry.popularProjects).not.toEqual([]);
    const projects = listOf(one(main, 'section[aria-labelledby=projects]'), 'li');
    expect(projects).toEqual(entry.popularProjects.map((project, index) => `${index + 1}${project}`));
    expect(textOf(one(main, '[id=neighborhoods]'))).toBe(`Where we work in ${name}`);
    const around = one(main, 'section[aria-labelledby=neighborhoods]');
    expect(listOf(around, 'li.badge')).toEqual(entry.neighborhoods);
    const zipCodes = listOf(around, 'p').at(-1);
    expect(zipCodes).toMatch(/^ZIP codes served: \d{5}(, \d{5})*$/);
    expect(zipCodes).toBe(`ZIP codes served: ${entry.zipCodes.join(', ')}`);
    expect(meta({ document }, 'description')).toBe(entry.metaDescription);
    expect(entry.metaDescription).toMatch(/^.{50,160}$/);
    const [call] = all(main, 'a[data-track=phone_click]');
    expect(call && [textOf(call), call.getAttribute('href'), call.getAttribute('data-track-location')]).toEqual([
      'Call Now',
      business.phone.href,
      'service-area',
    ]);
    expect(listOf(main, 'a[href="/book"][data-book]')).toEqual([entry.ctaText, 'Schedule Consultation']);
    expect(listOf(one(main, '.headrail:has(.btn-row)'), 'h2, a')).toEqual([
      expect.stringMatching(/\w/),
      'Schedule Consultation',
      business.phone.display,
    ]);
    expect(listOf(main, 'dl dt')).toEqual(['Service area', 'Contact', 'In-home visits']);
    const place = name === entry.county ? name : `${name}, ${entry.county}`;
    expect(listOf(main, 'dl dd')).toEqual([place, business.phone.display, ...visitHours]);
  },
);

test.skipIf(posts.length === 0)(
  'the list of guides has a card for each article with all that it says, leading to it',
  async () => {
    const cards = all(one(await builtPage('/blog'), 'main'), 'li.post');
    for (const card of cards) {
      expect(one(card, 'img').getAttribute('alt')).toMatch(/\S{3,}/);
      const slug = one(card, 'a').getAttribute('href')?.replace('/blog/', '');
      const entry = posts.find(({ id }) => id === slug)?.fields;
      expect([textOf(one(card, 'h2')), listOf(card, 'p').at(-1)]).toEqual([entry?.title, entry?.excerpt]);
      expect(entry?.excerpt).toMatch(/^.{40,160}$/);
      // A draft has its mark before them.
      expect(listOf(card, 'p span').slice(-2)).toEqual([entry?.category, entry?.readTime]);
      expect(textOf(one(card, 'time'))).toMatch(/^[A-Z][a-z]+ \d{1,2}, \d{4}$/);
    }
    const links = all(one(await builtPage('/blog'), 'main'), 'li a').map((link) => link.getAttribute('href'));
    expect(links.toSorted()).toEqual(posts.map(({ id }) => `/blog/${id}`).toSorted());
  },
);

test.each(posts)('$id has category, title, date, read time, picture and body, as its entry says', async (post) => {
  const entry = post.fields;
  const document = await builtPage(`/blog/${post.id}`);
  const article = one(one(document, 'main'), 'article');
  const head = one(article, 'header');
  expect(listOf(head, 'p span').slice(-2)).toEqual([entry.category, entry.readTime]);
  expect(textOf(one(head, 'h1'))).toBe(entry.title);
  expect(one(head, 'time').getAttribute('datetime')).toBe(entry.date.toISOString().slice(0, 10));
  expect(one(article, 'figure img').getAttribute('alt')).toMatch(/\S{3,}/);
  const words = textOf(one(article, '.prose'));
  expect(words).toContain(post.text.trim().split(/\s+/).slice(0, 5).join(' '));
  expect(textOf(one(document, 'title'))).toBe(`${entry.title} | ${business.name}`);
  expect(meta({ document }, 'description')).toBe(entry.excerpt);
});

test('the privacy page has its whole text, with nothing unfilled, and the phone as a link', async () => {
  const main = one(await builtPage('/privacy'), 'main');
  const [entry] = await contentOf('privacy', {});
  const headings = [...(entry?.text ?? '').matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).not.toEqual([]);
  expect(listOf(main, '.prose h2')).toEqual(headings);
  expect(textOf(main)).not.toMatch(/[{}]/);
  expect(all(main, `a[href="${business.phone.href}"]`).map(textOf)).toContain(business.phone.display);
});

describe.each(pageNames)('/%s', async (name) => {
  const [entry] = await contentOf(name, { title: z.string(), draft: z.boolean().default(false) });
  const pages = (await builtPages()).filter(({ address }) => !/^(\/es)?\/(admin|login)/.test(address));
  const isWritten = entry?.text.trim() ? 1 : 0;

  test('is there, and in the footer of every page, once it has a text; a draft says that it is one', () => {
    for (const home of siteLanguages.map((language) => (language === 'en' ? '' : `/${language}`))) {
      const own = pages.filter(({ address }) => address === `${home}/${name}`);
      expect(own).toHaveLength(isWritten);
      for (const page of own) {
        expect([isListed(page), all(page.document, 'main .badge').length]).toEqual(
          entry?.fields.draft ? [false, 1] : [true, 0],
        );
        // No fact's name is left in braces.
        expect(textOf(one(page.document, 'main'))).not.toMatch(/[{}]/);
      }
    }
    for (const { document, address } of pages) {
      const language = /^\/es(\/|$)/.test(address) ? '/es' : '';
      expect(all(one(document, 'footer'), `a[href="${language}/${name}"]`), address).toHaveLength(isWritten);
    }
  });
});

test('the 404 page says its specified words, then what to do, with the phone and the main links', async () => {
  const main = one(await builtPage('/404'), 'main');
  expect(textOf(one(main, 'h1'))).toBe('404 Page Not Found');
  expect(listOf(main, 'p')[0]).toBe('Did you forget to add the page to the router?');
  expect(textOf(main)).toContain('Sorry, we can’t find that page.');
  expect(all(main, 'a').map((link) => link.getAttribute('href'))).toEqual([
    business.phone.href,
    '/gallery',
    ...(posts.length > 0 ? ['/blog'] : []),
    '/book',
    ...newestFirst(posts.map(({ id, fields }) => ({ id, data: { ...fields, date: fields.date.toISOString() } }))).map(
      ({ id }) => `/blog/${id}`,
    ),
    '/',
  ]);
});

test.each(siteLanguages)(
  'the form in %s sends its language and the wording of the consent, which leads to the policy, and beside the box to the terms',
  async (language) => {
    const form = one(await builtPage(pathIn(language, '/book')), 'form');
    expect(form.querySelector('input[name=language]')?.getAttribute('value') ?? 'en').toBe(language);
    expect(one(form, 'input[name=consent]').getAttribute('value')).toBe(CONSENT);
    expect(textOf(one(form, '#book-reach'))).toMatch(/HELP.*STOP/);
    const links = all(form, '#book-reach a').map((link) => link.getAttribute('href'));
    const linked = ['/privacy', ...(offersTexts ? ['/terms'] : [])];
    expect(links).toEqual(linked.map((page) => pathIn(language, page)));
  },
);

describe('ways on', () => {
  const addressesIn = (within: HTMLElement) => all(within, 'a').map((link) => link.getAttribute('href'));
  const homes = siteLanguages.map((language) => (language === 'en' ? '' : `/${language}`));

  test.skipIf(posts.length === 0).each(homes)(
    '%s: each guide leads to another, and nobody is led in a smaller circle',
    async (home) => {
      const next = async (id: string) => {
        const article = one(one(await builtPage(`${home}/blog/${id}`), 'main'), 'article');
        return posts.find((post) => addressesIn(article).at(-1) === `${home}/blog/${post.id}`)?.id ?? '';
      };
      const seen = new Set<string>();
      for (let id = posts[0]?.id ?? ''; !seen.has(id); id = await next(id)) seen.add(id);
      expect([...seen].toSorted()).toEqual(posts.map(({ id }) => id).toSorted());
    },
  );

  test.each(homes)('%s: pages that are not found list guides or areas', async (home) => {
    const listed = async (page: string) => addressesIn(one(await builtPage(`${home}/${page}`), 'main'));
    const guides = posts.map(({ id }) => `${home}/blog/${id}`);
    expect(await listed('404')).toEqual(expect.arrayContaining(guides));
    expect(await listed('not-found/article')).toEqual(expect.arrayContaining(guides));
    const places = areas.map(({ id }) => `${home}/service-areas/${id}`);
    expect(await listed('not-found/location')).toEqual(expect.arrayContaining(places));
  });

  test.each(homes)(
    '%s: the hours of visits and of the phone have their names; /visit offers no second visit',
    async (home) => {
      const area = await builtPage(`${home}/service-areas/${areas[0]?.id}`);
      const [ofVisits, ofPhone] = home ? ['Visitas a domicilio', 'Teléfono'] : ['In-home visits', 'Phone'];
      expect(listOf(one(area, 'main'), 'dl dt').at(-1)).toBe(ofVisits);
      expect(listOf(one(area, 'footer'), 'p')).toContain(ofPhone);
      const visit = await builtPage(`${home}/visit`);
      for (const part of ['header', 'footer']) expect(all(one(visit, `body > ${part}`), '[data-book]')).toEqual([]);
    },
  );
});
