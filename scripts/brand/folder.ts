import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'astro/zod';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import { translationSchema } from '#schemas/translations';
import { checkSource, image } from '../content-check/entries.ts';
import { type Finding, wrong } from '../content-check/finding.ts';

const isOfBrand = ([, { files }]: [string, ContentSource]) => files.startsWith('brand/');

/** The mistakes in the folder `brand` of a project or of another folder: missing files, and fields that the schemas refuse. */
export async function checkBrand(root: string): Promise<Finding[]> {
  const ofBrand = (Object.entries(sources) as [SourceName, ContentSource][]).filter(isOfBrand);
  const own = ofBrand.map(([, { files, schema }]) => checkFile(root, files, schema(image)));
  const languages = await readFile(path.join(root, 'brand/brand.json'), 'utf8').catch(() => '');
  const isSpanish = /"languages": *\[[^\]]*"es"/.test(languages);
  const spanish = (['business', 'categories'] as const).map((name) =>
    checkFile(
      root,
      sources[name].files.replace('.json', '.es.json'),
      isSpanish ? translationSchema(name, image) : null,
    ),
  );
  const drawn = ['brand/mark.svg', 'brand/pictures/hero.jpg', 'brand/pictures/owners.svg'].map(async (file) =>
    existsSync(path.join(root, file)) ? [] : [wrong(file, 'The file is missing.')],
  );
  return (await Promise.all([...own, ...spanish, ...drawn])).flat();
}

/** With `null` the file need only be there. */
async function checkFile(root: string, file: string, schema: z.ZodType | null): Promise<Finding[]> {
  const source = await readFile(path.join(root, file), 'utf8').catch(() => null);
  if (source === null) return [wrong(file, 'The file is missing. Without Spanish, a .es.json holds {}.')];
  const checked = schema && checkSource(file, source, schema);
  return checked?.success === false ? [...checked.findings] : [];
}
