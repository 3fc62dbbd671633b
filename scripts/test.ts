/** `npm test`: all checks and tests. After a failure no more steps start. The last line counts the tests. */
import { mkdir, readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { captureCommand, root, runCommand } from './command.ts';

type Group = 'check' | 'unit' | 'build' | 'e2e';

type Run = typeof runCommand;

interface Step {
  readonly title: string;
  readonly group: Group;
  execute(run: Run, extra: readonly string[]): Promise<number>;
  readonly report?: string;
}

const reports = path.join(root, '.netlify/reports');

function command(group: Group, title: string, name: string, ...args: string[]): Step {
  return { group, title, execute: (run) => run(name, args) };
}

/** Independent checks, run in parallel. Each prints its output when it ends. */
const checks = {
  prettier: ['prettier', '--check', '--log-level=warn', '.'],
  biome: ['biome', 'check', '--error-on-warnings'],
  // Both use the same rules; `tsc` checks all files but Astro's.
  'astro check': ['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.astro.json'],
  // By path, because TypeScript 6 for `astro check` also has a `tsc`. More threads only slow down the other checks.
  tsc: ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '-p', '.'],
  knip: ['knip'],
  content: ['node', 'scripts/content-check.ts', '--specified'],
} as const;

async function runChecks(): Promise<number> {
  const codes = await Promise.all(
    Object.entries(checks).map(async ([name, [program, ...args]]) => {
      const { code, output } = await captureCommand(program, args);
      console.log(`-- ${name}: ${code === 0 ? 'passed' : 'FAILED'}\n${code === 0 ? '' : output}`.trimEnd());
      return code;
    }),
  );
  return Math.max(...codes);
}

function vitest(group: Group, title: string, ...args: string[]): Step {
  const report = path.join(reports, `${group}.json`);
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    group,
    title,
    report,
    execute: (run, extra) => run('vitest', ['run', ...reporting, ...args, ...extra]),
  };
}

/** The build writes the content's types too, so this step runs only without it. */
const contentTypes = command('check', 'Types of the content', 'astro', 'sync');

type Row = readonly Step[];

/**
 * Stages run one after another, their rows in parallel. The end-to-end tests run alone: a browser that waits for the
 * processor takes a third more time.
 */
const stages: readonly (readonly Row[])[] = [
  [
    [vitest('unit', 'Unit tests', '--project=code')],
    [
      contentTypes,
      command('build', 'Build', 'node', 'scripts/build.ts'),
      { group: 'check', title: 'Format, lint, types and unused code', execute: runChecks },
      command('build', 'Size budgets', 'node', 'tests/bench/budgets.ts'),
      vitest('build', 'What was built, and its bundles for the deploy', '--project=built'),
    ],
  ],
  [[{ group: 'e2e', title: 'End-to-end tests', report: path.join(reports, 'e2e.json'), execute: runPlaywright }]],
];

async function runPlaywright(run: Run, extra: readonly string[]): Promise<number> {
  try {
    console.log(`In ${await ensureChromium()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, 'e2e.json'),
    // Node runs TypeScript itself, at half the cost of Playwright's compiler.
    PW_DISABLE_TS_ESM: '1',
  };
  return await run('playwright', ['test', '--reporter=list,json', ...extra], env);
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

async function readCounts(report: string): Promise<Counts> {
  const read: { numPassedTests?: number; numFailedTests?: number; stats?: { expected: number; unexpected: number } } =
    JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  const { numPassedTests = 0, numFailedTests = 0, stats = { expected: 0, unexpected: 0 } } = read;
  return { passed: numPassedTests + stats.expected, failed: numFailedTests + stats.unexpected };
}

/** A parallel step prints its output when it ends. A failure without a failed test counts as one. */
async function runStep(step: Step, isAlone: boolean, extra: readonly string[]): Promise<Counts> {
  console.log(`\n== ${step.title}${isAlone ? '' : ': begun'}`);
  const began = performance.now();
  let written = '';
  const capture: Run = async (name, args, env) => {
    const { code, output } = await captureCommand(name, args, env);
    written += output;
    return code;
  };
  const code = await step.execute(isAlone ? runCommand : capture, extra);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\n${written}== ${step.title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  const counts = step.report ? await readCounts(step.report) : { passed: 0, failed: 0 };
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

const MEMORY_FOLDER = '/dev/shm';
const MIN_MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * The memory folder, if it has room: a sync is free there, which saves storage tests up to half their time. Else
 * `null`.
 */
async function quickTemporaryFolder(): Promise<string | null> {
  const space = await statfs(MEMORY_FOLDER).catch(() => null);
  return space && space.bavail * space.bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : null;
}

const temporaryFolder = process.env['TMPDIR'] ?? (await quickTemporaryFolder());
if (temporaryFolder !== null) process.env['TMPDIR'] = temporaryFolder;
// Compiles each program once, since tests start the same ones dozens of times. Saves a seventh of their time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled');
const { values, positionals } = parseArgs({
  options: { group: { type: 'string', multiple: true }, 'keep-going': { type: 'boolean' } },
  allowPositionals: true,
});
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
let passed = 0;
let failed = 0;
for (const rows of stages) await runRows(rows.map((row) => row.filter(isAsked)).filter(({ length }) => length > 0));
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function isAsked(step: Step): boolean {
  const groups = values.group ?? ['check', 'unit', 'build', 'e2e'];
  if (step === contentTypes && groups.includes('build')) return false;
  return groups.includes(step.group);
}

async function runRows(rows: readonly Row[]): Promise<void> {
  await Promise.all(rows.map((row) => runRow(row, rows.length === 1)));
}

async function runRow(row: Row, isAlone: boolean): Promise<void> {
  for (const step of row) {
    if (failed > 0 && !values['keep-going']) return;
    const counts = await runStep(step, isAlone, positionals);
    passed += counts.passed;
    failed += counts.failed;
  }
}
