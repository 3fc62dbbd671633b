import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Outcome } from './outcome.ts';

/** Attacks that tests of `npm test` hold whole, and their files. */
export const suites: Readonly<Record<string, readonly string[]>> = {
  'kept-records': ['tests/functions/kept-records'],
  'damaged-records': ['tests/functions/damaged-records'],
  privacy: ['tests/functions/removed', 'tests/functions/removed-kills', 'tests/local/private-data'],
  positions: ['tests/functions/upload-positions', 'tests/functions/upload-types'],
  limits: ['invented-people', 'booking-abuse', 'requests-abuse', 'sign-in-tries'].map(
    (name) => `tests/functions/${name}`,
  ),
  'sent-elsewhere': [
    ...['tests/functions/guest-words', 'tests/functions/alerts'],
    ...['netlify/server/alerts/post', 'tests/local/host-names'],
  ],
};

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** Runs the files' tests and counts them. */
export async function runSuite(outcome: Outcome, files: readonly string[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'attack-'));
  const report = path.join(folder, 'report.json');
  const args = ['run', '--project=code', '--reporter=json', `--outputFile=${report}`];
  const names = files.map((file) => `${file}.test.ts`);
  const env = { ...process.env, SEEDS: '5' };
  const child = spawn('vitest', [...args, ...names], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((resolve) => child.on('error', () => resolve(1)).on('close', resolve));
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}'));
  await rm(folder, { recursive: true });
  for (const { name, assertionResults } of testResults)
    for (const { status, fullName } of assertionResults)
      outcome.held(status === 'passed', `${path.basename(name)}: ${fullName}`);
  if (code !== 0 || testResults.length < files.length) outcome.through.push(`vitest ended with ${code}`);
}
