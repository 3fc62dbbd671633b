/**
 * `npm run test:content`: adds entries to a copy of the site, as a marketer does, and runs what depends on content. Two
 * copies have all of them: one whole in both languages, one in English only. `-- review question` adds only these.
 */
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from '../../scripts/chromium.ts';
import { captureCommand, parseOptions, root } from '../../scripts/command.ts';
import { copyRepository } from '../support/repository-copy.ts';
import { type Addition, additions } from './additions.ts';

const { positionals } = parseOptions({ allowPositionals: true });

type Step = readonly [title: string, program: string, ...args: string[]];

const unit = ['src/', 'build/', 'scripts/content-check', 'tests/docs', 'tests/brand', 'tests/json-ld'];
/** Suites of the built site that know no content. */
const besides = ['rush', 'deploy', 'host'];
/** The specs of pages that are made of content. */
const pages = 'home- spanish- access first-screen phone editor book-form booking-kept'.split(' ');
const steps: readonly Step[] = [
  ['build', 'node', 'scripts/build.ts'],
  ['content:check', 'node', 'scripts/content-check.ts', '--specified'],
  ['size', 'node', 'tests/bench/budgets.ts'],
  ['unit', 'vitest', 'run', '--project=code', ...unit],
  ['built', 'vitest', 'run', '--project=built', ...besides.map((name) => `--exclude=tests/built/${name}.test.ts`)],
  ['end to end', 'playwright', 'test', ...pages],
];

const unknown = positionals.filter((name) => !(name in additions));
if (unknown.length > 0) {
  console.error(`There are: ${Object.keys(additions).join(', ')}`);
  process.exit(1);
}
await ensureChromium();
const named = positionals.length > 0 ? positionals : Object.keys(additions);
const table: Record<string, Record<string, number>> = {
  'both languages': await tryCopy(named, true),
  'English alone': await tryCopy(named, false),
};
console.table(table);
process.exitCode = Object.values(table).some((counts) => Object.values(counts).some(Boolean)) ? 1 : 0;

/** Resolves to the failures of each step. Those of a step that was not reached are not counted. */
async function tryCopy(names: readonly string[], isSpanish: boolean): Promise<Record<string, number>> {
  const folder = await copySite();
  const failures: Record<string, number> = {};
  try {
    for (const [name, addition] of Object.entries(additions))
      if (names.includes(name)) await add(folder, addition, isSpanish);
    for (const [title, program, ...args] of steps) {
      // The editor, and both languages of each walk, are in `tests/long/browser`'s run.
      const env = { PW_DISABLE_TS_ESM: '1', ...(program === 'playwright' && { SEEDS: '1' }) };
      const { code, output } = await captureCommand(program, args, env, folder);
      failures[title] = code === 0 ? 0 : countFailures(output);
      if (code === 0) continue;
      console.log(output);
      if (title === 'build') break;
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return failures;
}

/** The copy borrows this project's packages. */
async function copySite(): Promise<string> {
  const folder = await copyRepository('content-walk-');
  // Tests ask git which files there are.
  for (const args of [
    ['init', '--quiet'],
    ['add', '--all'],
  ])
    await captureCommand('git', args, {}, folder);
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

async function add(folder: string, { english, spanish, city }: Addition, isSpanish: boolean): Promise<void> {
  const files = { ...english, ...(isSpanish && spanish) };
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(folder, file), text);
  if (city === undefined) return;
  const choices = path.join(folder, 'brand/choices.json');
  const before = await readFile(choices, 'utf8');
  await writeFile(choices, before.replace(/("cities": \[[\s\S]*?\})(?=\n {2}\])/, `$1,\n    ${city}`));
}

/** Of a summary of Vitest or Playwright. A failure without a failed test counts as one. */
function countFailures(output: string): number {
  const [, count] = /^ *(?:Tests +)?(\d+) failed\b/m.exec(stripVTControlCharacters(output)) ?? [];
  return Number(count ?? 1);
}
