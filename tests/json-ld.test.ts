import { expect, test } from 'vitest';
import { business, visitRules } from '#business';
import { areaBusiness, blogPosting, faqPage, localBusiness, organization, review } from '#lib/json-ld';
import { type FoundThing, vocabularyErrors } from './support/vocabulary.ts';

const issuer = {
  dealer: business,
  hours: visitRules.hours,
  site: new URL('https://dealer.example/'),
  locale: 'en-US',
  to: (path: string) => path,
} as const;
const area = { slug: 'orlando', name: 'Orlando', county: 'Orange County', description: 'Glass.', zipCodes: ['32801'] };
const post = { slug: 'heat', title: 'Heat', excerpt: 'On heat.', date: '2026-11-03', category: 'Energy Efficiency' };
/** As it is in a page: what is undefined is not there. */
const on = (page: string, thing: unknown): FoundThing => ({ page, thing: JSON.parse(JSON.stringify(thing)) });

test('every piece is of schema.org’s vocabulary, and what is not would be found', () => {
  const errors = vocabularyErrors([
    on('right', organization(issuer)),
    on('right', localBusiness(issuer)),
    on('right', areaBusiness(issuer, area)),
    on('right', areaBusiness(issuer, { ...area, name: 'Orange County' })),
    on('right', review(issuer, { name: 'Ann', rating: 5, text: 'Good.' })),
    on('right', faqPage(issuer, [{ question: 'Why?', answer: 'Heat.' }])),
    on('right', blogPosting(issuer, { ...post, updated: '2026-11-04' })),
    on('property', { ...JSON.parse(JSON.stringify(organization(issuer))), telefone: '1' }),
    on('type', { '@type': 'Dealership', name: 'x' }),
    on('value', { '@type': 'FAQPage', mainEntity: { '@type': 'Answer', text: 7 } }),
  ]);
  expect(errors).toEqual([
    expect.stringMatching(/^property: .*telefone/),
    expect.stringMatching(/^type: .*Dealership/),
    expect.stringMatching(/^value: /),
  ]);
});

test('the hours are those of visits: 9 to 6, and 9 to 3 on Saturdays', () => {
  for (const place of [localBusiness(issuer), areaBusiness(issuer, area)]) {
    expect(place).toHaveProperty('openingHoursSpecification', [
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
        opens: '09:00',
        closes: '18:00',
      },
      { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '09:00', closes: '15:00' },
    ]);
  }
});

test('a review is of the business that the page names', () => {
  const { itemReviewed } = JSON.parse(JSON.stringify(review(issuer, { name: 'Ann', rating: 4, text: 'Good.' })));
  expect(localBusiness(issuer)).toHaveProperty('@id', itemReviewed['@id']);
});

test('a county is not a city within itself', () => {
  const { areaServed } = JSON.parse(JSON.stringify(areaBusiness(issuer, { ...area, name: 'Orange County' })));
  expect(areaServed[0]).toEqual({ '@type': 'AdministrativeArea', name: 'Orange County, FL' });
});

test('an article that never changed was last changed the day it came out', () => {
  expect(blogPosting(issuer, post)).toHaveProperty('dateModified', '2026-11-03');
  expect(blogPosting(issuer, { ...post, updated: '2026-12-01' })).toHaveProperty('dateModified', '2026-12-01');
});
