import { z } from 'astro/zod';
import { entry, sample, text } from './fields.ts';

/** The owners' introduction on the home page; their story stands below the fields. One file. */
export const ownersSchema = entry({
  sample,
  names: text('Write the first names, for example Elena and Mark.', { max: 40 }).describe('The first names.'),
  initials: z
    .array(z.string().regex(/^[A-Z]$/, 'Write one capital letter.'), {
      error: 'Write two letters, for example [E, M].',
    })
    .length(2, 'Write two letters, for example [E, M].')
    .describe('The two letters of the drawn monogram.'),
  headline: text('Write one or two short sentences about the two.', { max: 90 }).describe('The heading.'),
});
