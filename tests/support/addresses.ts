import { z } from 'astro/zod';
import choices from '#brand/choices.json' with { type: 'json' };
import { cities, cityList, isWithin, zipArea } from '#contracts/consultation';
import { contentOf } from './content.ts';
import { consultation } from './visitor.ts';

// Pages of the dealer at hand, whichever those are.

const areas = (await contentOf('service-areas', { name: z.string() })).filter(({ fields }) =>
  cities.includes(fields.name),
);
const own = areas.find(({ fields }) => fields.name === consultation.city) ?? areas[0];
const other = areas.findLast((area) => area !== own);
const [article] = await contentOf('blog', { title: z.string() });
if (!own || !other) throw new Error('The tests need two areas that the dialog offers.');

/** The area where the tests' visitor lives. */
export const area = { id: own.id, name: own.fields.name };
export const areaPage = `/service-areas/${own.id}`;
/** An area where the visitor does not live. */
export const otherArea = { name: other.fields.name, page: `/service-areas/${other.id}` };
/** The list of guides and one of them; none if the dealer writes none. */
export const guidePages = article ? ['/blog', `/blog/${article.id}`] : [];
/** A page with a text: an article, if there is one. */
export const articlePage = guidePages[1] ?? areaPage;

const callbackCities: readonly { name: string; zipPrefix?: string }[] = choices.callbackCities;
const named = (zipCode: string) => callbackCities.find(({ zipPrefix = '-' }) => zipCode.startsWith(zipPrefix));

/** What a callback for this ZIP code has as its city. */
export const callbackCity = (zipCode: string) =>
  (named(zipCode) ?? callbackCities.find(({ zipPrefix }) => zipPrefix === undefined))?.name ?? '';

const zipAreas: { served?: readonly string[]; callFirst?: readonly string[] } = choices.zipAreas;
const isOfCity = (zipCode: string) =>
  cityList.some(({ zipCodes = [] }) => zipCodes.some((range) => isWithin(zipCode, range)));

/** A ZIP code where visits are booked, and that no place has to itself. */
export const sharedZipCode =
  zipAreas.served?.map((range) => range.slice(0, 5)).find((zipCode) => !isOfCity(zipCode)) ?? '99999';
/** ZIP codes without visits, if the dealer names any. */
export const zipCodesWithoutVisits = {
  callFirst: zipAreas.callFirst?.[0]?.slice(0, 5),
  notServed: ['33139', '99501'].find((zipCode) => zipArea(zipCode) === 'notServed'),
};
