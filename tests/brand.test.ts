import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));

/** All that only this dealer has: names, places, makers, phone, colors. */
async function factsOfDealer(): Promise<string[]> {
  const [brand, choices, look] = await Promise.all(
    ['brand/brand.json', 'brand/choices.json', 'brand/look.json'].map(read),
  );
  const places: { name: string }[] = [...choices.cities, ...choices.callbackCities];
  return [
    ...[brand.shortName, brand.phone, brand.phone.replace(/\D/g, ''), brand.region, ...brand.coverage],
    ...[brand.address.city, brand.address.stateName, brand.address.postalCode, brand.certifiedBrand],
    ...[...brand.otherVendors, ...places.map(({ name }) => name), ...Object.values(look.colors)],
  ];
}

test('41.2: no code knows the dealer: brand/ and src/content do', async () => {
  const facts = await factsOfDealer();
  const listed = execFileSync('git', ['ls-files', 'src', 'netlify', 'build', 'scripts', 'public'], { cwd: root });
  const files = String(listed)
    .split('\n')
    .filter((file) => /\.(astro|css|html|m?[jt]sx?|toml)$/.test(file) && !/^src\/content\/|\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const file of files) {
    // A file that was deleted and not yet committed is no longer there.
    const text = await readFile(path.join(root, file), 'utf8').catch(() => '');
    for (const fact of facts)
      if (new RegExp(`(?<!\\w)${fact.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`).test(text))
        found.push(`${file}: ${fact}`);
  }
  expect(found).toEqual([]);
});
