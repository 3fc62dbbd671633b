import { ContactDetails, fieldLimits, services } from '#contracts/consultation';
import { tidyLine } from '#contracts/text';
import { blankContact, blankDetails, type ContactValues, type DetailsValues } from './booking-session.ts';

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
