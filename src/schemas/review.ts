import { z } from 'astro/zod';
import { entry, order, sample, text } from './fields.ts';

/** A customer's review on the home page. */
export const reviewSchema = entry({
  order,
  sample,
  name: text('Write the name as the customer agreed to it, for example Maria G.', { max: 40 }).describe(
    'The name as the customer agreed to it.',
  ),
  location: text('Write the town.', { max: 40 }).describe('The town.'),
  initials: z
    .string({ error: 'Write two letters, for example MG.' })
    .regex(/^[A-Z]{2}$/, 'Write two capital letters, for example MG.')
    .describe('Two letters in place of a portrait.'),
  rating: z
    .number({ error: 'Write the number of stars, 1 to 5.' })
    .int('Write a whole number of stars.')
    .min(1, 'Write the number of stars, 1 to 5.')
    .max(5, 'Write the number of stars, 1 to 5.')
    .describe('Stars, 1 to 5, as the customer gave them.'),
  text: text('Write what the customer said, word for word.', { max: 320 }).describe(
    'What the customer said, word for word, without quotation marks around it.',
  ),
});
