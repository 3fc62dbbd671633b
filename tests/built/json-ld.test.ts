import { expect, test } from 'vitest';
import { all, builtPage, builtPages, jsonLd, one, textOf } from '#tests/support/built-pages';

interface Found {
  page: string;
  thing: { '@type': string; [property: string]: unknown };
}

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
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher'],
};

test.each(['/', '/es'])('%s tells of the business, the organization, each review and the questions', async (home) => {
  const main = one(await builtPage(home), 'main');
  const reviews = all(main, 'blockquote').map(() => 'Review');
  expect(typesOn(home)).toEqual(['Organization', 'LocalBusiness', ...reviews, 'FAQPage']);
  const faq = things.find(({ page, thing }) => page === home && thing['@type'] === 'FAQPage');
  const questions = JSON.parse(JSON.stringify(faq?.thing['mainEntity'])) as { name: string }[];
  expect(all(main, 'summary').map(textOf)).toEqual(questions.map(({ name }) => name));
});

test('each article and each service area tells of itself', () => {
  const addresses = pages.map(({ address }) => address);
  const articles = addresses.filter((address) => /^(\/es)?\/blog\//.test(address));
  const areas = addresses.filter((address) => /^(\/es)?\/service-areas\//.test(address));
  expect(Math.min(articles.length, areas.length)).toBeGreaterThan(1);
  for (const address of articles) expect(typesOn(address)).toEqual(['BlogPosting']);
  for (const address of areas) expect(typesOn(address)).toEqual(['LocalBusiness']);
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
  const spanish = things.filter(({ page }) => /^\/es(\/|$)/.test(page));
  for (const { page, thing } of spanish) {
    const own = JSON.stringify(thing['url'] ?? page);
    expect(own === JSON.stringify(page) || thing['@type'] === 'Organization' || own.includes('/es'), page).toBe(true);
    if (['BlogPosting', 'FAQPage', 'Review'].includes(thing['@type'])) expect(thing['inLanguage'], page).toBe('es-US');
  }
});
