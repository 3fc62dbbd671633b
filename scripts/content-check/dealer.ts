import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { business } from '#business';
import { siteLanguages } from '#i18n/site-languages';
import type { SourceName } from '#schemas/all';
import { due, type Finding } from './finding.ts';
import { readSpecified, SPECIFIED, type Specified, stringsIn } from './specified.ts';
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
  return await Promise.all(
    globSync(pattern, { cwd: root })
      .toSorted()
      .map(async (file) => ({ file, text: await readFile(path.join(root, file), 'utf8') })),
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
  const specified = await readSpecified(root);
  const former = specified?.isFormer ? await factsOfFormer(root, specified) : [];
  const texts = [...(await textsOf(root, 'src/content/**/*.md')), ...(await textsOf(root, 'brand/*.json'))];
  const leftovers = texts.filter(isRead).flatMap(({ file, text }) => {
    const found = new Set<string>(file.endsWith('.md') ? text.match(foreign) : []);
    for (const fact of file === SPECIFIED ? [] : factsIn(text, former)) found.add(fact);
    found.delete(phone.display);
    return found.size > 0 ? [due(file, `Is it still another dealer’s? It names ${[...found].join(', ')}.`)] : [];
  });
  const pictures = specified?.isFormer ? await formerPictures(root, specified) : [];
  const isDone = former.length > 0 && leftovers.length + pictures.length === 0;
  const done = isDone ? [due(SPECIFIED, 'It is the dealer’s before you, of whom nothing is left. Delete it.')] : [];
  return [...leftovers, ...pictures, ...done];
}

/** The former dealer's facts in `brand/specified.json`: names, places, makers, and figures in the texts. */
async function factsOfFormer(root: string, { collections }: Specified): Promise<string[]> {
  const entriesOf = (...names: readonly SourceName[]) =>
    names.flatMap((name) => Object.values(collections[name]?.entries ?? {}));
  const named = entriesOf('business', 'choices', 'service-areas').flatMap(
    ({ fields: { services: _services, storeHours: _store, visitHours: _visit, ...rest } }) => stringsIn(rest),
  );
  const figures = entriesOf('faq', 'benefits', 'process').flatMap(({ says }) => says);
  const own = await factsOfDealer(root);
  return [
    ...named.filter((fact) => /[A-Z].*[a-z]|\d{5}/.test(fact)),
    ...entriesOf('products').flatMap(({ says }) => says),
    ...figures.filter((figure) => /\d/.test(figure) && !figure.includes('{')),
  ].filter((fact, index, all) => !own.includes(fact) && all.indexOf(fact) === index);
}

/** The pictures of `brand/` that are still the other dealer's. */
async function formerPictures(root: string, { pictures }: Specified): Promise<Finding[]> {
  const same = await Promise.all(
    Object.entries(pictures).map(async ([file, digest]) => {
      const bytes = await readFile(path.join(root, file)).catch(() => '');
      return createHash('sha256').update(bytes).digest('hex').startsWith(digest) ? [file] : [];
    }),
  );
  return same.flat().map((file) => due(file, 'It is still another dealer’s picture. Put yours there, or delete it.'));
}
