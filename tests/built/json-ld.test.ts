import { languageAt, pathIn, siteLanguages } from '#i18n/site-languages';
import { expect, test } from 'vitest';
import { all, builtPage, builtPages, jsonLd, one, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';

interface Found {
  page: string;
  thing: { '@type': string; [property: string]: unknown };
}

const [posts, areas] = await Promise.all([contentOf('blog', {}), contentOf('service-areas', {})]);
const pages = await builtPages();
const things: readonly Found[] = pages.flatMap((page) =>
  jsonLd(page).flatMap((data) => data['@graph'].map((thing) => ({ page: page.address, thing: { ...thing } }))),
);
const typesOn = (address: string) => things.filter(({ page }) => page === address).map(({ thing }) => thing['@type']);

/** What search engines need before they show anything (developers.google.com/search/docs/appearance/structured-data). */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  LocalBusiness: ['name', 'address', 'telephone', 'url', 'areaServed', 'openingHoursSpecification'],
  Review: ['author', 'itemReviewed', 'reviewRating', 'reviewBody'],
  FAQPage: ['mainEntity'],
  Service: ['name', 'provider', 'areaServed', 'url'],
  BreadcrumbList: ['itemListElement'],
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher'],
};

test.each(siteLanguages.map((language) => pathIn(language, '/')))(
  '%s tells of the business, the organization, each review and the questions',
  async (home) => {
    const main = one(await builtPage(home), 'main');
    const reviews = all(main, 'blockquote').map(() => 'Review');
    expect(typesOn(home)).toEqual(['Organization', 'LocalBusiness', ...reviews, 'FAQPage']);
    const faq = things.find(({ page, thing }) => page === home && thing['@type'] === 'FAQPage');
    const questions = JSON.parse(JSON.stringify(faq?.thing['mainEntity'])) as { name: string }[];
    expect(all(main, '[name=faq] > summary').map(textOf)).toEqual(questions.map(({ name }) => name));
  },
);

test('each article and each service area tells of itself, in each language', () => {
  for (const language of siteLanguages) {
    const of = (page: string) => typesOn(pathIn(language, page));
    for (const { id } of posts) expect(of(`/blog/${id}`), id).toEqual(['BlogPosting', 'BreadcrumbList']);
    for (const { id } of areas)
      expect(of(`/service-areas/${id}`), id).toEqual(['LocalBusiness', 'Service', 'BreadcrumbList']);
  }
});

test('all pages tell of one business, and lead from a home page to themselves', () => {
  const businesses = things.filter(({ thing }) => thing['@type'] === 'LocalBusiness');
  expect(businesses).toHaveLength((1 + areas.length) * siteLanguages.length);
  expect(new Set(businesses.map(({ thing }) => thing['@id'])).size).toBe(1);
  const [id] = businesses.map(({ thing }) => thing['@id']);
  for (const { page, thing } of things) {
    for (const name of ['provider', 'itemReviewed']) {
      if (thing[name]) expect(thing[name], page).toEqual({ '@id': id });
    }
    if (thing['@type'] !== 'BreadcrumbList') continue;
    const steps = JSON.parse(JSON.stringify(thing['itemListElement'])) as { position: number; item: string }[];
    const paths = steps.map(({ item }) => new URL(item).pathname);
    expect(steps.map(({ position }) => position)).toEqual(steps.map((_, index) => index + 1));
    expect([paths[0], paths.at(-1)]).toEqual([pathIn(languageAt(page), '/'), page]);
    for (const path of paths) expect(pages.map(({ address }) => address)).toContain(path);
  }
});

test('nothing required is missing, and nobody rates himself', () => {
  for (const { page, thing } of things) {
    expect(Object.keys(thing), `${page} ${thing['@type']}`).toEqual(
      expect.arrayContaining([...(required[thing['@type']] ?? ['a rule for this type'])]),
    );
    expect(JSON.stringify(thing), page).not.toContain('ggregateRating');
  }
});

test('what is told on a Spanish page is of that page, in Spanish', () => {
  const spanish = things.filter(({ page }) => languageAt(page) === 'es');
  for (const { page, thing } of spanish) {
    const { pathname } = new URL(String(thing['url'] ?? page), 'http://nowhere');
    expect(thing['@type'] === 'Organization' || languageAt(pathname) === 'es', page).toBe(true);
    if (['BlogPosting', 'FAQPage', 'Review'].includes(thing['@type'])) expect(thing['inLanguage'], page).toBe('es-US');
  }
});
