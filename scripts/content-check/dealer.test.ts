import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { business } from '#business';
import { checkDealer } from './dealer.ts';

test('what is missing in brand/, and a text that names another state or another phone, is named with its file', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'dealer-'));
  const { phone, address } = business;
  const texts = {
    own: `Call ${phone.display}. We come to all of ${address.stateName}, from ${address.city}, ${address.state}, to Wyoming Heights.`,
    former: 'Call (206) 555-0123. Summers in Wyoming are short, in Cody, WY, too.',
  };
  try {
    await mkdir(path.join(root, 'src/content/faq'), { recursive: true });
    await mkdir(path.join(root, 'brand/pictures'), { recursive: true });
    for (const [name, text] of Object.entries(texts))
      await writeFile(path.join(root, `src/content/faq/${name}.md`), text);
    for (const file of ['brand.es.json', 'categories.es.json', 'pictures/hero.jpg', 'pictures/owners.svg'])
      await writeFile(path.join(root, 'brand', file), '{}');
    expect((await checkDealer(root)).map(({ severity, file, message }) => [severity, file, message])).toEqual([
      ['wrong', 'brand/mark.svg', 'The file is missing. Put yours there.'],
      ['due', 'src/content/faq/former.md', 'Is it still another dealer’s? It names (206) 555-0123, Wyoming, WY.'],
    ]);
  } finally {
    await rm(root, { recursive: true });
  }
});
