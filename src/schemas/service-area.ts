import { z } from 'astro/zod';
import { entry, type ImageField, list, order, picture, text } from './fields.ts';

const county = 'Write the county in full, for example Osceola County, or Osceola and Polk Counties.';

/** A location page. The file's name is its address; local notes stand below the fields. */
export const serviceAreaSchema = (image: ImageField) =>
  entry({
    order,
    name: text('Write the name of the place as in "Motorized Window Treatments in ..., FL".', { max: 40 }).describe(
      'The name of the place, without the state.',
    ),
    county: z
      .string({ error: county })
      .regex(/ Count(y|ies)$/, county)
      .describe('The county, for the badge.'),
    metaTitle: text('Write the title for the browser tab and search results, without the business name.', {
      max: 60,
    }).describe('The title in the tab and in search results. Up to 36 characters fit beside the business name.'),
    metaDescription: text('Say what we do there, for search results.', { max: 160 }).describe(
      'One or two sentences for search results, at most 160 characters.',
    ),
    description: text('Say what is particular about the windows of this place.', { max: 360 }).describe(
      'The first paragraph: what is particular about the windows of this place.',
    ),
    ctaText: text('Write the words on the button, for example Schedule a Celebration visit.', { max: 40 }).describe(
      'The words on the button that opens the booking dialog.',
    ),
    popularProjects: list(text('Write one project.', { max: 80 }), {
      min: 3,
      remedy: 'List what people of this place ask for.',
    }).describe('Three to six projects, one a line.'),
    neighborhoods: list(text('Write one name.', { max: 40 }), {
      min: 3,
      remedy: 'List neighborhoods by the names people use.',
    }).describe('Neighborhoods, one a line.'),
    zipCodes: z
      .array(z.coerce.string().regex(/^\d{5}$/, 'A ZIP code has 5 digits.'), {
        error: 'List the ZIP codes, one a line, each beginning with "- ".',
      })
      .min(1, 'List at least one ZIP code.')
      .describe('The ZIP codes served, one a line.'),
    image: picture(image),
    projectsImage: picture(image).describe('A second picture, beside the projects.'),
  });
