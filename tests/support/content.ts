import path from 'node:path';
import { z } from 'astro/zod';
import type { SourceName } from '#schemas/all';
import { readEntries } from '../../scripts/content-check/entries.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The entries of a collection as an editor wrote them, by id, with those fields that a test asks for. What a page says
 * is compared with these, so that nobody who edits a text has to edit a test.
 */
export async function contentOf<Shape extends z.ZodRawShape>(
  collection: SourceName,
  fields: Shape,
): Promise<{ id: string; fields: z.output<z.ZodObject<Shape>>; text: string }[]> {
  const { entries, refused } = await readEntries(root, collection, z.object(fields));
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  return [...entries];
}
