import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'astro/zod';
import { businessIn } from '#business';
import { factsOf, fill } from '#lib/fill';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import { translatedNames } from '#schemas/translations';
import { image, readEntries } from './entries.ts';
import { type Finding, wrong } from './finding.ts';
import { wordCount } from './markdown.ts';

/** The least content that a dealer has asked for. By it, `dealer.ts` finds what another dealer has not changed yet. */
export const SPECIFIED = 'brand/specified.json';
const REMEDY = `So ${SPECIFIED} asks. Put it back, or change that file if it no longer holds.`;

/** The least that an entry has: more of it, and other words around, are as good. */
const entrySchema = z.strictObject({
  /** Values, or parts of them. */
  fields: z.record(z.string(), z.json()).default({}),
  /** Words in its fields or its text. */
  says: z.array(z.string()).default([]),
  /** The length of its text. */
  words: z.number().default(0),
});
const facts = factsOf(businessIn('en'));

type Expected = z.output<typeof entrySchema>;

const collectionSchema = z.strictObject({
  atLeast: z.number().default(1),
  /** By their addresses; `*` is every entry. */
  entries: z.record(z.string(), entrySchema).default({}),
});

const names = Object.keys(sources) as [SourceName, ...SourceName[]];
const schema = z.partialRecord(z.enum(names), collectionSchema);
/** Files of `brand/`, with the first digits of their SHA-256. */
const picturesSchema = z.record(z.string(), z.string()).default({});

export type Specified = NonNullable<Awaited<ReturnType<typeof readSpecified>>>;

/** The content that `brand/specified.json` asks for; `null` without it. `isFormer`: the dealer before this one wrote it. */
export async function readSpecified(root: string) {
  const text = await readFile(path.join(root, SPECIFIED), 'utf8').catch(() => null);
  if (text === null) return null;
  const { pictures, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const collections = schema.parse(rest);
  const asked = collections.business?.entries['brand']?.fields;
  const own = JSON.parse(await readFile(path.join(root, 'brand/brand.json'), 'utf8').catch(() => '{}'));
  // A dealer who corrects the own name is still there.
  const isFormer = asked !== undefined && ['name', 'address'].every((fact) => !hasAll(own[fact], asked[fact]));
  return { collections, pictures: picturesSchema.parse(pictures), isFormer };
}

/** The parts of `brand/specified.json` that the content under `root` lacks, or `null` if this dealer specifies nothing. */
export async function checkSpecified(root: string): Promise<Finding[] | null> {
  const specified = await readSpecified(root);
  if (!specified || specified.isFormer) return null;
  const collections = Object.entries(specified.collections) as [SourceName, z.output<typeof collectionSchema>][];
  return (await Promise.all(collections.map(([name, expected]) => checkCollection(root, name, expected)))).flat();
}

async function checkCollection(
  root: string,
  name: SourceName,
  { atLeast, entries: expected }: z.output<typeof collectionSchema>,
): Promise<Finding[]> {
  const { schema: own, files }: ContentSource = sources[name];
  const [{ entries }, translations] = await Promise.all([
    readEntries(root, name, own(image) as z.ZodType<object>),
    readEntries(root, name, z.unknown(), '.es'),
  ]);
  const isTranslated = (id: string) =>
    !translatedNames.some((one) => one === name) || translations.entries.some((entry) => entry.id === id);
  const few =
    entries.length < atLeast ? [wrong(files, `There are ${entries.length}, not at least ${atLeast}. ${REMEDY}`)] : [];
  const asked = Object.entries(expected).flatMap(([id, needs]) => {
    const found = entries.filter((entry) => id === '*' || entry.id === id);
    if (found.length === 0) return [wrong(files, `${id} is not there. ${REMEDY}`)];
    return found.flatMap(({ file, fields, text, ...entry }) => [
      ...lacking(needs, fields, text).map((lack) => wrong(file, `${lack} ${REMEDY}`)),
      ...(isTranslated(entry.id) ? [] : [wrong(file, `It is not translated. ${REMEDY}`)]),
    ]);
  });
  return [...few, ...asked];
}

function lacking(needs: Expected, fields: object, text: string): string[] {
  // With a fact of the business in braces, or in its place.
  const texts = [...stringsIn(fields), text].flatMap((one) => [one, fill(one, facts)]);
  const others = Object.entries(needs.fields).filter(([name, value]) => !hasAll(Reflect.get(fields, name), value));
  const words = wordCount(text);
  return [
    ...others.map(([name, value]) => `${name} is not ${JSON.stringify(value)}.`),
    ...needs.says
      .filter((part) => !texts.some((one) => one.includes(part)))
      .map((part) => `It does not say "${part}".`),
    ...(words < needs.words ? [`Its text has ${words} words, not at least ${needs.words}.`] : []),
  ];
}

/** Of a list, the expected items are among the actual ones, in this order; of an object, the expected fields. */
function hasAll(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    let next = 0;
    return expected.every((item) => {
      const index = Array.isArray(actual) ? actual.findIndex((one, at) => at >= next && hasAll(one, item)) : -1;
      next = index + 1;
      return index >= 0;
    });
  }
  if (typeof expected !== 'object' || expected === null) return actual === expected;
  if (typeof actual !== 'object' || actual === null) return false;
  return Object.entries(expected).every(([name, value]) => hasAll(Reflect.get(actual, name), value));
}

export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
