import { z } from 'astro/zod';
import { telHref } from '#lib/contact';
import { readOpenDays, VISIT_OPENINGS } from '#lib/time/hours';
import { entry, group, list, text } from './fields.ts';

const phoneRemedy = 'Write the ten digits as people read them, for example (407) 555-0142.';
const hoursRemedy = 'Write days and hours as Mon-Fri 8 AM-6 PM, the earlier hour first.';

const phone = z
  .string({ error: `Missing. ${phoneRemedy}` })
  .refine((number) => /^\([2-9]\d\d\) \d{3}-\d{4}$/.test(number) && telHref(number) !== null, {
    error: `This is no phone number of ours. ${phoneRemedy}`,
  });

const openDays = text(hoursRemedy).refine((line) => readOpenDays(line) !== null, {
  error: ({ input }) => `"${String(input)}" says no hours. ${hoursRemedy}`,
  abort: true,
});

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
  return !days || (VISIT_OPENINGS.includes(days.opens) && Number.isInteger(days.closes));
}

/** Name, phone, hours and claims, read by `src/business.ts`. One file. */
export const businessSchema = entry({
  name: text('Write the name of the business.', { max: 40 }).describe(
    'The full name. In every title, mail and invitation; titles of pages have 60 characters together with it.',
  ),
  shortName: text('Write the name in one word.', { max: 20 }).describe('The first part of the logo.'),
  descriptor: text('Write what stands below the name in the logo.', { max: 24 }).describe(
    'The second part of the logo.',
  ),
  phone: phone.describe('The number as people read it: (407) 555-0142. The links that dial it are made of it.'),
  storeHours: hoursOfWeek.describe(
    'When somebody answers the phone, one line each: Mon-Fri 8 AM-6 PM. In the footer and the mails. The question "When are you open?" in faq/hours.md says them too.',
  ),
  visitHours: hoursOfWeek
    .refine((lines) => lines.every(areVisits), {
      error: 'The visits of a day begin at 6 AM, 9 AM, 12 PM or 3 PM, and end on the hour: Mon-Fri 9 AM-6 PM.',
    })
    .describe(
      'When visits take place, one line each, from 6 AM, 9 AM, 12 PM or 3 PM; " by appointment" may follow. On the pages of the areas, for search engines, and the hours that are offered until the owner sets others at /admin/hours.',
    ),
  address: group({
    city: text('Write the town.', { max: 30 }).describe('The town.'),
    state: text('Write the state in two letters.', { max: 2 }).describe('The state in two letters.'),
    stateName: text('Write the state in full.', { max: 20 }).describe('The state in full.'),
    postalCode: z
      .string({ error: 'Write the ZIP code between quotes: 5 digits.' })
      .regex(/^\d{5}$/, 'A ZIP code has 5 digits. Write it between quotes.')
      .describe('The ZIP code.'),
  }).describe('Where the business is.'),
  region: text('Write the region.', { max: 40 }).describe('The region, as in "Over 7 years in Central Florida".'),
  coverage: list(text('Write one place.', { max: 40 }), {
    min: 1,
    remedy: 'List the places that are served.',
  }).describe('The places that are served, for search engines.'),
  certifiedBrand: text('Write the brand.', { max: 30 }).describe('The brand whose certified dealer we are.'),
  otherVendors: list(text('Write one name.', { max: 30 }), { min: 1, remedy: 'List the other makers.' }).describe(
    'The other makers, for the footer.',
  ),
  yearsOfExperience: z
    .number({ error: 'Write the number of full years.' })
    .int('Write the number of full years.')
    .min(1, 'Write the number of full years.')
    .describe('Full years of experience.'),
  rating: z
    .string({ error: 'Write the stars between quotes, for example "4.9".' })
    .regex(/^([1-4]\.\d|5\.0)$/, 'Write the stars between quotes with one digit behind the point, for example "4.9".')
    .describe('The stars that customers give on average, as they stand on the review site.'),
  contactPromise: text('Write how soon a request is answered, for example within 24 hours.', { max: 30 }).describe(
    'How soon a request is answered, as in "answered within 24 hours".',
  ),
});

const zipCodes = 'Write a ZIP code as 34747, or the first and the last of several as 34741-34746.';
const range = z.string({ error: zipCodes }).refine(
  (text) => {
    const [, first = '', last = first] = /^(\d{5})(?:-(\d{5}))?$/.exec(text) ?? [];
    return first !== '' && first <= last;
  },
  { error: zipCodes },
);

const city = z.strictObject(
  {
    name: text('Write the name of the place.', { max: 40 }).describe(
      'The name, as in service-areas: on its page the place is chosen already.',
    ),
    zipCodes: z
      .array(range, { error: `List the ZIP codes. ${zipCodes}` })
      .optional()
      .describe(
        'The ZIP codes that it has to itself: whoever types one has the place chosen. 34741-34746 stands for six. Leave it out if it shares them all.',
      ),
  },
  { error: 'Write a place as { "name": "Ocoee", "zipCodes": ["34761"] }.' },
);

/** The cities in the booking dialog. One file. */
export const citiesSchema = entry({
  cities: z
    .array(city, { error: 'List the places, each as { "name": "Ocoee", "zipCodes": ["34761"] }.' })
    .min(1, 'List at least one place.')
    .refine((all) => !hasTwice(all.map(({ name }) => name)), { error: 'A place stands there twice. Write it once.' })
    .describe('The places that a visitor may choose, in this order.'),
});
