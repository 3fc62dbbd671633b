import { expect, test } from 'vitest';
import { business, visitRules } from '#business';
import { areaBusiness, blogPosting, localBusiness, review } from '#lib/json-ld';

const issuer = {
  dealer: business,
  hours: visitRules.hours,
  site: new URL('https://dealer.example/'),
  locale: 'en-US',
  to: (path: string) => path,
} as const;
const area = { slug: 'orlando', name: 'Orlando', county: 'Orange County', description: 'Glass.', zipCodes: ['32801'] };
const post = { slug: 'heat', title: 'Heat', excerpt: 'On heat.', date: '2026-11-03', category: 'Energy Efficiency' };

test('the business has its address, and the hours of visits: 9 to 6, and 9 to 3 on Saturdays', () => {
  const { city, state, postalCode, country } = business.address;
  for (const place of [localBusiness(issuer), areaBusiness(issuer, area)]) {
    // Exactly, word for word: the compiler knows schema.org's vocabulary, but not in what is spread into these.
    expect(place).toMatchObject({
      name: business.name,
      telephone: business.phone.e164,
      parentOrganization: { '@id': 'https://dealer.example/#organization' },
    });
    expect(place).toHaveProperty('address', {
      '@type': 'PostalAddress',
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: country,
    });
    const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
    expect(place).toHaveProperty('openingHoursSpecification', [
      { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays, opens: '09:00', closes: '18:00' },
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
