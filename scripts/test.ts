/**
 * `npm test`: everything, from formatting to the end-to-end tests. After a failure what runs is finished, and nothing
 * more begins. `npm run check`, `test:unit` and `test:e2e` run one group of it. The last line counts the tests.
 */
import { mkdir, readFile, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { captureCommand, root, runCommand } from './command.ts';

type Group = 'check' | 'unit' | 'build' | 'e2e';

/** Runs a program; resolves to its exit code. */
type Run = typeof runCommand;

interface Step {
  readonly title: string;
  readonly group: Group;
  /** Runs its programs by `run`, which shows what they write; resolves to the exit code. */
  execute(run: Run, extra: readonly string[]): Promise<number>;
  /** Where the step writes its counts, for one that runs tests. */
  readonly report?: string;
  /** Of its programs, 0 without. */
  readonly niceness?: number;
}

const reports = path.join(root, '.netlify/reports');

/**
 * How much a step beside the end-to-end tests leaves the processors to them: they take longest, and wait for much. Not
 * more than this, since a step that gets nearly nothing on a slow machine runs into its own time-outs.
 */
const NICENESS = 5;

function command(group: Group, title: string, name: string, ...args: string[]): Step {
  return { group, title, execute: (run) => run(name, args) };
}

/** Checks that need nothing of each other: all at once, each told whole when it has ended. */
const checks = {
  prettier: ['prettier', '--check', '--log-level=warn', '.'],
  biome: ['biome', 'check', '--error-on-warnings'],
  // The two judge by the same rules: what is not Astro's is left to the compiler alone.
  'astro check': ['astro', 'check', '--noSync', '--tsconfig', 'tsconfig.astro.json'],
  // By its path: TypeScript 6, for `astro check`, has a `tsc` too. Beside the other checks more threads only cost more.
  tsc: ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '--singleThreaded', '-p', '.'],
  knip: ['knip'],
} as const;

async function runChecks(): Promise<number> {
  const codes = await Promise.all(
    Object.entries(checks).map(async ([name, [program, ...args]]) => {
      const { code, output } = await captureCommand(program, args, {}, NICENESS);
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
    niceness: NICENESS,
    execute: (run, extra) => run('vitest', ['run', ...reporting, ...args, ...extra]),
  };
}

interface Row {
  /** One after the other. */
  readonly steps: readonly Step[];
  /** Once they have passed, side by side. */
  readonly next?: readonly Row[];
}

/** The build writes the types of the content too: only without it they are asked for. */
const contentTypes = command('check', 'Types of the content', 'astro', 'sync');

/** The rows need nothing of each other and run side by side, the end-to-end tests as early as can be. */
const rows: readonly Row[] = [
  { steps: [vitest('unit', 'Unit tests', '--project=code')] },
  {
    steps: [contentTypes, command('build', 'Build', 'node', 'scripts/build.ts')],
    next: [
      {
        steps: [
          { group: 'e2e', title: 'End-to-end tests', report: path.join(reports, 'e2e.json'), execute: runPlaywright },
        ],
      },
      {
        steps: [
          { group: 'check', title: 'Format, lint, types and unused code', execute: runChecks },
          command('build', 'Size budgets', 'node', 'tests/bench/budgets.ts'),
          vitest('build', 'What was built, and its bundles for the deploy', '--project=built'),
        ],
      },
    ],
  },
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
    // Node reads TypeScript itself, at half of what Playwright's own compiler costs.
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

/**
 * A step beside another is told whole when it has ended, one that runs alone as it goes. One that fails without a failed
 * test, such as a file that cannot be read, counts as one failure.
 */
async function runStep(step: Step, isAlone: boolean, extra: readonly string[]): Promise<Counts> {
  console.log(`\n== ${step.title}${isAlone ? '' : ': begun'}`);
  const began = performance.now();
  let written = '';
  const capture: Run = async (name, args, env) => {
    const { code, output } = await captureCommand(name, args, env, step.niceness);
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
 * Where tests keep their data: in memory on a Linux with that much room in it, where a sync costs nothing. Tests that
 * live on storage spend a quarter to a half less processor time there. `null` leaves it to the system.
 */
async function quickTemporaryFolder(): Promise<string | null> {
  const space = await statfs(MEMORY_FOLDER).catch(() => null);
  return space && space.bavail * space.bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : null;
}

const temporaryFolder = process.env['TMPDIR'] ?? (await quickTemporaryFolder());
if (temporaryFolder !== null) process.env['TMPDIR'] = temporaryFolder;
// The same programs are started dozens of times: each is compiled once. Tests that start processes take a seventh less.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled');
const { values, positionals } = parseArgs({
  options: { group: { type: 'string', multiple: true }, 'keep-going': { type: 'boolean' } },
  allowPositionals: true,
});
await rm(reports, { recursive: true, force: true });
await mkdir(reports, { recursive: true });
let passed = 0;
let failed = 0;
await runRows(rows);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

function isAsked(group: Group): boolean {
  return !values.group || values.group.includes(group);
}

/** Leaves out the steps that nobody asked for, and the rows that have none then. */
function askedOf({ steps, next = [] }: Row): Row[] {
  const asked = steps.filter((step) => isAsked(step.group) && !(step === contentTypes && isAsked('build')));
  const following = next.flatMap(askedOf);
  return asked.length > 0 ? [{ steps: asked, next: following }] : following;
}

async function runRows(side: readonly Row[], isBesides = false): Promise<void> {
  const asked = side.flatMap(askedOf);
  const isAlone = !isBesides && asked.length === 1;
  await Promise.all(asked.map((row) => runRow(row, isAlone)));
}

async function runRow({ steps, next = [] }: Row, isAlone: boolean): Promise<void> {
  for (const step of steps) {
    if (failed > 0 && !values['keep-going']) return;
    const counts = await runStep(step, isAlone, positionals);
    passed += counts.passed;
    failed += counts.failed;
  }
  await runRows(next, !isAlone);
}
