import { z } from 'astro/zod';
import { type ContentSource, shared, sources, type TranslatedName } from './all.ts';
import { type ImageField, text } from './fields.ts';

/** The collections with words to translate. */
export const translatedNames = Object.keys(shared) as TranslatedName[];

/** Fields with other rules in Spanish. */
const otherRules: Partial<Record<TranslatedName, Record<string, z.ZodType>>> = {
  'service-areas': {
    county: text('Write the county in Spanish, for example Condado de Sangamon.', { max: 40 }).describe(
      'The county, for the badge, such as Condado de Sangamon.',
    ),
  },
};

const translation = z
  .enum(['unreviewed', 'reviewed'], {
    error: 'Write unreviewed until a reader of the language has passed it, then reviewed.',
  })
  .describe('unreviewed until a reader of the language has passed it, then reviewed.');

/** The fields of `<name>.es.md`: the original's words with their rules, and the state of the translation. */
export function translationSchema(name: TranslatedName, image: ImageField): z.ZodType {
  const { schema }: ContentSource = sources[name];
  const words = wordsOf(schema(image), new Set<string>([...shared[name], 'src']));
  if (!(words instanceof z.ZodObject)) throw new Error(`The schema of ${name} has no fields`);
  return z.strictObject({ translation, ...words.shape, ...otherRules[name] }, { error: notHere });
}

function notHere(issue: { code?: string | undefined; keys?: readonly string[] }): string {
  if (issue.code !== 'unrecognized_keys') return 'Write the fields between two lines of ---.';
  const names = (issue.keys ?? []).map((key) => `"${key}"`).join(', ');
  return `${names}: not a field of a translation. What is the same in every language stands in the English file alone. Remove it here.`;
}

/** Removes the shared fields at any depth. */
function wordsOf(schema: unknown, fixed: ReadonlySet<string>): z.ZodType | null {
  if (schema instanceof z.ZodPipe) return wordsOf(schema.in, fixed);
  if (schema instanceof z.ZodOptional) {
    const words = wordsOf(schema.unwrap(), fixed)?.optional();
    return words ? described(words, schema) : null;
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    const row = wordsOf(schema.element, fixed);
    return row && described(z.array(row, { error: 'Write as many of them as the English file has.' }), schema);
  }
  if (!(schema instanceof z.ZodObject)) return schema instanceof z.ZodType ? schema : null;
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const words = fixed.has(name) ? null : wordsOf(field, fixed);
    return words ? [[name, words] as const] : [];
  });
  return fields.length > 0 ? described(z.strictObject(Object.fromEntries(fields), { error: notHere }), schema) : null;
}

const described = (copy: z.ZodType, { description }: z.ZodType) => (description ? copy.describe(description) : copy);
