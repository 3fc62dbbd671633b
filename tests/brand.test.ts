import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { captureCommand } from '../scripts/command.ts';
import { copyForSecondDealer, removeCopy } from './dealer/copy.ts';
import { factsIn, factsOfDealer } from '../scripts/brand/facts.ts';

const root = path.resolve(import.meta.dirname, '..');

test('41.2: no code knows the dealer: brand/ and src/content do', async () => {
  const facts = await factsOfDealer(root);
  const listed = execFileSync('git', ['ls-files', 'src', 'netlify', 'build', 'scripts', 'public'], { cwd: root });
  const files = String(listed)
    .split('\n')
    .filter((file) => /\.(astro|css|html|m?[jt]sx?|toml)$/.test(file) && !/^src\/content\/|\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  const found: string[] = [];
  for (const file of files) {
    // A file that was deleted and not yet committed is no longer there.
    const text = await readFile(path.join(root, file), 'utf8').catch(() => '');
    for (const fact of factsIn(text, facts)) found.push(`${file}: ${fact}`);
  }
  expect(found).toEqual([]);
});

test('41.3: the content of a second dealer, in one language, has nothing to correct', async () => {
  const copy = await copyForSecondDealer();
  try {
    const { code, output } = await captureCommand('node', [path.join(copy, 'scripts/content-check.ts')], {}, copy);
    expect([code, output]).toEqual([0, expect.not.stringContaining('To correct')]);
    expect(output).toContain('src/content/blog/quiet-bedrooms.md');
    expect(output).not.toMatch(/translat|Spanish/i);
  } finally {
    await removeCopy(copy);
  }
});
