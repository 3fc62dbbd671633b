import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { business } from '#business';
import { siteLanguages } from '#i18n/site-languages';
import { parts } from '#schemas/files';
import { due, type Finding } from './finding.ts';
import { readSpecified, SPECIFIED, stringsIn } from './specified.ts';
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
    ...[brand.name, brand.shortName, brand.phone, digits, `1${digits}`, brand.region, ...brand.coverage],
    ...[brand.address.city, brand.address.stateName, brand.address.postalCode, brand.certifiedBrand ?? []].flat(),
    ...[...brand.otherVendors, ...places.map(({ name }) => name), ...Object.values<string>(look.colors)],
  ];
  return [...new Set(facts)];
}

/** The files of a pattern with their text, by name. */
async function textsOf(root: string, pattern: string): Promise<{ file: string; text: string }[]> {
  const files: string[] = [];
  for await (const file of glob(pattern, { cwd: root })) files.push(file);
  return await Promise.all(
    files.toSorted().map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })),
  );
}

/** Titles, questions, names and headings of its content, in both languages. */
export async function headingsOfDealer(root: string): Promise<string[]> {
  return (await textsOf(root, 'src/content/**/*.md')).flatMap(({ text }) =>
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

/** The texts and pictures that are perhaps still another dealer's. */
export async function checkDealer(root: string): Promise<Finding[]> {
  const { phone, address } = business;
  const elsewhere = Object.entries(states).filter(([code]) => code !== address.state);
  const codes = elsewhere.map(([code]) => code).join('|');
  const names = elsewhere.map(([, name]) => name).join('|');
  // Not "Virginia Heights", which is a part of a town.
  const foreign = new RegExp(`(?<=, )(?:${codes})\\b|\\b(?:${names})\\b(?! [A-Z])|\\(\\d{3}\\) \\d{3}-\\d{4}`, 'g');
  const isRead = ({ file }: { file: string }) => siteLanguages.includes('es') || !/\.es\.\w+$/.test(file);
  const former = await factsOfFormer(root);
  const texts = [...(await textsOf(root, 'src/content/**/*.md')), ...(await textsOf(root, 'brand/*.json'))];
  const leftovers = texts.filter(isRead).flatMap(({ file, text }) => {
    const found = new Set<string>(file.endsWith('.md') ? text.match(foreign) : []);
    for (const fact of file === SPECIFIED ? [] : factsIn(text, former)) found.add(fact);
    found.delete(phone.display);
    return found.size > 0 ? [due(file, `Is it still another dealer’s? It names ${[...found].join(', ')}.`)] : [];
  });
  const pictures = await formerPictures(root);
  const isDone = former.length > 0 && leftovers.length + pictures.length === 0;
  const done = isDone ? [due(SPECIFIED, 'It is the dealer’s before you, of whom nothing is left. Delete it.')] : [];
  return [...leftovers, ...pictures, ...done];
}

/** The facts that `brand/specified.json` holds of the dealer before this one: names, places, makers, figures of his texts. */
async function factsOfFormer(root: string): Promise<string[]> {
  const specified = await readSpecified(root);
  if (!specified?.isFormer) return [];
  const { business: brand, choices, products, 'service-areas': areas, faq, benefits, process } = specified.collections;
  const fields = [brand, choices, areas].flatMap((one) =>
    Object.values(one?.entries ?? {}).map((entry) => entry.fields),
  );
  const named = fields.flatMap(({ services: _services, storeHours: _store, visitHours: _visit, ...rest }) =>
    stringsIn(rest),
  );
  const figures = [faq, benefits, process].flatMap((one) =>
    Object.values(one?.entries ?? {}).flatMap(({ says }) => says),
  );
  const own = await factsOfDealer(root);
  return [
    ...named.filter((fact) => /[A-Z].*[a-z]|\d{5}/.test(fact)),
    ...Object.values(products?.entries ?? {}).flatMap(({ says }) => says),
    ...figures.filter((figure) => /\d/.test(figure) && !figure.includes('{')),
  ].filter((fact, index, all) => !own.includes(fact) && all.indexOf(fact) === index);
}

/** The pictures of `brand/` that are still the other dealer's. */
async function formerPictures(root: string): Promise<Finding[]> {
  const specified = await readSpecified(root);
  if (!specified?.isFormer) return [];
  const same = await Promise.all(
    Object.entries(specified.pictures).map(async ([file, digest]) => {
      const bytes = await readFile(path.join(root, file)).catch(() => '');
      return createHash('sha256').update(bytes).digest('hex').startsWith(digest) ? [file] : [];
    }),
  );
  return same.flat().map((file) => due(file, 'It is still another dealer’s picture. Put yours there, or delete it.'));
}
