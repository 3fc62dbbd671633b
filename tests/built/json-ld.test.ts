import { expect, test } from 'vitest';
import { all, builtPage, builtPages, jsonLd, one, textOf } from '#tests/support/built-pages';
import { vocabularyErrors } from '#tests/support/vocabulary';

interface Found {
  page: string;
  thing: { '@type': string; [property: string]: unknown };
}

async function found(): Promise<Found[]> {
  const pages = await builtPages();
  return pages.flatMap((page) =>
    jsonLd(page).flatMap((data) => data['@graph'].map((thing) => ({ page: page.address, thing: { ...thing } }))),
  );
}
const typesOn = (things: readonly Found[], address: string) =>
  things.filter(({ page }) => page === address).map(({ thing }) => thing['@type']);

/** What search engines need before they show anything (developers.google.com/search/docs/appearance/structured-data). */
const required: Record<string, readonly string[]> = {
  Organization: ['name', 'url'],
  LocalBusiness: ['name', 'address', 'telephone', 'url', 'areaServed', 'openingHoursSpecification'],
  Review: ['author', 'itemReviewed', 'reviewRating', 'reviewBody'],
  FAQPage: ['mainEntity'],
  BlogPosting: ['headline', 'image', 'datePublished', 'dateModified', 'author', 'publisher'],
};

test.each(['/', '/es'])('%s tells of the business, the organization, each review and the questions', async (home) => {
  const types = typesOn(await found(), home);
  const reviews = all(await builtPage(home), 'main blockquote').length;
  expect(reviews).toBe(4);
  const expected = ['Organization', 'LocalBusiness', ...Array(reviews).fill('Review'), 'FAQPage'];
  expect(types).toEqual(expected);
});

test.each(['/', '/es'])('each answer of %s is among the questions', async (home) => {
  const faq = (await found()).find(({ page, thing }) => page === home && thing['@type'] === 'FAQPage');
  const questions = JSON.parse(JSON.stringify(faq?.thing['mainEntity'])) as { name: string }[];
  expect(questions).toHaveLength(10);
  const shown = all(one(await builtPage(home), 'main'), 'summary').map(textOf);
  expect(shown).toEqual(questions.map(({ name }) => name));
});

test('each article and each service area tells of itself', async () => {
  const things = await found();
  const addresses = [...new Set(things.map(({ page }) => page))];
  const articles = addresses.filter((address) => /^(\/es)?\/blog\//.test(address));
  const areas = addresses.filter((address) => /^(\/es)?\/service-areas\//.test(address));
  expect([articles.length, areas.length]).toEqual([2 * 3, 2 * 12]);
  for (const address of articles) expect(typesOn(things, address)).toEqual(['BlogPosting']);
  for (const address of areas) expect(typesOn(things, address)).toEqual(['LocalBusiness']);
});

test('nothing required is missing, and nobody rates himself', async () => {
  for (const { page, thing } of await found()) {
    expect(Object.keys(thing), `${page} ${thing['@type']}`).toEqual(
      expect.arrayContaining([...(required[thing['@type']] ?? ['a rule for this type'])]),
    );
    expect(JSON.stringify(thing), page).not.toContain('ggregateRating');
  }
});

test('all of it is schema.org’s vocabulary', async () => {
  expect(vocabularyErrors(await found())).toEqual([]);
});

test('what is told on a Spanish page is of that page, in Spanish', async () => {
  const spanish = (await found()).filter(({ page }) => /^\/es(\/|$)/.test(page));
  for (const { page, thing } of spanish) {
    const own = JSON.stringify(thing['url'] ?? page);
    expect(own === JSON.stringify(page) || thing['@type'] === 'Organization' || own.includes('/es'), page).toBe(true);
    if (['BlogPosting', 'FAQPage', 'Review'].includes(thing['@type'])) expect(thing['inLanguage'], page).toBe('es-US');
  }
});
