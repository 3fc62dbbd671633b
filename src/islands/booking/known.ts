import { languageAt, pathIn } from '#i18n/site-languages';
import {
  cities,
  cityOfZip,
  ContactDetails,
  contactLabels,
  fieldLimits,
  type PreferredContact,
  services,
  zipArea,
} from '#contracts/consultation';
import { tidyLine } from '#contracts/text';
import { textNumber } from '#lib/contact';
import { blankContact, blankDetails, type ContactValues, type DetailsValues } from './booking-session.ts';

const AREA = '/service-areas/';
const slugOf = (city: string) => city.toLowerCase().replaceAll('.', '').replaceAll(' ', '-');

/** The visitor's city by ZIP code, else by the area page, of which nobody is where we do not always come. */
export function knownCity(zipCode: string, path: string): string | undefined {
  if (zipArea(zipCode) === 'callFirst') return cityOfZip(zipCode);
  return cityOfZip(zipCode) ?? cities.find((city) => path === pathIn(languageAt(path), AREA + slugOf(city)));
}

/** The methods for which the visitor gave an address or number. The others may be chosen too. */
export function contactMethods({ phone, email }: ContactDetails): readonly PreferredContact[] {
  const methods = Object.keys(contactLabels) as PreferredContact[];
  return methods.filter((method) => (method === 'email' ? email : phone));
}

/** The method to begin with: texts for whoever has ticked the box, if we can text the number; else the only one. */
export function presetMethod(contact: ContactDetails): PreferredContact | '' {
  if (contact.texts && textNumber(contact.phone)) return 'text';
  const [only = ''] = contact.phone && contact.email ? [] : contactMethods(contact);
  return only;
}

type Known = Pick<DetailsValues, 'city' | 'preferredContact'>;
export const nothingKnown: Known = { city: '', preferredContact: '' };

/** Fills in known values. `filled` are those filled in before: a changed first step replaces them. */
export function withKnown(details: DetailsValues, contact: ContactDetails, known: Known, filled: Known): DetailsValues {
  const chosen = (field: keyof Known) => (details[field] === filled[field] ? '' : details[field]);
  const method = contactMethods(contact).find((one) => one === chosen('preferredContact'));
  return { ...details, city: chosen('city') || known.city, preferredContact: method ?? known.preferredContact };
}

/** Answers that the steps begin with. */
export interface Answers {
  readonly contact: Partial<ContactValues>;
  readonly details: Partial<DetailsValues>;
  readonly about?: string;
}

/**
 * The answers in a link to `/book`: `?zip=12345&service=Motorized%20Shades&about=Offer:%20…`. A service has its English
 * name. Ignores what the form would refuse.
 */
export function answersOfLink(search: string): Answers {
  const given = new URLSearchParams(search);
  const zipCode = ContactDetails.shape.zipCode.safeParse(given.get('zip') ?? '').data;
  const serviceInterest = services.find((service) => service === given.get('service'));
  const about = tidyLine(given.get('about') ?? '').slice(0, fieldLimits.about);
  return {
    contact: { ...(zipCode && { zipCode }) },
    details: { ...(serviceInterest && { serviceInterest }) },
    ...(about && { about }),
  };
}

/** The visitor's answers in the plain form. Ignores a preferred contact that the visitor has not seen. */
export function answersOfForm(form: HTMLFormElement | null): Answers {
  if (!form) return { contact: {}, details: {} };
  const typed = [...new FormData(form)].filter(
    ([name, text]) => text && (name !== 'preferredContact' || isSeen(form.elements.namedItem(name))),
  );
  const named = (names: object) => Object.fromEntries(typed.filter(([name]) => Object.hasOwn(names, name)));
  return { contact: named(blankContact), details: named(blankDetails) };
}

const isSeen = (control: unknown) => control instanceof HTMLElement && control.getClientRects().length > 0;
