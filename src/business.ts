import spanish from './content/settings/business.es.json' with { type: 'json' };
import settings from './content/settings/business.json' with { type: 'json' };
import type { Language } from '#i18n/language';
import { telHref } from '#lib/contact';
import { type OpenDays, readOpenDays, storeHoursLine, visitHoursLine } from '#lib/opening-hours';

/**
 * Everything about the business that a page, a mail or a rule needs to know: the one place in code where it comes from.
 * Name, phone, hours and claims are content (`src/content/settings/business.json`); their schema, and not this file,
 * tells an editor what is wrong with them. What an engineer decides stands here.
 */
export const business = {
  ...settings,
  phone: phoneOf(settings.phone),
  address: { ...settings.address, country: 'US' },
  timeZone: 'America/New_York',
} as const;

/** What of it is said otherwise in a language: the region, the places that are served, how soon a request is answered. */
export function businessIn(language: Language): typeof business {
  const { translation: _state, ...words } = spanish;
  return language === 'es' ? { ...business, ...words } : business;
}

function phoneOf(display: string): { display: string; href: string; e164: string } {
  const href = telHref(display);
  if (href === null) throw new Error(`src/content/settings/business.json: phone: ${display} is no phone number.`);
  return { display, href, e164: href.slice('tel:'.length) };
}

/** Pages of others that ours link to. */
export const links = {
  /** Where customers' reviews stand: a search for the business. */
  reviews: {
    site: 'Google',
    href: `https://www.google.com/search?q=${encodeURIComponent(`${business.name} ${business.address.city} reviews`)}`,
  },
} as const;

/*
 * Both versions of the hours are kept on purpose: the store's are longer than those of the visits.
 * docs/decisions/036-requirements.md
 */
const visitDays = settings.visitHours.map(openDays);

/** Hours as the footer and the mails say them: `Mon-Fri 8AM-6PM`. */
export const storeHours: readonly string[] = settings.storeHours.map((line) => storeHoursLine(openDays(line)));

/** Hours as the location pages and the structured data say them. The visiting rules below are made of the same lines. */
export const visitHours: readonly string[] = visitDays.map(visitHoursLine);

function openDays(line: string): OpenDays {
  const days = readOpenDays(line);
  if (!days) throw new Error(`src/content/settings/business.json: "${line}" says no hours.`);
  return days;
}

/** Monday to Sunday as `Date#getDay` counts them: 0 is Sunday. Hours are Eastern, 24-hour, [opens, closes). */
type OpeningHours = Readonly<Partial<Record<0 | 1 | 2 | 3 | 4 | 5 | 6, readonly [opens: number, closes: number]>>>;

/**
 * A day off that comes every year: on a date, or as the nth weekday of its month (`nth: -1` is the last). A date that falls
 * on a Saturday takes the Friday before along, one on a Sunday the Monday after, as the federal government does.
 */
export type HolidayRule = { readonly name: string; readonly month: number } & (
  | { readonly day: number }
  | { readonly weekday: number; readonly nth: number }
);

/**
 * When a visit may be booked. Lengths and distances are in minutes, days are Eastern calendar days. The owner may change
 * the hours, and block days, at `/admin/hours`: what is set there goes over what stands here.
 */
export interface VisitRules {
  readonly timeZone: string;
  /** The first visit of a day begins when it opens, so that all its visits are on one grid, whatever the owner sets. */
  readonly hours: OpeningHours;
  /** How long a visit takes. */
  readonly visitMinutes: number;
  /** From the start of one visit to the start of the next. */
  readonly stepMinutes: number;
  /** A visit starts at least this long after the moment it is offered. */
  readonly noticeMinutes: number;
  /** A slot that was offered stays bookable this long after its notice has run out. */
  readonly noticeGraceMinutes: number;
  /** Today counts as day 0. */
  readonly daysAhead: number;
  /** On these nobody visits. */
  readonly holidays: readonly HolidayRule[];
}

export const visitRules: VisitRules = {
  timeZone: business.timeZone,
  hours: Object.fromEntries(
    visitDays.flatMap(({ weekdays, opens, closes }) => weekdays.map((day) => [day, [opens, closes] as const])),
  ),
  visitMinutes: 60,
  stepMinutes: 90,
  noticeMinutes: 24 * 60,
  noticeGraceMinutes: 15,
  daysAhead: 14,
  holidays: [
    { name: 'New Year’s Day', month: 1, day: 1 },
    { name: 'Memorial Day', month: 5, weekday: 1, nth: -1 },
    { name: 'Independence Day', month: 7, day: 4 },
    { name: 'Labor Day', month: 9, weekday: 1, nth: 1 },
    { name: 'Thanksgiving', month: 11, weekday: 4, nth: 4 },
    { name: 'Christmas Day', month: 12, day: 25 },
  ],
};
