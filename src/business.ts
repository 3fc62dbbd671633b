import brand from '#brand/brand.json' with { type: 'json' };
import choices from '#brand/choices.json' with { type: 'json' };
import spanishBrand from '#brand/brand.es.json' with { type: 'json' };
import look from '#brand/look.json' with { type: 'json' };
import zone from '#brand/zone.json' with { type: 'json' };
import { hoursInText, listIn, visitLength } from '#i18n/hours-lines';
import type { Language } from '#i18n/language';
import { type Phone, telHref } from '#lib/contact';
import { isLive } from '#lib/live';
import type { BrandSettings } from '#schemas/settings';
import type { AnswerRule } from '#lib/time/answer-day';
import type { HolidayRule } from '#lib/time/holidays';
import { type OpenDays, type OpeningHours, readOpenDays, storeHoursLine, visitHoursLine } from '#lib/time/open-days';

/** By the schema, since a dealer leaves out what he has not. */
const settings = brand as BrandSettings;
/** Empty on a site in English alone. */
const spanish: { translation?: string } & Partial<
  Pick<BrandSettings, 'region' | 'coverage' | 'contactPromise' | 'contactException'>
> = spanishBrand;
const {
  claims = {},
  certifiedBrand,
  yearsOfExperience,
  rating,
  startingPrice,
  alertPhones: privatePhones = [],
  ...plain
} = settings;

/** The owner's numbers, for the server alone. */
export const alertPhones: readonly string[] = privatePhones;

/** Claims that this build may make: on the live site the confirmed ones, elsewhere all. Pages need no other check. */
const stated = {
  certifiedBrand: mayState('certifiedBrand') ? certifiedBrand : undefined,
  yearsOfExperience: mayState('yearsOfExperience') ? yearsOfExperience : undefined,
  rating: mayState('rating') ? rating : undefined,
  startingPrice: mayState('startingPrice') ? startingPrice : undefined,
};

function mayState(claim: keyof typeof claims): boolean {
  return claims[claim]?.confirmed === true || !isLive();
}

/**
 * All that pages, mails and rules need to know about the business. Name, phone, hours and claims are content
 * (`brand/`), checked by their schema.
 */
export const business = {
  ...plain,
  ...stated,
  /** The makers, with the certified one first. */
  vendors: [...(certifiedBrand ? [certifiedBrand] : []), ...plain.otherVendors],
  phone: phoneOf(settings.phone),
  address: { ...settings.address, country: 'US' },
  timeZone: zone.timeZone,
  /** Pages on other sites, which a dealer may leave out. */
  sameAs: settings.sameAs ?? [],
} as const;

/** `200 Main Street, Springfield, IL 62701`; without a street, the town and what follows. */
export const postalAddress: string = [
  ...(business.address.street ? [business.address.street] : []),
  `${business.address.city}, ${business.address.state} ${business.address.postalCode}`,
].join(', ');

/** The colors by role, for mails and pictures. Pages have them as `var(--color-…)`. */
export const { colors } = look;

/** Words about the business for the middle of a sentence. */
interface Sayings {
  /** `$480`; outside the live site `$480 (sample)` until it is confirmed. */
  readonly startingPrice: string | undefined;
  /** `an hour` */
  readonly visitLength: string;
  /** `Springfield, Chatham and Sherman` */
  readonly places: string;
  /** `Mon-Fri 8AM-6PM and Sat 9AM-4PM` */
  readonly hours: { readonly store: string; readonly visit: string };
}

/** The same in a language: the region, the served places, how soon we answer, and how long a visit takes. */
export function businessIn(language: Language): Omit<typeof business, 'startingPrice'> & Sayings {
  const { translation: _state, ...words } = spanish;
  const own = language === 'es' ? { ...business, ...words } : business;
  return {
    ...own,
    startingPrice: startingPriceIn(language),
    visitLength: visitLength(language, visitRules.visitMinutes),
    places: listIn(language, own.coverage),
    hours: { store: hoursInText(language, storeHours), visit: hoursInText(language, visitHours) },
  };
}

function startingPriceIn(language: Language): string | undefined {
  if (stated.startingPrice === undefined) return undefined;
  const sample = { en: 'sample', es: 'ejemplo' }[language];
  return `$${stated.startingPrice.toLocaleString('en-US')}${claims.startingPrice?.confirmed ? '' : ` (${sample})`}`;
}

/** The facts of the business that the booking steps show (`Facts` of `src/islands/booking/StepHead.tsx`). */
export function bookingFacts(language: Language) {
  const { certifiedBrand, phone, rating, contactPromise, contactException } = businessIn(language);
  // On the live site not even the name of an unconfirmed claim.
  return {
    phone,
    ...(certifiedBrand && { certifiedBrand }),
    rating,
    promise: contactPromise,
    // Else the promise itself says it (`laterIn`).
    exception: answerRule ? undefined : contactException,
    appointmentDays,
  };
}

function phoneOf(display: string): Phone {
  const href = telHref(display);
  if (href === null) throw new Error(`brand/brand.json: phone: ${display} is no phone number.`);
  return { display, href };
}

const reviewSite = claims.rating?.source ?? 'Google';

/** Other sites' pages. */
export const links = {
  reviews: { site: reviewSite, href: profileOn(reviewSite, business.sameAs) },
} as const;

/** The page of the business on a review site, if the brand names it. Else a search, which shows customers' reviews too. */
export function profileOn(site: string, sameAs: readonly string[]): string {
  const hosts = /^google/i.test(site) ? /\bgoogle\.|^g\.page$|^maps\.app\.goo\.gl$/ : null;
  const word = site.toLowerCase().replace(/[^a-z0-9]/g, '');
  const isThere = ({ hostname }: URL) => hosts?.test(hostname) ?? hostname.replace(/[^a-z0-9]/g, '').includes(word);
  const query = `${business.name} ${business.address.city} ${hosts ? '' : `${site} `}reviews`;
  return (
    sameAs.find((address) => isThere(new URL(address))) ??
    `https://www.google.com/search?q=${encodeURIComponent(query)}`
  );
}

/* The store's hours are longer than the visits', on purpose. docs/decisions/036-requirements.md */
const visitDays = settings.visitHours.map(openDays);
const storeDays = settings.storeHours.map(openDays);

/** The weekdays on which we come by appointment, as in `Date#getDay`: 0 is Sunday. */
export const appointmentDays: readonly number[] = visitDays
  .filter(({ isByAppointment }) => isByAppointment)
  .flatMap(({ weekdays }) => weekdays);

/** For the footer and the mails: `Mon-Fri 8AM-6PM`. */
export const storeHours: readonly string[] = storeDays.map(storeHoursLine);

/** For the location pages and the structured data. The visiting rules use the same lines. */
export const visitHours: readonly string[] = visitDays.map(visitHoursLine);

function openDays(line: string): OpenDays {
  const days = readOpenDays(line);
  if (!days) throw new Error(`brand/brand.json: "${line}" says no hours.`);
  return days;
}

const hoursOf = (days: readonly OpenDays[]): OpeningHours =>
  Object.fromEntries(days.flatMap(({ weekdays, opens, closes }) => weekdays.map((day) => [day, [opens, closes]])));

/** When somebody answers the phone. */
export const phoneHours: OpeningHours = hoursOf(storeDays);

/** The hours of the visits and of the phone, for the structured data. */
export const openHours = { visits: hoursOf(visitDays), phone: phoneHours };

/** Absent if the dealer leaves it out. */
const { callback } = choices as { callback?: Pick<AnswerRule, 'withinHours'> };

/** When requests are answered; absent if the dealer promises no number of hours. */
export const answerRule: AnswerRule | undefined = callback && {
  ...callback,
  hours: phoneHours,
  holidays: settings.holidays.map(({ name: _name, ...rule }) => rule as HolidayRule),
};

/** A sentence with the promise, as it is while we answer later: `Reply {day}`. `undefined` for other sentences. */
export function laterIn(language: Language, sentence: string): string | undefined {
  const { contactPromise } = businessIn(language);
  return answerRule && sentence.includes(contactPromise) ? sentence.replace(contactPromise, '{day}') : undefined;
}

/**
 * When a visit may be booked. Lengths are in minutes, days are in the business's zone. The owner's settings at
 * `/admin/hours` come first.
 */
export interface VisitRules {
  readonly timeZone: string;
  /** A day's first visit begins when it opens. */
  readonly hours: OpeningHours;
  /** At most 12 hours. Visits that are booked keep the length that they had. */
  readonly visitMinutes: number;
  /** How long an installation takes, unless the owner chooses another length. */
  readonly installationMinutes: number;
  /** From one visit's start to the next one's. */
  readonly stepMinutes: number;
  /** A visit starts at least this long after it is offered. */
  readonly noticeMinutes: number;
  /** An offered slot stays bookable this long after its notice has run out. */
  readonly noticeGraceMinutes: number;
  /** Today counts as day 0. */
  readonly daysAhead: number;
  /** Days without visits. */
  readonly holidays: readonly HolidayRule[];
}

export const visitRules: VisitRules = {
  timeZone: business.timeZone,
  hours: openHours.visits,
  ...settings.visits,
  noticeGraceMinutes: 15,
  holidays: settings.holidays as readonly HolidayRule[],
};
