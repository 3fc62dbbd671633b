import { expect, test } from 'vitest';
import { cities, fieldLimits, services } from '#contracts/consultation';
import { answersOfLink, contactMethods, knownCity, nothingKnown, presetMethod, withKnown } from './known.ts';
import { blankDetails } from './booking-session.ts';

test.each([
  ['30041', '/', 'Decatur'],
  ['30047-1234', '/', 'Roswell'],
  ['31819', '/', 'Atlanta'],
  ['99999', '/', undefined],
  ['30086', '/service-areas/cobb-county', 'Cobb County'],
  ['31819', '/service-areas/decatur', 'Atlanta'],
  ['99999', '/service-areas/st-marys', 'St. Marys'],
  ['99999', '/service-areas/miami', undefined],
  ['30090', '/service-areas/decatur', 'Hapeville'],
  ['30500', '/service-areas/decatur', undefined],
  ['30501', '/', 'Hapeville'],
])('ZIP %s on %s: %s', (zipCode, path, city) => {
  expect(knownCity(zipCode, path)).toBe(city);
});

test('every city of the list is told by its own page', () => {
  const pages = cities.map((city) => `/service-areas/${city.toLowerCase().replace('.', '').replace(' ', '-')}`);
  expect(pages.map((path) => knownCity('', path))).toEqual(cities);
});

const elise = { name: 'Elise', zipCode: '30047' };
const reached = { phone: '(407) 555-0188', email: 'elise@example.com' };

test('only the methods for which there is a number or an address are offered', () => {
  expect(contactMethods({ ...elise, phone: reached.phone })).toEqual(['phone', 'text']);
  expect(contactMethods({ ...elise, email: reached.email })).toEqual(['email']);
  expect(contactMethods({ ...elise, ...reached })).toEqual(['phone', 'email', 'text']);
});

test('a ticked box chooses texts for a number that we can text', () => {
  const preset = (phone: string) => presetMethod({ ...elise, ...reached, phone, texts: true });
  expect([preset(reached.phone), preset('+44 20 7946 0958')]).toEqual(['text', '']);
});

test('what is known is chosen; what the visitor has chosen stays; a method that is gone goes', () => {
  const known = (details: Partial<typeof blankDetails>, contact: Partial<typeof reached>) =>
    withKnown(
      { ...blankDetails, ...details },
      { ...elise, ...contact },
      { city: 'Roswell', preferredContact: presetMethod({ ...elise, ...contact }) },
      nothingKnown,
    );
  expect(known({}, { phone: reached.phone })).toMatchObject({ city: 'Roswell', preferredContact: 'phone' });
  expect(known({}, { email: reached.email })).toMatchObject({ preferredContact: 'email' });
  expect(known({}, reached)).toMatchObject({ preferredContact: '' });
  expect(known({ city: 'Vinings', preferredContact: 'text' }, reached)).toMatchObject({
    city: 'Vinings',
    preferredContact: 'text',
  });
  expect(known({ preferredContact: 'email' }, { phone: reached.phone })).toMatchObject({ preferredContact: 'phone' });
});

test('a city that was filled in gives way to the next one, and a chosen one stays', () => {
  const contact = { ...elise, ...reached };
  const city = (now: string, known: string, filled: string) =>
    withKnown(
      { ...blankDetails, city: now },
      contact,
      { ...nothingKnown, city: known },
      { ...nothingKnown, city: filled },
    ).city;
  expect(city('Roswell', 'Vinings', 'Roswell')).toBe('Vinings');
  expect(city('Decatur', 'Vinings', 'Roswell')).toBe('Decatur');
  expect(city('Roswell', '', 'Roswell')).toBe('');
});

const [service = ''] = services;
const nothing = { contact: {}, details: {} };

test.each([
  ['', nothing],
  ['?zip=30041', { ...nothing, contact: { zipCode: '30041' } }],
  ['?zip=3004', nothing],
  [`?service=${encodeURIComponent(service)}`, { ...nothing, details: { serviceInterest: service } }],
  ['?service=Awnings&utm_source=flyer', nothing],
  ['?about=Offer:%20Free%0Ameasuring', { ...nothing, about: 'Offer: Free measuring' }],
  [`?about=${'a'.repeat(999)}`, { ...nothing, about: 'a'.repeat(fieldLimits.about) }],
])('the link %s brings what the form would take', (search, answers) => {
  expect(answersOfLink(search)).toEqual(answers);
});
