import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { business } from '#business';
import { checkDealer } from './dealer.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dealer-'));
  for (const file of ['brand.es.json', 'mark.svg', 'pictures/hero.jpg', 'pictures/owners.svg'])
    await put(`brand/${file}`, '{}');
  await cp(path.join(import.meta.dirname, '../../tests/fixtures/brand'), path.join(root, 'brand'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const findings = async () => (await checkDealer(root)).map(({ severity, file, message }) => [severity, file, message]);

test('a text that names another state or another phone, is named with its file', async () => {
  const { phone, address } = business;
  const texts = {
    own: `Call ${phone.display}. We come to all of ${address.stateName}, from ${address.city}, ${address.state}, to Wyoming Heights.`,
    former: 'Call (206) 555-0123. Summers in Wyoming are short, in Cody, WY, too.',
  };
  for (const [name, text] of Object.entries(texts)) await put(`src/content/faq/${name}.md`, text);
  expect(await findings()).toEqual([
    ['due', 'src/content/faq/former.md', 'Is it still another dealer’s? It names (206) 555-0123, Wyoming, WY.'],
  ]);
});

test('what is left of the dealer before is listed with its file, until brand/specified.json can go', async () => {
  const brand = { name: 'Cody Blinds', shortName: 'Cody', certifiedBrand: 'Vane', region: 'the Bighorns' };
  const specified = {
    business: { entries: { brand: { fields: { ...brand, coverage: [business.address.city, 'Meeteetse'] } } } },
    products: { entries: { sheers: { fields: { vendor: 'Vane' }, says: ['Vanelight'] } } },
    faq: { entries: { price: { says: ['$20 a shade', 'a fair price'] } } },
    pictures: { 'brand/mark.svg': createHash('sha256').update('{}').digest('hex').slice(0, 12) },
  };
  await put('brand/specified.json', JSON.stringify(specified));
  await put('src/content/faq/price.md', `It is $20 a shade, a fair price, with Vanelight in ${business.address.city}.`);
  await put('src/content/owners/us.md', 'We own Cody. A vane is a slat.');
  expect(await findings()).toEqual([
    ['due', 'src/content/faq/price.md', 'Is it still another dealer’s? It names Vanelight, $20 a shade.'],
    ['due', 'src/content/owners/us.md', 'Is it still another dealer’s? It names Cody.'],
    ['due', 'brand/mark.svg', 'It is still another dealer’s picture. Put yours there, or delete it.'],
  ]);
  for (const file of ['src/content/faq/price.md', 'src/content/owners/us.md', 'brand/mark.svg'])
    await put(file, 'Ours.');
  const done = 'It is the dealer’s before you, of whom nothing is left. Delete it.';
  expect(await findings()).toEqual([['due', 'brand/specified.json', done]]);
  await put('brand/specified.json', JSON.stringify({ ...specified, business: undefined }));
  expect(await findings()).toEqual([]);
});
