import { pathIn } from '#i18n/language';
import { cities, cityList, contactLabels, type ContactDetails, type PreferredContact } from '#contracts/consultation';
import type { DetailsValues } from './session.ts';

const AREA = '/service-areas/';
const slugOf = (city: string) => city.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** `range` is one ZIP code, or the first and the last of several: all have five digits, so they compare as texts. */
function isWithin(zipCode: string, range: string): boolean {
  const [first = '', last = first] = range.split('-');
  const zip = zipCode.slice(0, first.length);
  return zip >= first && zip <= last;
}

/** The city that the visitor's ZIP code or, where that says nothing, the page of an area tells. */
export function knownCity(zipCode: string, path: string): string | undefined {
  const byZip = cityList.find(({ zipCodes = [] }) => zipCodes.some((range) => isWithin(zipCode, range)));
  return byZip?.name ?? cities.find((city) => pathIn('en', path) === AREA + slugOf(city));
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
