import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import * as schemas from './collections.ts';
import type { FolderName } from './files.ts';

/**
 * docs/content-fields.md is written by this test: `npm run test:unit -- src/schemas/guide -u`. It fails where the page
 * says something else than the schemas, and where a field has no words for who edits it.
 */
const image = () => z.custom<ImageMetadata>();
const collections: Record<FolderName, z.ZodType> = {
  blog: schemas.blogPostSchema(image),
  'service-areas': schemas.serviceAreaSchema(image),
  promotions: schemas.promotionSchema(image),
  products: schemas.productSchema(image),
  reviews: schemas.reviewSchema,
  faq: schemas.faqSchema,
  owners: schemas.ownersSchema,
};

type Field = z.core.JSONSchema.BaseSchema;

function fieldsOf(schema: z.ZodType): { properties: Record<string, Field>; required: readonly string[] } {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties: properties as Record<string, Field>, required };
}

/** What is written behind the colon, in the words of who writes it. */
function kindOf(field: Field): string {
  if (field.enum) return `one of: ${field.enum.join(', ')}`;
  if (field.type === 'array') return 'list';
  if (field.type === 'object') return 'picture';
  if (field.type === 'boolean') return 'true or false';
  if (field.type === 'number') return 'number';
  if (field.anyOf) return 'day';
  if (field.format === 'uri') return 'address';
  return field.maxLength && field.maxLength < 2000 ? `text, ${field.maxLength} characters at most` : 'text';
}

const entries = Object.entries(collections);

test.each(entries)('every field of %s is explained to who edits it', (_, schema) => {
  const { properties } = fieldsOf(schema);
  const bare = Object.entries(properties).filter(([, { description = '' }]) => description === '');
  expect(bare.map(([name]) => name)).toEqual([]);
});

test('the guide has every field, as the schemas have it', async () => {
  const tables = entries.map(([folder, schema]) => {
    const { properties, required } = fieldsOf(schema);
    const rows = Object.entries(properties).map(([name, field]) => {
      const need = required.includes(name) ? 'yes' : '';
      return `| \`${name}\` | ${need} | ${kindOf(field)} | ${field.description} |`;
    });
    return `## ${folder}\n\n| field | needed | value | what it is |\n| - | - | - | - |\n${rows.join('\n')}`;
  });
  const head =
    '# Fields of the content\n\nEvery field of each folder of `src/content`. This page is made from the schemas';
  const page = `${head}; see [content.md](content.md) for examples.\n\n${tables.join('\n\n')}\n`;
  const file = new URL('../../docs/content-fields.md', import.meta.url).pathname;
  const style = await resolveConfig(file);
  await expect(await format(page, { ...style, parser: 'markdown' })).toMatchFileSnapshot(file);
});
