import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { type ContentSource, sources } from './all.ts';
import { translatedNames, translationSchema } from './translations.ts';

/**
 * docs/content-fields.md is written by the first test: `npm run test:unit -- src/schemas/guide.test.ts -u`. It fails
 * where the page says something else than our schemas.
 */
const image = () => z.custom<ImageMetadata>();
type Field = z.core.JSONSchema.BaseSchema;

/** A field with the name that the guide gives it: `steps: title` is one of those that each of the steps has. */
interface NamedField {
  readonly name: string;
  readonly field: Field;
  readonly isRequired: boolean;
}

function fieldsOf(schema: z.ZodType): NamedField[] {
  return within('', z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function within(prefix: string, { properties = {}, required = [] }: Field): NamedField[] {
  const named = Object.entries(properties).filter(([name]) => name !== '$schema');
  return named.flatMap(([name, property]) => {
    const field = property as Field;
    const named = { name: `${prefix}${name}`, field, isRequired: required.includes(name) };
    if (isPicture(field)) return [named];
    const inner = (field.type === 'array' ? field.items : field) as Field;
    return [named, ...within(`${prefix}${name}: `, inner)];
  });
}

const isPicture = ({ properties = {} }: Field) => 'src' in properties && 'alt' in properties;

/** What is written behind the colon, in the words of who writes it. */
function kindOf(field: Field): string {
  if (field.enum) return `one of: ${field.enum.join(', ')}`;
  if (field.type === 'array') return 'list';
  if (field.type === 'object') return isPicture(field) ? 'picture' : 'group';
  if (field.type === 'boolean') return 'true or false';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.anyOf) return 'day';
  if (field.format === 'uri') return 'address';
  return field.maxLength && field.maxLength < 2000 ? `text, ${field.maxLength} characters at most` : 'text';
}

const fileOf = (name: keyof typeof sources) => sources[name].files.replace('src/content/', '').replace('/*.md', '');
const aboutTranslations =
  'The fields of `name.es.md` beside `name.md`, each with the limits that it has there. `translation` is `unreviewed` until a reader of Spanish has passed it, then `reviewed`. What is not listed is the same in every language and stands in the English file alone.';

const entries = Object.entries(sources).map(([, { files, schema }]: [string, ContentSource]) => {
  return [files.replace('src/content/', '').replace('/*.md', ''), fieldsOf(schema(image))] as const;
});

test('the guide has every field, as the schemas have it', async () => {
  const tables = entries.map(([folder, fields]) => {
    const rows = fields.map(({ name, field, isRequired }) => {
      return `| \`${name}\` | ${isRequired ? 'yes' : ''} | ${kindOf(field)} | ${field.description} |`;
    });
    return `## ${folder}\n\n| field | needed | value | what it is |\n| - | - | - | - |\n${rows.join('\n')}`;
  });
  const head =
    '# Fields of the content\n\nEvery field of each file of `src/content` and `brand`. This page is made from the schemas';
  const key = 'A name such as `steps: title` is a field of each of the `steps`.';
  const translated = translatedNames.map((name) => {
    const fields = fieldsOf(translationSchema(name, image)).map((field) => `\`${field.name}\``);
    return `| ${fileOf(name)} | ${fields.join(', ')} |`;
  });
  const translations = `## Translations\n\n${aboutTranslations}\n\n| folder | fields |\n| - | - |\n${translated.join('\n')}`;
  const parts = [...tables, translations].join('\n\n');
  const page = `${head}; see [content.md](content.md) for examples. ${key}\n\n${parts}\n`;
  const file = new URL('../../docs/content-fields.md', import.meta.url).pathname;
  const style = await resolveConfig(file);
  await expect(await format(page, { ...style, parser: 'markdown' })).toMatchFileSnapshot(file);
});

const ofBrand = Object.entries<ContentSource>(sources).filter(([, { files }]) => files.startsWith('brand/'));

test.each(ofBrand)(
  'the file of %s names the schema by which an editor of code completes and explains its fields',
  async (name, { files }) => {
    // Astro writes it of our schema, as it does for every collection.
    expect(JSON.parse(await readFile(files, 'utf8')).$schema).toBe(`../.astro/collections/${name}.schema.json`);
  },
);
