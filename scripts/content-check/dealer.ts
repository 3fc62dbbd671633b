import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { business } from '#business';
import { siteLanguages } from '#i18n/site-languages';
import { parts } from '#schemas/files';
import { due, type Finding, wrong } from './finding.ts';
import states from './states.json' with { type: 'json' };

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
async function textsOfContent(root: string): Promise<{ file: string; text: string }[]> {
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

/** The files of `brand/` that are missing, and the texts that are perhaps still another dealer's. */
export async function checkDealer(root: string): Promise<Finding[]> {
  const { phone, address } = business;
  const elsewhere = Object.entries(states).filter(([code]) => code !== address.state);
  const codes = elsewhere.map(([code]) => code).join('|');
  const names = elsewhere.map(([, name]) => name).join('|');
  // Not "Virginia Heights", which is a part of a town.
  const foreign = new RegExp(`(?<=, )(?:${codes})\\b|\\b(?:${names})\\b(?! [A-Z])|\\(\\d{3}\\) \\d{3}-\\d{4}`, 'g');
  const isRead = ({ file }: { file: string }) => siteLanguages.includes('es') || !file.endsWith('.es.md');
  const leftovers = (await textsOfContent(root)).filter(isRead).flatMap(({ file, text }) => {
    const found = new Set<string>(text.match(foreign));
    found.delete(phone.display);
    return found.size > 0 ? [due(file, `Is it still another dealer’s? It names ${[...found].join(', ')}.`)] : [];
  });
  return [...missingFiles(root), ...leftovers];
}

function missingFiles(root: string): Finding[] {
  const words = siteLanguages.includes('es') ? 'Put it back.' : 'On a site in English alone it holds {}.';
  const needed = [
    ...['brand/brand.es.json', 'brand/categories.es.json'].map((file) => [file, words] as const),
    ...['brand/mark.svg', 'brand/pictures/hero.jpg', 'brand/pictures/owners.svg'].map(
      (file) => [file, 'Put yours there.'] as const,
    ),
  ];
  return needed.flatMap(([file, remedy]) => {
    return existsSync(path.join(root, file)) ? [] : [wrong(file, `The file is missing. ${remedy}`)];
  });
}
