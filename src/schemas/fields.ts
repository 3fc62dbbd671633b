import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { braceProblems } from '#lib/fill';

/** The file's name is the page's address. */
export const fileName = {
  // A page `/blog/index` would be in the place of the list, and no sitemap would be made.
  pattern: /^(?!index$)[a-z0-9]+(-[a-z0-9]+)*$/,
  rule: 'The file name becomes an address, so it may hold only small letters, digits and hyphens, and is not "index".',
};

/** Astro's `image()` helper: turns a path into a picture. */
export type ImageField = () => z.ZodType<ImageMetadata>;

/** A set of fields. An unknown field is an error that suggests the nearest name; `remedy` is for a value that is no set. */
function fieldSet<Shape extends z.core.$ZodShape>(shape: Shape, remedy: string) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? unknownFields(issue.keys, Object.keys(shape)) : remedy),
  });
}

/** An entry's fields. */
export function entry<Shape extends z.core.$ZodShape>(shape: Shape) {
  return fieldSet(shape, 'Write the fields between two lines of ---.');
}

const MARKUP = /<\/?[a-z][^>]*>|\]\s*\(|\*\*/i;
const MARKUP_OR_BRACES = new RegExp(`${MARKUP.source}|\\{[^{}]*\\}`, 'i');

/** A required text. `remedy` is shown if it is missing, empty or no text. Facts in braces are `isFilled` in. */
export function text(remedy: string, { max = 2000, isFilled = false }: { max?: number; isFilled?: boolean } = {}) {
  return z
    .string({
      error: (issue) =>
        issue.input === undefined ? `Missing. ${remedy}` : `Must be a text. ${remedy} Put it in quotes.`,
    })
    .trim()
    .min(1, `Empty. ${remedy}`)
    .max(max, {
      error: (issue) => `Too long by ${String(issue.input).length - max}: at most ${max} characters. ${remedy}`,
    })
    .refine((value) => !(isFilled ? MARKUP : MARKUP_OR_BRACES).test(value), {
      error: `Holds HTML, Markdown or braces, which would be read as they are typed. ${remedy}`,
    });
}

/** A text with facts of the business in braces: `{region}`. See `braceProblems` for the options. */
export function filledText(remedy: string, { max = 2000, withServices = false, mayBeLeftOut = false } = {}) {
  return text(remedy, { max, isFilled: true }).superRefine((value, context) => {
    for (const message of braceProblems(value, { withServices, mayBeLeftOut }))
      context.addIssue({ code: 'custom', message });
  });
}

/** `remedy`: for a word that could be right. */
export function choice<const Words extends readonly [string, ...string[]]>(words: Words, remedy = '') {
  return z.enum(words, { error: `Choose one of: ${words.join(', ')}. Write it exactly so. ${remedy}`.trim() });
}

/** A list of texts, one per line. */
export function list(item: z.ZodType<string>, limits: { min: number; remedy: string }) {
  const remedy = `${limits.remedy} One a line, each line beginning with "- ".`;
  return z.array(item, { error: remedy }).min(limits.min, `At least ${limits.min}. ${remedy}`);
}

/** A list of objects, with a minimum and maximum. */
export function rows<Shape extends z.core.$ZodShape>(shape: Shape, limits: { min: number; max: number }) {
  const { min, max } = limits;
  const fields = Object.keys(shape).join(', ');
  const count = min === max ? `exactly ${min}` : `${min} to ${max}`;
  const remedy = `List ${count}, each beginning with "- " and with its fields: ${fields}.`;
  const row = fieldSet(shape, `Write its fields: ${fields}.`);
  return z.array(row, { error: remedy }).min(min, `Too few. ${remedy}`).max(max, `Too many. ${remedy}`);
}

export function group<Shape extends z.core.$ZodShape>(shape: Shape) {
  const fields = Object.keys(shape).join(', ');
  return fieldSet(shape, `Missing. Write its fields below it, each begun with two spaces: ${fields}.`);
}

/** A page of another site. */
export const webAddress = z.url({ protocol: /^https$/, error: 'Write the whole address, beginning with https://.' });

/** The entry's position in its folder. */
export const order = z
  .number({ error: 'Write a number: where this one stands among the others, 1 is first.' })
  .describe('Where it stands among the others: 1 is first. Steps of 10 leave room to put one between.');

/** True while the text is invented. */
export const sample = z
  .boolean({ error: 'Write true while the text is an invented sample, false once it is real.' })
  .describe(
    'true: an invented sample. Previews show it with a mark, the live site leaves it out. Write false once it is real.',
  );

/** True while an entry is in progress: in previews, but not on the live site. */
export const draft = z
  .boolean({ error: 'Write true while the text is being written, or leave the line out.' })
  .default(false)
  .describe('true: seen in previews alone, with a mark. Leave it out once the text may be published.');

const dayRemedy = 'Write the day as year-month-day, for example 2026-11-03.';

/** A date `YYYY-MM-DD`. Undoes YAML, which reads an unquoted date as midnight UTC. */
export const day = z
  .union([z.date(dayRemedy), z.iso.date(dayRemedy)], dayRemedy)
  .transform((value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value));

/** A picture in `src/assets`, by its path from the file's folder. */
export function pictureFile(image: ImageField, assets = '../../assets') {
  const where = `Write the way to a file in src/assets, for example ${assets}/kitchen.jpg.`;
  const field = z.string({ error: where }).regex(/^(?!\/\/|[a-z]+:).*\.(avif|gif|jpe?g|png|webp)$/i, where);
  // Astro types `image()` by its output; its input is the path.
  return field.pipe(z.any()).pipe(image());
}

/** A picture in `src/assets` and its description. */
export function picture(image: ImageField) {
  const what = 'Say in one sentence what the picture shows, for people who cannot see it.';
  const shape = {
    src: pictureFile(image).describe('The file in src/assets, as ../../assets/name.jpg.'),
    alt: text(what, { max: 160 })
      .refine((words) => !/\.(avif|gif|jpe?g|png|webp)$/i.test(words), `This is the name of a file. ${what}`)
      .describe(what),
  };
  return fieldSet(
    shape,
    'A picture is two lines under "image:", each begun with two spaces: "src: ../../assets/name.jpg" and "alt: what it shows".',
  ).describe('The picture: its file and its description.');
}

export function unknownFields(given: readonly string[], known: readonly string[]): string {
  return given.map((field) => `"${field}" is not a field here. ${remedy(field, known)}`).join(' ');
}

function remedy(field: string, known: readonly string[]): string {
  const nearest = known.find((name) => distance(field.toLowerCase(), name.toLowerCase()) <= 2);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return `Remove it, or use one of: ${known.join(', ')}.`;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[j], row[j + 1], row[j]];
      next.push(Math.min(left + 1, above + 1, diagonal + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}
