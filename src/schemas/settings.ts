import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { z } from 'astro/zod';
import { isVisitClock } from '#contracts/hours';
import { clockOf, readOpenDays } from '#lib/time/open-days';
import { languages } from '#i18n/language';
import { choice, day, entry, group, list, text, webAddress } from './fields.ts';

/** By it, an editor of code completes the fields and explains them. */
export const $schema = z.string().optional().describe('The file that tells an editor of code the fields.');

const phoneRemedy = 'Write the ten digits as people read them, for example (202) 555-0142.';
const hoursRemedy = 'Write days and hours as Mon-Fri 8 AM-6 PM, the earlier hour first.';

const phone = z
  .string({ error: `Missing. ${phoneRemedy}` })
  .refine((number) => /^\([2-9]\d\d\) \d{3}-\d{4}$/.test(number), {
    error: `This is no phone number of ours. ${phoneRemedy}`,
  });

const openDays = text(hoursRemedy).refine((line) => readOpenDays(line) !== null, {
  error: ({ input }) => `"${String(input)}" says no hours. ${hoursRemedy}`,
  abort: true,
});

const languagesRemedy =
  'Write ["en"] for a site in English, ["es"] for one in Spanish, ["en", "es"] or ["es", "en"] for one in both.';

/** Each day may occur once. */
const hoursOfWeek = z
  .array(openDays, { error: `List the hours. ${hoursRemedy}` })
  .min(1, `List at least one line. ${hoursRemedy}`)
  .refine((lines) => !hasTwice(lines.flatMap((line) => readOpenDays(line)?.weekdays ?? [])), {
    error: 'A day stands in two lines. Write each day once.',
  });

function hasTwice<Value>(values: readonly Value[]): boolean {
  return new Set(values).size < values.length;
}

function areVisits(line: string): boolean {
  const days = readOpenDays(line);
  return !days || [days.opens, days.closes].every((hour) => isVisitClock(clockOf(hour * 60)));
}

const wholeNumber = (least: number, most: number) => {
  const remedy = `Write a whole number from ${least} to ${most}.`;
  return z.int(remedy).min(least, remedy).max(most, remedy);
};

const holidayRemedy =
  'Write a day as { "name": "Christmas Day", "month": 12, "day": 25 }, or as { "name": "Thanksgiving", "month": 11, "weekday": 4, "nth": 4 }.';
const part = (least: number, most: number) => z.int(holidayRemedy).min(least, holidayRemedy).max(most, holidayRemedy);
/** `weekday` as in `Date#getDay`. */
const holiday = z
  .strictObject(
    {
      name: text('Write the name of the day.', { max: 40 }).describe('The name, as the owner reads it.'),
      month: part(1, 12).describe('The month, 1 to 12.'),
      day: part(1, 31).optional().describe('The day of the month. Leave it out for a day such as the fourth Thursday.'),
      weekday: part(0, 6).optional().describe('0 is Sunday, 6 is Saturday.'),
      nth: part(-1, 5).optional().describe('Which of the month: 1 is the first, -1 the last.'),
    },
    { error: holidayRemedy },
  )
  .refine(({ month, day = 1 }) => new Date(2000, month - 1, day).getDate() === day, { error: holidayRemedy })
  .refine(({ day, weekday, nth }) => (day === undefined) === (weekday !== undefined && nth !== undefined), {
    error: holidayRemedy,
  });

/** Of the fifty states and Puerto Rico. */
const degrees = (least: number, most: number) => {
  const remedy = `Write degrees from ${least} to ${most}. Are the two exchanged, or is a minus missing or too many?`;
  return z.number({ error: remedy }).min(least, remedy).max(most, remedy);
};

const claim = group({
  source: text('Write where it can be checked, for example Google.', { max: 60 }).describe('Where it can be checked.'),
  date: day.describe('The day on which it was last checked, as 2026-11-01.'),
  confirmed: z
    .boolean({ error: 'Write true once it has been checked, false before.' })
    .describe('true: it has been checked, and the live site may say it.'),
}).describe('The source, the day of the last check, and whether it is confirmed.');

/** Name, phone, hours and claims, read by `src/business.ts`. One file of `brand/`. */
export const businessSchema = entry({
  $schema,
  name: text('Write the name of the business.', { max: 40 }).describe(
    'The full name. In every title, mail and invitation; titles of pages have 60 characters together with it.',
  ),
  shortName: text('Write the name in one word.', { max: 20 }).describe('The first part of the logo.'),
  descriptor: text('Write what stands below the name in the logo.', { max: 24 }).describe(
    'The second part of the logo.',
  ),
  phone: phone.describe('The number as people read it: (202) 555-0142. The links that dial it are made of it.'),
  languages: z
    .array(choice(languages), { error: languagesRemedy })
    .min(1, languagesRemedy)
    .refine((all) => !hasTwice(all), { error: languagesRemedy })
    .describe(
      'The languages of the site: ["en"], ["es"], ["en", "es"] or ["es", "en"]. The pages of the first are at the plain addresses, those of the other below /es or /en. In English alone the files ending in .es.md are not read.',
    ),
  storeHours: hoursOfWeek.describe(
    'When somebody answers the phone, one line each: Mon-Fri 8 AM-6 PM. In the footer, the mails, and wherever a text says {storeHours}.',
  ),
  visitHours: hoursOfWeek
    .refine((lines) => lines.every(areVisits), {
      error: 'Visits begin and end at a quarter hour from 6 AM to 11 PM: Mon-Fri 8:30 AM-5 PM.',
    })
    .describe(
      'When visits take place, one line each, by quarter hours from 6 AM to 11 PM; " by appointment" may follow. A day’s first visit begins with its hours. On the pages of the areas, for search engines, where a text says {visitHours}, and the hours that are offered until the owner sets others at /admin/hours.',
    ),
  address: group({
    street: text('Write the house number and the street, for example 200 Main Street.', { max: 60 })
      .optional()
      .describe('The house number and the street, if visitors may know it.'),
    city: text('Write the town.', { max: 30 }).describe('The town.'),
    state: text('Write the state in two letters.', { max: 2 }).describe('The state in two letters.'),
    stateName: text('Write the state in full.', { max: 20 }).describe('The state in full.'),
    postalCode: z
      .string({ error: 'Write the ZIP code between quotes: 5 digits.' })
      .regex(/^\d{5}$/, 'A ZIP code has 5 digits. Write it between quotes.')
      .describe('The ZIP code.'),
  }).describe('Where the business is.'),
  position: group({
    latitude: degrees(17, 72).describe('Degrees north of the equator, for example 39.78.'),
    longitude: degrees(-180, -64).describe(
      'Degrees east of Greenwich: in the United States below zero, for example -89.65.',
    ),
  }).describe(
    'Where the town is, for the page about the sun at a window. A map on the web shows both numbers for a place; two digits behind the point are enough.',
  ),
  region: text('Write the region.', { max: 40 }).describe('The region, as in "Over 7 years in Central Illinois".'),
  coverage: list(text('Write one place.', { max: 40 }), {
    min: 1,
    remedy: 'List the places that are served.',
  }).describe('The places that are served, for search engines.'),
  certifiedBrand: text('Write the brand.', { max: 30 })
    .optional()
    .describe('The brand whose certified dealer we are. Leave it out if there is none.'),
  otherVendors: list(text('Write one name.', { max: 30 }), { min: 1, remedy: 'List the other makers.' }).describe(
    'The other makers, for the footer.',
  ),
  yearsOfExperience: z
    .number({ error: 'Write the number of full years.' })
    .int('Write the number of full years.')
    .min(1, 'Write the number of full years.')
    .optional()
    .describe('Full years of experience. Leave it out to say none.'),
  rating: z
    .string({ error: 'Write the stars between quotes, for example "4.9".' })
    .regex(/^([1-4]\.\d|5\.0)$/, 'Write the stars between quotes with one digit behind the point, for example "4.9".')
    .optional()
    .describe('The stars that customers give on average, as they stand on the review site. Leave it out to say none.'),
  startingPrice: wholeNumber(50, 9999)
    .optional()
    .describe(
      'What your usual shade costs with its motor, installed, in whole dollars: "A motorized roller shade, installed: from $480". Leave it out to say none.',
    ),
  claims: group({
    certifiedBrand: claim.optional(),
    yearsOfExperience: claim.optional(),
    startingPrice: claim.optional(),
    rating: claim
      .optional()
      .describe(
        'The review site, by the name that visitors read in "4.9 stars on Google", the day of the last check, and whether it is confirmed.',
      ),
  }).describe(
    'Who says so, and when somebody last looked, for those of the four fields above that are there. The live site leaves out what is not confirmed; previews show it.',
  ),
  contactPromise: text('Write how soon a request is answered, for example within 24 hours.', { max: 30 }).describe(
    'How soon a request is answered, as in "answered within 24 hours".',
  ),
  sameAs: z
    .array(webAddress, { error: 'List the addresses, each between quotes and beginning with https://.' })
    .optional()
    .describe(
      'The pages of the business on other sites, for search engines: its Google profile, Facebook, Instagram, Houzz. Whole addresses, each beginning with https://. Leave it out until there are some.',
    ),
  reviewLink: webAddress
    .optional()
    .describe(
      'The page on which a customer writes a review of us, such as the short link of the Google profile. A customer is asked once, if the owner wants it (/admin/alerts). Leave it out to ask nobody.',
    ),
  alertPhones: z
    .array(phone, { error: `List the numbers. ${phoneRemedy}` })
    .max(2, 'List at most two numbers.')
    .optional()
    .describe(
      'The numbers that are texted about a request that nobody has opened: the first after 15 minutes of the store’s hours, the second after 60. No page shows them. Leave it out to text nobody.',
    ),
  contactException: text('Write the sentence about the times at which that is later.', { max: 90 })
    .optional()
    .describe(
      'A sentence beside the promise: when the answer comes later, for example on a weekend. Leave it out if it never does.',
    ),
  visits: group({
    visitMinutes: wholeNumber(15, (12 * HOUR) / MINUTE).describe(
      'How long a visit takes. Visits that are booked keep their length.',
    ),
    installationMinutes: wholeNumber(15, (12 * HOUR) / MINUTE).describe(
      'How long an installation takes. The owner sees it when booking one, and may choose another length.',
    ),
    stepMinutes: wholeNumber(15, (12 * HOUR) / MINUTE).describe(
      "From one visit's start to the next one's, in minutes.",
    ),
    noticeMinutes: wholeNumber(0, (14 * DAY) / MINUTE).describe(
      'A visit starts at least so many minutes after it is offered.',
    ),
    daysAhead: wholeNumber(1, 90).describe('For how many days ahead visits are offered. Today counts as day 0.'),
  }).describe(
    'The length of the visits and when they can be booked. The owner changes the weekly hours at /admin/hours.',
  ),
  holidays: z
    .array(holiday, { error: `List the holidays. ${holidayRemedy}` })
    .describe(
      'Yearly days without visits. As with federal holidays, a Saturday also takes the Friday before, and a Sunday the Monday after.',
    ),
});

/** What `brand/brand.json` says. */
export type BrandSettings = z.output<typeof businessSchema>;

const zoneRemedy = 'Write the name of the zone in the IANA list, for example America/New_York or America/Phoenix.';

const zipCodes = 'Write a ZIP code as 62707, or the first and the last of several as 62701-62706.';
const range = z.string({ error: zipCodes }).refine(
  (text) => {
    const [, first = '', last = first] = /^(\d{5})(?:-(\d{5}))?$/.exec(text) ?? [];
    return first !== '' && first <= last;
  },
  { error: zipCodes },
);
const ranges = z.array(range, { error: `List the ZIP codes. ${zipCodes}` }).optional();

const es = text('Write the words in Spanish.', { max: 60 })
  .optional()
  .describe('The words on the Spanish pages, if they are others.');
const placeName = text('Write the name of the place.', { max: 40 });
const hasEachOnce = (all: readonly { name: string }[]) => !hasTwice(all.map(({ name }) => name));

const service = z.strictObject(
  { name: text('Write the service.', { max: 40 }).describe('The service, as it is shown, sent and stored.'), es },
  { error: 'Write a service as { "name": "Motorized Shades", "es": "Persianas motorizadas" }.' },
);

const city = z.strictObject(
  {
    name: placeName.describe('The name, as in service-areas: on its page the place is chosen already.'),
    es,
    zipCodes: ranges.describe(
      'The ZIP codes that it has to itself: whoever types one has the place chosen. 62701-62706 stands for six. Leave it out if it shares them all.',
    ),
  },
  { error: 'Write a place as { "name": "Springfield", "zipCodes": ["62704"] }.' },
);

const places = z
  .array(city, { error: 'List the places, each as { "name": "Springfield", "zipCodes": ["62704"] }.' })
  .refine(hasEachOnce, { error: 'A place stands there twice. Write it once.' })
  .superRefine((all, context) => {
    for (const message of sharedZipCodes(all)) context.addIssue({ code: 'custom', message });
  });

const callbackCity = z.strictObject(
  {
    name: placeName.describe('The area, as it is stored with the request.'),
    es,
    zipPrefix: z
      .string()
      .regex(/^\d{1,5}$/, 'Write the first digits of the ZIP codes, for example "627".')
      .optional()
      .describe('The first digits of its ZIP codes. The last area has none: it is for all others.'),
  },
  { error: 'Write an area as { "name": "Springfield Area", "zipPrefix": "627" }.' },
);

/** What the booking dialog lets visitors choose. One file. */
export const choicesSchema = entry({
  $schema,
  services: z
    .array(service, { error: 'List the services, each as { "name": "Motorized Shades" }.' })
    .min(1, 'List at least one service.')
    .refine(hasEachOnce, { error: 'A service stands there twice. Write it once.' })
    .describe(
      'The services that a visitor may choose, in this order. Requests keep the name that they were sent with.',
    ),
  cities: places.min(1, 'List at least one place.').describe('The places that a visitor may choose, in this order.'),
  otherCities: places
    .optional()
    .describe('Places that are not in the list: their ZIP codes choose "Another city" and write the name beside it.'),
  callbackCities: z
    .array(callbackCity, { error: 'List the areas, each as { "name": "Springfield Area", "zipPrefix": "627" }.' })
    .min(1, 'List at least one area.')
    .refine((all) => all.findIndex(({ zipPrefix }) => zipPrefix === undefined) === all.length - 1, {
      error: 'The last area, and no other, has no zipPrefix: it is for all other ZIP codes.',
    })
    .describe('The area that a callback is kept with, by the first digits of its ZIP code.'),
  zipAreas: group({
    served: ranges.describe(
      'The ZIP codes in which visits are booked: 62701-62706 stands for six. Others are not served, except those of `callFirst`. Leave it out if all are.',
    ),
    callFirst: ranges.describe(
      'The ZIP codes for which a sentence above the times says that you call first to confirm. Visitors may book.',
    ),
  })
    .superRefine(({ served = [], callFirst = [] }, context) => {
      const lists = [
        { name: 'served', zipCodes: served },
        { name: 'callFirst', zipCodes: callFirst },
      ];
      for (const message of sharedZipCodes(lists)) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe(
      'Where visits are booked. Leave it out if that is everywhere. A callback can be asked for from anywhere.',
    ),
  callback: group({
    withinHours: wholeNumber(1, 96).describe('A callback comes within so many hours.'),
  })
    .optional()
    .describe(
      'When a callback comes, so that the thanks name the day and the hour, within the store’s hours. The same as `contactPromise` says in words. On a day off, and from four hours before its eve ends, the pages name the next day on which somebody is there in place of the promise. Leave it out if it is no number of hours: then the thanks repeat the promise.',
    ),
});

/** A sentence for each two places that have a ZIP code in common. */
function sharedZipCodes(all: readonly { name: string; zipCodes?: readonly string[] | undefined }[]): string[] {
  const ranges = all.flatMap(({ name, zipCodes = [] }) =>
    zipCodes.map((code) => ({ name, code, first: code.slice(0, 5), last: code.slice(-5) })),
  );
  return ranges.flatMap((one, index) =>
    ranges
      .slice(index + 1)
      .filter((other) => one.name !== other.name && one.first <= other.last && other.first <= one.last)
      .map((other) => `${one.name} (${one.code}) and ${other.name} (${other.code}) share a ZIP code. Give it to one.`),
  );
}

const labels = {
  name: text('Write the name.', { max: 30 }).describe('The name, as a button of the gallery has it.'),
  es,
};
const inText = text('Write the words.', { max: 40 }).optional();

const kind = z.strictObject(
  {
    category: z
      .string()
      .regex(
        /^(?!(all|general)$)[a-z0-9]+(-[a-z0-9]+)*$/,
        'Write small letters, digits and hyphens, not all or general.',
      )
      .describe('What pictures in the gallery are kept with: leave it as it is.'),
    ...labels,
    inText: inText.describe(
      'The word in sentences such as "Motorized shades and awnings", without "motorized". Leave it out if it is the name.',
    ),
    inTextEs: inText.describe('The same in Spanish. An English word may follow in brackets.'),
    kindOf: z
      .string()
      .optional()
      .describe('The category of which it is a kind, as blinds are of shades. Short sentences name that one alone.'),
  },
  { error: 'Write what you sell as { "category": "shutters", "name": "Shutters" }.' },
);

/** What the dealer sells, for sentences and as the gallery's categories. One file. */
export const rangeSchema = entry({
  $schema,
  kinds: z
    .array(kind, { error: 'List what you sell.' })
    .min(1, 'List what you sell.')
    .refine((all) => !hasTwice(all.map(({ category }) => category)), 'A category stands there twice. Write it once.')
    .refine(
      (all) => all.every(({ kindOf }) => !kindOf || all.some((one) => one.category === kindOf && !one.kindOf)),
      'kindOf names the category of another one, which is itself no kind of another.',
    )
    .describe(
      'What you sell, in the order of the gallery’s buttons. Footer, headings and the lines in search results name it. Pictures of a category that you remove stay under "All".',
    ),
  other: z.strictObject(labels, 'Write it as { "name": "General" }.').describe('The category of all other pictures.'),
});

/** In winter and in summer: `zonedToday` relies on it. */
function isBehindUtc(timeZone: string): boolean {
  return ['2026-01-01T12:00Z', '2026-07-01T12:00Z'].every((instant) => {
    const hour = Number(new Date(instant).toLocaleTimeString('sv-SE', { timeZone }).replace(/:(\d\d).*/, '.$1'));
    return hour >= 2 && hour <= 8;
  });
}

/** The time zone of the visits. One file, because each page of the site loads it and nothing more of the business. */
export const zoneSchema = entry({
  $schema,
  timeZone: z
    .string({ error: zoneRemedy })
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), { error: zoneRemedy, abort: true })
    .refine(isBehindUtc, { error: 'Write a zone that is four to ten hours behind UTC: the site knows no other.' })
    .describe('The zone of the visits, by its name in the IANA list, such as America/New_York.'),
});

/** How people call that zone. */
export const zoneNamesSchema = entry({
  $schema,
  short: text('Write it as beside a time, for example ET.', { max: 10 }).describe('As beside a time: 9:00 AM ET.'),
  long: text('Write it in full, for example Eastern Time.', { max: 40 }).describe(
    'As in a sentence: All times are Eastern Time.',
  ),
  es: text('Write it in Spanish, for example hora del este.', { max: 60 })
    .optional()
    .describe('In Spanish, as in a sentence: hora del este. Leave it out on a site in English alone.'),
});
