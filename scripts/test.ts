/**
 * `npm test`: all checks and tests. After a failure no more steps start. The last line counts the tests. An argument
 * names groups, as in `package.json`; the arguments behind it go to the program of the last group.
 */
import { mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { captureCommand, root, runCommand } from './command.ts';

const GROUPS = ['check', 'unit', 'build', 'built', 'e2e'] as const;
type Group = (typeof GROUPS)[number];
/** Those whose program takes arguments, such as files. */
const OPEN: readonly Group[] = ['unit', 'e2e'];

type Run = typeof runCommand;

interface Step {
  readonly title: string;
  readonly group: Group;
  execute(run: Run, extra: readonly string[]): Promise<number>;
  readonly report?: string;
}

const { groups, extra } = parseAsked(process.argv.slice(2));
process.env['TMPDIR'] ??= await quickTemporaryFolder();
// Compiles each program once, since tests start the same ones dozens of times. Saves a seventh of their time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled');
const reports = await mkdtemp(path.join(tmpdir(), 'reports-'));

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

/** The build writes the content's types too, so this step runs only without it. */
const contentTypes = command('check', 'Types of the content', 'astro', 'sync');

type Row = readonly Step[];

/**
 * Stages run one after another, their rows in parallel. The end-to-end tests run alone: a browser that waits for the
 * processor takes a third more time.
 */
const stages: readonly (readonly Row[])[] = [
  [
    [vitest('unit', 'Unit tests', 'code')],
    [
      contentTypes,
      command('build', 'Build', 'node', 'scripts/build.ts'),
      command('built', 'Size budgets', 'node', 'tests/bench/budgets.ts'),
      vitest('built', 'What was built, and its bundles for the deploy', 'built'),
      // Last, since they alone keep both cores busy when the unit tests have ended.
      { group: 'check', title: 'Format, lint, types and unused code', execute: runChecks },
    ],
  ],
  [[{ group: 'e2e', title: 'End-to-end tests', report: reportOf('e2e'), execute: runPlaywright }]],
];

let passed = 0;
let failed = 0;
for (const stage of stages) {
  const rows = stage.map((row) => row.filter(isAsked)).filter(({ length }) => length > 0);
  await Promise.all(rows.map((row) => runRow(row, rows.length === 1)));
}
await rm(reports, { recursive: true });
// The checks are no tests: what failed there stands above.
if (groups.some((group) => group !== 'check')) console.log(`\n${passed} passed, ${failed} failed`);
else console.log(failed > 0 ? '\nFAILED' : '\nAll checks passed');
process.exit(failed > 0 ? 1 : 0);

function parseAsked([named, ...extra]: readonly string[]): { groups: readonly Group[]; extra: readonly string[] } {
  const groups = named === undefined ? GROUPS : GROUPS.filter((group) => named.split(',').includes(group));
  const isOpen = OPEN.some((group) => group === groups.at(-1));
  if (groups.length > 0 && (extra.length === 0 || isOpen)) return { groups, extra };
  console.error('It takes no arguments. `npm run test:unit -- <file>` and `npm run test:e2e -- <file>` do.');
  process.exit(1);
}

/** The memory folder, if it has room: a sync is free there, which saves storage tests up to half their time. */
async function quickTemporaryFolder(): Promise<string> {
  const space = await statfs('/dev/shm').catch(() => null);
  return space && space.bavail * space.bsize >= 2 * 1024 ** 3 ? '/dev/shm' : tmpdir();
}

function reportOf(group: Group): string {
  return path.join(reports, `${group}.json`);
}

function command(group: Group, title: string, name: string, ...args: string[]): Step {
  return { group, title, execute: (run) => run(name, args) };
}

function vitest(group: Group, title: string, project: string): Step {
  const report = reportOf(group);
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, `--project=${project}`];
  return { group, title, report, execute: (run, extra) => run('vitest', [...args, ...extra]) };
}

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

async function runPlaywright(run: Run, extra: readonly string[]): Promise<number> {
  try {
    console.log(`In ${await ensureChromium()}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  // Node runs TypeScript itself, at half the cost of Playwright's compiler.
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf('e2e'), PW_DISABLE_TS_ESM: '1' };
  return await run('playwright', ['test', '--reporter=list,json', ...extra], env);
}

function isAsked(step: Step): boolean {
  return groups.includes(step.group) && !(step === contentTypes && groups.includes('build'));
}

async function runRow(row: Row, isAlone: boolean): Promise<void> {
  for (const step of row) if (failed === 0) await runStep(step, isAlone);
}

/** A parallel step prints its output when it ends. A failure without a failed test counts as one. */
async function runStep(step: Step, isAlone: boolean): Promise<void> {
  console.log(`\n== ${step.title}${isAlone ? '' : ': begun'}`);
  const began = performance.now();
  let written = '';
  const capture: Run = async (name, args, env) => {
    const { code, output } = await captureCommand(name, args, env);
    written += output;
    return code;
  };
  const code = await step.execute(isAlone ? runCommand : capture, step.group === groups.at(-1) ? extra : []);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\n${written}== ${step.title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  const counts = await countTests(step.report);
  passed += counts.passed;
  failed += code === 0 ? counts.failed : Math.max(counts.failed, 1);
}

/** Reads a report of Vitest or of Playwright. */
async function countTests(report: string | undefined): Promise<{ passed: number; failed: number }> {
  const text = report && (await readFile(report, 'utf8').catch(() => ''));
  const { numPassedTests = 0, numFailedTests = 0, stats = { expected: 0, unexpected: 0 } } = JSON.parse(text || '{}');
  return { passed: numPassedTests + stats.expected, failed: numFailedTests + stats.unexpected };
}
