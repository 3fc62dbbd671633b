import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parts } from '#schemas/files';

/** All that only the dealer of this project folder has: names, places, makers, phone, colors. */
export async function factsOfDealer(root: string): Promise<string[]> {
  const [brand, choices, look] = await Promise.all(
    ['brand/brand.json', 'brand/choices.json', 'brand/look.json'].map(async (file) =>
      JSON.parse(await readFile(path.join(root, file), 'utf8')),
    ),
  );
  const places: { name: string }[] = [...choices.cities, ...choices.callbackCities];
  const digits = brand.phone.replace(/\D/g, '');
  const facts = [
    ...[brand.shortName, brand.phone, digits, `1${digits}`, brand.region, ...brand.coverage],
    ...[brand.address.city, brand.address.stateName, brand.address.postalCode, brand.certifiedBrand],
    ...[...brand.otherVendors, ...places.map(({ name }) => name), ...Object.values<string>(look.colors)],
  ];
  return [...new Set(facts)];
}

/** The files of the content with their text, by name. */
export async function textsOfContent(root: string): Promise<{ file: string; text: string }[]> {
  const files: string[] = [];
  for await (const file of glob('src/content/**/*.md', { cwd: root })) files.push(file);
  return await Promise.all(
    files.toSorted().map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })),
  );
}

/** Titles, questions, names and headings of its content, in both languages. */
export async function headingsOfDealer(root: string): Promise<string[]> {
  return (await textsOfContent(root)).flatMap(({ text }) =>
    [...parts(text).frontmatter.matchAll(/^(?:title|question|names?|headline|metaTitle): (.*)$/gm)].map(
      ([, words = '']) => words.replace(/^(['"])(.*)\1$/, '$2'),
    ),
  );
}

/** Those of the facts that the text contains, as whole words. */
export function factsIn(text: string, facts: readonly string[]): string[] {
  return facts.filter(
    (fact) =>
      text.includes(fact) && new RegExp(`(?<!\\w)${fact.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(text),
  );
}
