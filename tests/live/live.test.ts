/** `npm run test:live`: builds the live site and reads what a visitor would. `npm test` does not, which saves a minute. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'astro/zod';
import brand from '#brand/brand.json' with { type: 'json' };
import { links } from '#business';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import type { BrandSettings } from '#schemas/settings';
import { all, type BuiltPage, jsonLd, one, pagesUnder, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';
import { copyRepository, linkPackages, removeCopy } from '#tests/support/repository-copy';
import { captureCommand, root } from '../../scripts/command.ts';

const folder = path.join(root, '.netlify/live');
let pages: BuiltPage[] = [];
/** The same site before anybody has confirmed a claim. */
let unconfirmed: BuiltPage[] = [];
const OF_THIS_MACHINE = 'words-of-a-lead-on-this-machine';
const leaks: string[] = [];

beforeAll(async () => {
  pages = await built(root, folder);
  const copy = await copyRepository('live-');
  try {
    await linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    const claims = Object.entries(brand.claims).map(([name, claim]) => [name, { ...claim, confirmed: false }]);
    await writeFile(
      path.join(copy, 'brand/brand.json'),
      JSON.stringify({ ...brand, claims: Object.fromEntries(claims) }),
    );
    await writeFile(path.join(copy, '.env'), `BACKUP_KEY=${OF_THIS_MACHINE}`);
    await mkdir(path.join(copy, '.data'));
    await writeFile(path.join(copy, '.data/site.db'), OF_THIS_MACHINE);
    unconfirmed = await built(copy, path.join(copy, 'dist'));
    for (const file of await readdir(path.join(copy, 'dist'), { recursive: true, withFileTypes: true }))
      if (file.isFile() && (await readFile(path.join(file.parentPath, file.name))).includes(OF_THIS_MACHINE))
        leaks.push(file.name);
  } finally {
    await removeCopy(copy);
  }
});

async function built(site: string, outDir: string): Promise<BuiltPage[]> {
  const { code, output } = await captureCommand(
    'astro',
    ['build', '--outDir', outDir],
    { CONTEXT: 'production' },
    site,
  );
  expect(code, output).toBe(0);
  return await pagesUnder(outDir);
}

test('a site that is built beside a database and a key publishes neither', () => {
  expect(leaks).toEqual([]);
});

const page = (address: string, build: readonly BuiltPage[]) => {
  const found = build.find((one) => one.address === address);
  if (!found) throw new Error(`No page ${address}`);
  return found;
};
const homes = (build = pages) => siteLanguages.map((language) => page(pathIn(language, '/'), build));
const section = ({ document }: BuiltPage, id: string) => one(document, `section[aria-labelledby="${id}"]`);

/** Pages that hold one of the texts, with the text. */
const holding = (texts: readonly (string | RegExp)[]) =>
  pages.flatMap(({ address, html }) =>
    texts
      .filter((text) => (typeof text === 'string' ? html.includes(text) : text.test(html)))
      .map((text) => `${address}: ${text}`),
  );

const some = z.string().optional();
const sampled = { sample: z.boolean().default(false) };

test('no text of a sample is on a page, in the English words or in the Spanish', async () => {
  const reviews = await contentOf('reviews', { ...sampled, name: some, text: z.string() });
  const owners = (await contentOf('owners', { ...sampled, names: z.string(), headline: z.string() })).filter(isSample);
  const texts = [
    ...reviews.filter(isSample).flatMap(({ fields }) => [fields.text, fields.name ?? '']),
    ...owners.flatMap(({ fields, text }) => [fields.names, fields.headline, text.trim().slice(0, 30)]),
  ];
  expect(holding(texts.filter(Boolean))).toEqual([]);
  expect(holding([/>\s*(Sample|Ejemplo)\s*</])).toEqual([]);
  // With a review of its own the page has other words.
  if (!reviews.every(isSample)) return;
  for (const home of homes()) {
    expect(JSON.stringify(jsonLd(home))).not.toContain('"Review"');
    expect(textOf(one(section(home, 'reviews'), 'h2'))).not.toMatch(/our customers say|nuestros clientes/);
    expect(one(section(home, 'reviews'), 'a').getAttribute('href')).toBe(links.reviews.href);
    expect(textOf(one(section(home, 'owners'), 'h2 + div'))).toMatch(/\w+ \w+ \w+/);
  }
});

const isSample = ({ fields }: { readonly fields: { readonly sample: boolean } }) => fields.sample;

test('the pages make each claim that is confirmed, and none that is not', () => {
  const { claims: confirmed, rating = '0.0', yearsOfExperience, startingPrice = 0 } = brand as BrandSettings;
  const words = {
    certifiedBrand: [/certified/i, /certificad[oa]/i],
    yearsOfExperience: [new RegExp(`(over|more than|más de) ${yearsOfExperience} (years|años)`, 'i')],
    startingPrice: [new RegExp(`(from|desde) \\$${startingPrice.toLocaleString('en-US')}`, 'i')],
    rating: [new RegExp(`${rating.replace('.', '\\.')} (stars|estrellas)`), /&quot;rating&quot;:\[0,&quot;\d/],
  } satisfies Record<keyof BrandSettings['claims'], [RegExp, ...RegExp[]]>;
  const saying = (build: readonly BuiltPage[], claim: RegExp) =>
    build.filter(({ address, html }) => !/^(\/es)?\/(admin|login)/.test(address) && claim.test(html));
  for (const [name, claims] of Object.entries(words)) {
    const isConfirmed = confirmed[name as keyof typeof words]?.confirmed ?? false;
    expect(saying(pages, claims[0]).length > 0, name).toBe(isConfirmed);
    for (const claim of claims) expect(saying(unconfirmed, claim).map(({ address }) => address)).toEqual([]);
  }
  expect(unconfirmed.length).toBe(pages.length);
});

test('each section of the home page is whole: a heading stands above something, and nothing is empty', () => {
  for (const { address, document } of [...homes(), ...homes(unconfirmed)]) {
    for (const part of all(document, 'main section')) {
      const body = textOf(part).replace(textOf(one(part, 'h1, h2, h3')), '');
      expect(body, `${address}: ${part.getAttribute('aria-labelledby')}`).toMatch(/\w+ \w+/);
      expect(textOf(part)).not.toMatch(/[{}]|undefined/);
      const empty = all(part, 'h1, h2, h3, li, dd, figcaption, blockquote, p').filter(
        (element) => !textOf(element) && !element.querySelector('img, svg') && !element.hasAttribute('data-part'),
      );
      expect(empty.map(String), address).toEqual([]);
    }
  }
});
