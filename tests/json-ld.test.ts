import { expect, test } from 'vitest';
import { business, openHours } from '#business';
import { areaService, blogPosting, localBusiness } from '#lib/json-ld';

const issuer = {
  dealer: business,
  hours: openHours,
  site: new URL('https://dealer.example/'),
  locale: 'en-US',
  to: (path: string) => path,
} as const;
const area = {
  slug: 'atlanta',
  title: 'Shades in Atlanta',
  name: 'Atlanta',
  county: 'Cobb County',
  description: 'Glass.',
  zipCodes: ['31801'],
};
const post = { slug: 'heat', title: 'Heat', excerpt: 'On heat.', date: '2026-11-03', category: 'Energy Efficiency' };

test('the business has its address, the hours of visits, and those of the phone', () => {
  const { city, state, postalCode, country } = business.address;
  const place = localBusiness(issuer);
  expect(place).toMatchObject({
    name: business.name,
    telephone: business.phone.href.slice('tel:'.length),
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
  const halfPast = localBusiness({ ...issuer, hours: { visits: {}, phone: { 6: [8.5, 12] } } });
  expect(halfPast).toHaveProperty('contactPoint.hoursAvailable', [
    { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Saturday'], opens: '08:30', closes: '12:00' },
  ]);
});

test('the business has its pages on other sites once there are some', () => {
  const sameAs = ['https://www.facebook.com/dealer', 'https://maps.app.goo.gl/dealer'];
  expect(localBusiness({ ...issuer, dealer: { ...business, sameAs } })).toHaveProperty('sameAs', sameAs);
  expect(localBusiness({ ...issuer, dealer: { ...business, sameAs: [] } })).not.toHaveProperty('sameAs');
});

test('a county is not a city within itself', () => {
  const { areaServed } = JSON.parse(JSON.stringify(areaService(issuer, { ...area, name: 'Cobb County' })));
  expect(areaServed[0]).toEqual({ '@type': 'AdministrativeArea', name: 'Cobb County, GA' });
});

test('an article that never changed was last changed the day it came out', () => {
  expect(blogPosting(issuer, post)).toHaveProperty('dateModified', '2026-11-03');
  expect(blogPosting(issuer, { ...post, updated: '2026-12-01' })).toHaveProperty('dateModified', '2026-12-01');
});
