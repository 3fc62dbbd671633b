import path from 'node:path';
import { z } from 'astro/zod';
import type { SourceName } from '#schemas/all';
import { readEntries } from '../../scripts/content-check/entries.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** A collection's entries by id. Tests compare pages with these, so that an edited text breaks no test. */
export async function contentOf<Shape extends z.ZodRawShape>(
  collection: SourceName,
  fields: Shape,
): Promise<{ id: string; fields: z.output<z.ZodObject<Shape>>; text: string }[]> {
  const { entries, refused } = await readEntries(root, collection, z.object(fields));
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  return [...entries];
}
