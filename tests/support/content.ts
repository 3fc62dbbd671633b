import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'astro/zod';
import { inShowOrder } from '#lib/offers';
import type { CalendarDate } from '#lib/time/dates';
import { type SourceName, sources } from '#schemas/all';
import { image, readEntries } from '../../scripts/content-check/entries.ts';

const root = path.resolve(import.meta.dirname, '../..');

interface ContentEntry<Fields> {
  readonly id: string;
  readonly fields: Fields;
  readonly text: string;
  /** Without a translation the Spanish pages show the English words. */
  readonly isTranslated: boolean;
}

/** A collection's entries by id. Tests compare pages with these, so that an edited text breaks no test. */
export async function contentOf<Shape extends z.ZodRawShape>(
  collection: SourceName,
  fields: Shape,
): Promise<ContentEntry<z.output<z.ZodObject<Shape>>>[]> {
  const { entries, refused } = await readEntries(root, collection, z.object(fields));
  if (refused.length > 0) throw new Error(JSON.stringify(refused));
  return entries.map(({ file, ...entry }) => ({
    ...entry,
    isTranslated: existsSync(path.join(root, file.replace(/\.md$/, '.es.md'))),
  }));
}

/** The offers, in the order in which the page shows them on a day. */
export async function offersOn(day: CalendarDate) {
  const { entries } = await readEntries(root, 'promotions', sources.promotions.schema(image));
  return inShowOrder(
    entries.map(({ id, fields }) => ({ id, ...fields })),
    day,
  );
}
