import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { captureCommand } from '../scripts/command.ts';
import { copyForDealer } from './dealer/copy.ts';
import { SEEDS } from './support/chance.ts';
import { removeCopy } from './support/repository-copy.ts';
import { profileOn } from '#business';
import { factsIn, factsOfDealer } from '../scripts/content-check/dealer.ts';
import { readSpecified } from '../scripts/content-check/specified.ts';

const root = path.resolve(import.meta.dirname, '..');

const profiles = ['https://www.facebook.com/us', 'https://g.page/us', 'https://www.angis-list.com/us'];
test.each([
  ['Google', profiles, /^https:\/\/g\.page\/us$/],
  ['Angi’s List', profiles, /^https:\/\/www\.angis-list\.com\/us$/],
  ['Google', [], /^https:\/\/www\.google\.com\/search\?q=.*reviews$/],
  ['Yelp', profiles, /^https:\/\/www\.google\.com\/search\?q=.*Yelp%20reviews$/],
])('the reviews on %s, of %j, are at their own address, else a search away', (site, sameAs, address) => {
  expect(profileOn(site, sameAs)).toMatch(address);
});

const isTest = (file: string) => file.startsWith('tests/') || file.includes('.test.');

// Only the dealer that ships can have left something behind: another one may be called as a word of the code is.
const specified = await readSpecified(root);
test.skipIf(!specified || specified.isFormer)(
  'no code and no test knows the dealer: brand/, src/content and fixtures do',
  async () => {
    const { address } = JSON.parse(await readFile(path.join(root, 'brand/brand.json'), 'utf8'));
    const facts = [...(await factsOfDealer(root)), address.state];
    // Tests of contrast and pictures say colors of the fixtures, which are the first dealer's too.
    const named = facts.filter((fact) => !fact.startsWith('#'));
    const listed = execFileSync('git', ['ls-files', 'src', 'netlify', 'build', 'scripts', 'public', 'tests'], {
      cwd: root,
    });
    const files = String(listed)
      .split('\n')
      .filter(
        (file) =>
          /\.(astro|css|html|m?[jt]sx?|toml)$/.test(file) &&
          !/^(src\/content|tests\/fixtures)\/|^tests\/content-walk\/additions/.test(file),
      );
    expect(files.filter(isTest).length).toBeGreaterThan(200);
    expect(files.length - files.filter(isTest).length).toBeGreaterThan(300);
    const found: string[] = [];
    for (const file of files) {
      // A file that was deleted and not yet committed is no longer there.
      const text = await readFile(path.join(root, file), 'utf8').catch(() => '');
      for (const fact of factsIn(text, isTest(file) ? named : facts)) found.push(`${file}: ${fact}`);
    }
    expect(found).toEqual([]);
  },
);

test('the content of a second dealer, in one language, has nothing to correct; each command says what is wrong with it alike', async () => {
  const copy = await copyForDealer('second');
  try {
    const { code, output } = await captureCommand('node', [path.join(copy, 'scripts/content-check.ts')], {}, copy);
    expect([code, output]).toEqual([0, expect.not.stringContaining('To correct')]);
    expect(output).toContain('src/content/blog/quiet-bedrooms.md');
    expect(output).not.toMatch(/translat|Spanish/i);
    const mistakes = [
      [
        'src/content/blog/quiet-bedrooms.md',
        /$/,
        '<b>Quiet</b>',
        /^To correct \(1\)\n {2}<b> is HTML, /,
        ['build', 'dev'],
      ],
      ['brand/brand.json', '",\n', '"\n', /^To correct \(1\)\n {2}A comma is missing /, ['start', 'content-check']],
    ] as const;
    for (const [file, right, written, sentence, commands] of mistakes) {
      const text = await readFile(path.join(copy, file), 'utf8');
      await writeFile(path.join(copy, file), text.replace(right, written));
      for (const command of SEEDS > 1 ? commands : commands.slice(0, 1)) {
        const ended = await captureCommand('node', ['scripts/run.mjs', `scripts/${command}.ts`], {}, copy);
        expect([command, ended.code, ended.output]).toEqual([command, 1, expect.stringMatching(sentence)]);
        expect(ended.output).toMatch(new RegExp(`\\n {4}${file}:\\d+\\n`));
      }
    }
  } finally {
    await removeCopy(copy);
  }
});
