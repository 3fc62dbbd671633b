import { z } from 'astro/zod';
import { choice, day, entry, type ImageField, order, picture, text } from './fields.ts';

const fields = (image: ImageField) =>
  entry({
    order,
    title: text('Write what the offer is on.', { max: 60 }).describe('What the offer is on.'),
    discount: text('Write what one saves, for example $75 off.', { max: 60 }).describe(
      'What one saves, large on the card.',
    ),
    description: text('Say in one or two sentences what one gets.', { max: 220 }).describe(
      'One or two sentences that stay true after the end: "The motor at no charge", not "Hurry".',
    ),
    validUntil: text('Write the term as people should read it, for example Oct 1, 2025 to Jan 3, 2026, or Ongoing.', {
      max: 60,
    }).describe('The term as people read it.'),
    startsOn: day.optional().describe('The first day, if there is one, as 2026-09-15.'),
    endsOn: day
      .optional()
      .describe('The last day, if there is one, as 2026-12-31. After it the card says "Offer ended".'),
    badge: choice(['Featured Promo', 'New', 'Vendor Rebate', 'Commercial', 'Best Value', 'Popular']).describe(
      'The small label.',
    ),
    featured: z
      .boolean({ error: 'Write true or false: whether this offer comes before the others while it runs.' })
      .describe('true: first among the running offers, and the one that the popup shows.'),
    vendor: choice(['Norman', 'Graber', 'Draper'])
      .optional()
      .describe('Whose offer it is. Leave it out if it is ours.'),
    externalLink: z
      .url({ protocol: /^https$/, error: 'Write the whole address, beginning with https://.' })
      .optional()
      .describe("The page with the maker's own terms. Opens in a new tab."),
    image: picture(image).optional(),
  });

/** A card of "Deals and promotions" on the home page, and the source of the popup. */
export const promotionSchema = (image: ImageField) =>
  fields(image)
    .refine((offer) => !offer.startsOn || !offer.endsOn || offer.startsOn <= offer.endsOn, {
      path: ['endsOn'],
      error: 'The offer ends before it starts. Correct startsOn or endsOn.',
    })
    .refine((offer) => offer.endsOn !== undefined || !/\b20\d\d\b/.test(offer.validUntil), {
      path: ['endsOn'],
      error:
        'Missing. validUntil names a year, so write the last day too, as 2026-12-31; without it the offer never ends.',
    });
