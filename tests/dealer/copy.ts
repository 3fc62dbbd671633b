import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { captureCommand } from '../../scripts/command.ts';
import { copyRepository, linkPackages } from '#tests/support/repository-copy';

const root = path.resolve(import.meta.dirname, '../..');

/** The fixtures of the third and the fourth have only what is not as the second one has it. */
export const dealers = ['second', 'third', 'fourth'] as const;
export type Dealer = (typeof dealers)[number];

/** The repository as another dealer has it: its own `brand/` and `src/content/`, all else to the letter. */
export async function copyForDealer(dealer: Dealer): Promise<string> {
  const copy = await copyRepository('dealer-', (file) => !/^(brand|src\/content)\/(?!README)/.test(file));
  await linkPackages(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  // Only the third has other typefaces.
  await cp(path.join(root, 'brand/typefaces'), path.join(copy, 'brand/typefaces'), { recursive: true });
  await putDealer('second', copy);
  // One picture at the head, at one hour: the repository need not keep it twice.
  await cp(path.join(root, 'src/assets/kitchen.jpg'), path.join(copy, 'brand/pictures/hero.jpg'));
  if (dealer === 'second') return copy;
  for (const folder of ['service-areas', 'reviews', 'blog'])
    await rm(path.join(copy, 'src/content', folder), { recursive: true });
  await putDealer(dealer, copy);
  if (dealer !== 'third') return copy;
  const { code, output } = await captureCommand('node', ['scripts/run.mjs', 'scripts/fonts.ts'], {}, copy);
  if (code !== 0) throw new Error(output);
  return copy;
}

/** Puts the fixture's `brand/` and `src/content/` into a folder that has `src/assets`. */
async function putDealer(dealer: Dealer, folder: string): Promise<void> {
  const fixture = path.join(root, `tests/fixtures/${dealer}-dealer`);
  await cp(path.join(fixture, 'brand'), path.join(folder, 'brand'), { recursive: true });
  await cp(path.join(fixture, 'content'), path.join(folder, 'src/content'), { recursive: true });
}
