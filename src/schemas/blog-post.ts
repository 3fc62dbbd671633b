import { z } from 'astro/zod';
import { longDate } from '#lib/calendar-date';
import { choice, day, entry, type ImageField, picture, text } from './fields.ts';

const readTime = 'Write how long it takes to read, for example 6 min read.';

/** An article; the text stands below the fields. The file's name is its address. */
export const blogPostSchema = (image: ImageField) =>
  entry({
    title: text('Write the headline.', { max: 80 }).describe(
      'The headline. Up to 36 characters fit a search result beside the business name.',
    ),
    excerpt: text('Say in one or two sentences what the reader will know afterwards.', { max: 160 }).describe(
      'One or two sentences on the card and in search results, at most 160 characters.',
    ),
    date: day.describe('The day it was published, as 2026-11-03.'),
    updated: day.optional().describe('The day of the last change that matters to a reader.'),
    readTime: z
      .string({ error: readTime })
      .regex(/^\d+ min read$/, readTime)
      .describe('As "6 min read". `npm run content:check` says the right number.'),
    category: choice(['Energy Efficiency', 'Smart Home', 'Buying Guide']).describe('The label on the card.'),
    image: picture(image),
  }).transform((post) => ({ ...post, dateDisplay: longDate(post.date) }));
