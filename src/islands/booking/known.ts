import { pathIn } from '#i18n/language';
import { cities, contactLabels, type ContactDetails, type PreferredContact } from '#contracts/consultation';
import type { DetailsValues } from './session.ts';

type City = (typeof cities)[number];

/** The ZIP codes of the cities that have some to themselves; all others of 328 are Orlando's. */
const zipCodes: readonly (readonly [City, RegExp])[] = [
  ['Celebration', /^34747/],
  ['Poinciana', /^3475[89]/],
  ['Kissimmee', /^3474[1-6]/],
  ['St. Cloud', /^347(69|7[123])/],
  ['Ocoee', /^34761/],
  ['Apopka', /^327(03|04|12)/],
  ['Winter Park', /^327(89|9[0-3])/],
  ['Haines City', /^3384[45]/],
  ['Davenport', /^338(3[67]|9[67])/],
  ['Orlando', /^328/],
];

const AREA = '/service-areas/';
const slugOf = (city: City) => city.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** The city that the visitor's ZIP code or, where that says nothing, the page of an area tells. */
export function knownCity(zipCode: string, path: string): City | undefined {
  const byZip = zipCodes.find(([, codes]) => codes.test(zipCode))?.[0];
  return byZip ?? cities.find((city) => pathIn('en', path) === AREA + slugOf(city));
}

/** The ways to reach a visitor for which there is what they need. */
export function contactWays({ phone, email }: ContactDetails): readonly PreferredContact[] {
  const ways = Object.keys(contactLabels) as PreferredContact[];
  return ways.filter((way) => (way === 'email' ? email : phone));
}

/**
 * The details as they stand when their step begins: what is known already is not asked again, only shown. `told` is the
 * city that was shown so before: it gives way when the ZIP code has been changed.
 */
export function withKnown(details: DetailsValues, contact: ContactDetails, known: string, told: string): DetailsValues {
  const ways = contactWays(contact);
  const [only = ''] = contact.phone && contact.email ? [] : ways;
  const preferredContact = ways.some((way) => way === details.preferredContact) ? details.preferredContact : only;
  const chosen = details.city === told ? '' : details.city;
  return { ...details, city: chosen || known, preferredContact };
}
