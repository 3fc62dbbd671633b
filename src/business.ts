/**
 * Everything about the business that a page, a mail or a rule needs to know: the one place to change it.
 * Both versions of the hours are kept on purpose: the store's are longer than those of the visits.
 */
export const business = {
  name: 'Sunhaven Smart Shades',
  shortName: 'Sunhaven',
  descriptor: 'Smart Shades',
  phone: { display: '(407) 555-0142', href: 'tel:+14075550142', e164: '+14075550142' },
  address: { city: 'Kissimmee', state: 'FL', stateName: 'Florida', postalCode: '34741', country: 'US' },
  region: 'Central Florida',
  coverage: ['Osceola County', 'NE Polk County', 'Poinciana', 'Orlando', 'Lake Buena Vista'],
  certifiedBrand: 'Norman',
  otherVendors: ['Hunter Douglas', 'Graber', 'Draper'],
  yearsOfExperience: 7,
  rating: '5.0',
  contactPromise: 'within 24 hours',
  timeZone: 'America/New_York',
} as const;

/** Pages of others that ours link to. */
export const links = {
  /** Where customers' reviews stand: a search for the business. */
  reviews: {
    site: 'Google',
    href: `https://www.google.com/search?q=${encodeURIComponent(`${business.name} ${business.address.city} reviews`)}`,
  },
  energyCredit: {
    site: 'irs.gov',
    href: 'https://www.irs.gov/credits-deductions/energy-efficient-home-improvement-credit',
  },
} as const;

/** Hours as the footer and the FAQ say them. */
export const storeHours = ['Mon-Fri 8AM-6PM', 'Sat 9AM-4PM'] as const;

/** Hours as the location pages and the structured data say them; the visiting rules below keep to these. */
export const visitHours = ['Mon-Fri 9 AM-6 PM ET', 'Sat 9 AM-3 PM ET by appointment'] as const;

/** Monday to Sunday as `Date#getDay` counts them: 0 is Sunday. Hours are Eastern, 24-hour, [opens, closes). */
type OpeningHours = Readonly<Partial<Record<0 | 1 | 2 | 3 | 4 | 5 | 6, readonly [opens: number, closes: number]>>>;

/**
 * A day off that comes every year: on a date, or as the nth weekday of its month (`nth: -1` is the last). A date that falls
 * on a Saturday takes the Friday before along, one on a Sunday the Monday after, as the federal government does.
 */
export type HolidayRule = { readonly name: string; readonly month: number } & (
  { readonly day: number } | { readonly weekday: number; readonly nth: number }
);

/**
 * When a visit may be booked. Lengths and distances are in minutes, days are Eastern calendar days. The owner may change
 * the hours, and block days, at `/admin/hours`: what is set there goes over what stands here.
 */
export interface VisitRules {
  readonly timeZone: string;
  /** The first visit of a day begins when it opens, so that all its visits are on one grid, whatever the desk says. */
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
  hours: { 1: [9, 18], 2: [9, 18], 3: [9, 18], 4: [9, 18], 5: [9, 18], 6: [9, 15] },
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
