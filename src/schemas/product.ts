import { z } from 'astro/zod';
import { choice, entry, type ImageField, list, order, picture, text } from './fields.ts';

/** A card of "Featured products" on the home page. */
export const productSchema = (image: ImageField) =>
  entry({
    order,
    title: text('Write the name of the product.').describe('The name of the product, as a heading.'),
    vendor: choice(['Norman', 'Hunter Douglas']).describe('Who makes it: Norman or Hunter Douglas.'),
    certified: z
      .boolean({ error: 'Write true if we are a certified dealer of this product, else leave the line out.' })
      .default(false)
      .describe('true: the card says "Certified dealer". Leave it out otherwise.'),
    color: choice(['Black', 'White', 'Gray'])
      .optional()
      .describe('The color of the swatch: Black, White or Gray. Leave it out for none.'),
    description: text('Say in one or two sentences what it does for a room.', { max: 220 }).describe(
      'One or two sentences: what it does for a room.',
    ),
    features: list(text('Write a few words.', { max: 60 }), {
      min: 2,
      remedy: 'List what a buyer should know.',
    }).describe('Two to four short facts, one a line.'),
    image: picture(image),
    focus: choice(['center', 'top', 'top-left'])
      .default('center')
      .describe('What stays in view where the picture is cut: center (the default), top or top-left.'),
  });
