import { expect, test } from 'vitest';
import { cities } from '#contracts/consultation';
import { contactWays, knownCity, withKnown } from './known.ts';
import { blankDetails } from './session.ts';

test.each([
  ['34741', '/', 'Kissimmee'],
  ['34747-1234', '/', 'Celebration'],
  ['32819', '/', 'Orlando'],
  ['99999', '/', undefined],
  ['34786', '/service-areas/orange-county', 'Orange County'],
  ['32819', '/service-areas/kissimmee', 'Orlando'],
  ['99999', '/service-areas/st-cloud', 'St. Cloud'],
  ['99999', '/service-areas/miami', undefined],
])('ZIP %s on %s: %s', (zipCode, path, city) => {
  expect(knownCity(zipCode, path)).toBe(city);
});

test('every city of the list is told by its own page', () => {
  const pages = cities.map((city) => `/service-areas/${city.toLowerCase().replace('.', '').replace(' ', '-')}`);
  expect(pages.map((path) => knownCity('', path))).toEqual(cities);
});

const elise = { name: 'Elise', zipCode: '34747' };
const reached = { phone: '(407) 555-0188', email: 'elise@example.com' };

test('only the ways for which there is a number or an address are offered', () => {
  expect(contactWays({ ...elise, phone: reached.phone })).toEqual(['phone', 'text']);
  expect(contactWays({ ...elise, email: reached.email })).toEqual(['email']);
  expect(contactWays({ ...elise, ...reached })).toEqual(['phone', 'email', 'text']);
});

test('what is known is chosen; what the visitor has chosen stays; a way that is gone goes', () => {
  const known = (details: Partial<typeof blankDetails>, contact: Partial<typeof reached>) =>
    withKnown({ ...blankDetails, ...details }, { ...elise, ...contact }, 'Celebration', '');
  expect(known({}, { phone: reached.phone })).toMatchObject({ city: 'Celebration', preferredContact: 'phone' });
  expect(known({}, { email: reached.email })).toMatchObject({ preferredContact: 'email' });
  expect(known({}, reached)).toMatchObject({ preferredContact: '' });
  expect(known({ city: 'Ocoee', preferredContact: 'text' }, reached)).toMatchObject({
    city: 'Ocoee',
    preferredContact: 'text',
  });
  expect(known({ preferredContact: 'email' }, { phone: reached.phone })).toMatchObject({ preferredContact: 'phone' });
});

test('a city that was told gives way to the next one, and a chosen one stays', () => {
  const contact = { ...elise, ...reached };
  const city = (now: string, known: string, told: string) =>
    withKnown({ ...blankDetails, city: now }, contact, known, told).city;
  expect(city('Celebration', 'Ocoee', 'Celebration')).toBe('Ocoee');
  expect(city('Kissimmee', 'Ocoee', 'Celebration')).toBe('Kissimmee');
  expect(city('Celebration', '', 'Celebration')).toBe('');
});
