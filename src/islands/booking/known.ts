import { pathIn } from '#i18n/language';
import { cities, cityOfZip, contactLabels, type ContactDetails, type PreferredContact } from '#contracts/consultation';
import type { DetailsValues } from './booking-session.ts';

const AREA = '/service-areas/';
const slugOf = (city: string) => city.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** The visitor's city by ZIP code, else by the area page. */
export function knownCity(zipCode: string, path: string): string | undefined {
  return cityOfZip(zipCode) ?? cities.find((city) => pathIn('en', path) === AREA + slugOf(city));
}

/** The methods for which the visitor gave an address or number. The others may be chosen too. */
export function contactMethods({ phone, email }: ContactDetails): readonly PreferredContact[] {
  const methods = Object.keys(contactLabels) as PreferredContact[];
  return methods.filter((method) => (method === 'email' ? email : phone));
}

/** Fills in known values. `filled` is the city filled in before; a changed ZIP code replaces it. */
export function withKnown(
  details: DetailsValues,
  contact: ContactDetails,
  known: string,
  filled: string,
): DetailsValues {
  const methods = contactMethods(contact);
  const [only = ''] = contact.phone && contact.email ? [] : methods;
  const preferredContact = methods.some((method) => method === details.preferredContact)
    ? details.preferredContact
    : only;
  const chosen = details.city === filled ? '' : details.city;
  return { ...details, city: chosen || known, preferredContact };
}
