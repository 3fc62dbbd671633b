import { pathIn } from '#i18n/language';
import { cities, cityOfZip, contactLabels, type ContactDetails, type PreferredContact } from '#contracts/consultation';
import type { DetailsValues } from './session.ts';

const AREA = '/service-areas/';
const slugOf = (city: string) => city.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** The visitor's city by ZIP code, else by the area page. */
export function knownCity(zipCode: string, path: string): string | undefined {
  return cityOfZip(zipCode) ?? cities.find((city) => pathIn('en', path) === AREA + slugOf(city));
}

/** The ways for which the visitor gave an address or number. The others may be chosen too. */
export function contactWays({ phone, email }: ContactDetails): readonly PreferredContact[] {
  const ways = Object.keys(contactLabels) as PreferredContact[];
  return ways.filter((way) => (way === 'email' ? email : phone));
}

/** Fills in known values. `told` is the city filled in before; a changed ZIP code replaces it. */
export function withKnown(details: DetailsValues, contact: ContactDetails, known: string, told: string): DetailsValues {
  const ways = contactWays(contact);
  const [only = ''] = contact.phone && contact.email ? [] : ways;
  const preferredContact = ways.some((way) => way === details.preferredContact) ? details.preferredContact : only;
  const chosen = details.city === told ? '' : details.city;
  return { ...details, city: chosen || known, preferredContact };
}
