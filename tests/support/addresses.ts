import { z } from 'astro/zod';
import choices from '#brand/choices.json' with { type: 'json' };
import { cities } from '#contracts/consultation';
import { contentOf } from './content.ts';
import { consultation } from './visitor.ts';

// Pages of the dealer at hand, whichever those are.

const areas = (await contentOf('service-areas', { name: z.string() })).filter(({ fields }) =>
  cities.includes(fields.name),
);
const own = areas.find(({ fields }) => fields.name === consultation.city) ?? areas[0];
const other = areas.findLast((area) => area !== own);
const [article] = await contentOf('blog', { title: z.string() });
if (!own || !other || !article) throw new Error('The tests need two areas that the dialog offers, and an article.');

/** The area where the tests' visitor lives. */
export const area = { id: own.id, name: own.fields.name };
export const areaPage = `/service-areas/${own.id}`;
/** An area where the visitor does not live. */
export const otherArea = { name: other.fields.name, page: `/service-areas/${other.id}` };
export const articlePage = `/blog/${article.id}`;

const callbackCities: readonly { name: string; zipPrefix?: string }[] = choices.callbackCities;
const named = (zipCode: string) => callbackCities.find(({ zipPrefix = '-' }) => zipCode.startsWith(zipPrefix));

/** What a callback for this ZIP code has as its city. */
export const callbackCity = (zipCode: string) =>
  (named(zipCode) ?? callbackCities.find(({ zipPrefix }) => zipPrefix === undefined))?.name ?? '';
