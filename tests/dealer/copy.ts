import { cp } from 'node:fs/promises';
import path from 'node:path';
import { copyRepository, linkPackages } from '#tests/support/repository-copy';

const root = path.resolve(import.meta.dirname, '../..');
const fixture = path.join(root, 'tests/fixtures/second-dealer');

/** The repository as another dealer has it: its own `brand/` and `src/content/`, all else to the letter. */
export async function copyForSecondDealer(): Promise<string> {
  const copy = await copyRepository('dealer-', (file) => !/^(brand|src\/content)\/(?!README)/.test(file));
  await linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  await putSecondDealer(copy);
  return copy;
}

/** Puts the fixture's `brand/` and `src/content/` into a folder that has `src/assets`. The typefaces stay ours. */
async function putSecondDealer(folder: string): Promise<void> {
  await cp(path.join(fixture, 'brand'), path.join(folder, 'brand'), { recursive: true });
  await cp(path.join(fixture, 'content'), path.join(folder, 'src/content'), { recursive: true });
  await cp(path.join(root, 'brand/typefaces'), path.join(folder, 'brand/typefaces'), { recursive: true });
  // One picture at the head, at one hour: the repository need not keep it twice.
  await cp(path.join(root, 'src/assets/dining-drapery.jpg'), path.join(folder, 'brand/pictures/hero.jpg'));
}
