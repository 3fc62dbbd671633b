/**
 * `npm run attack`: an attacker's ways into the site. Each row runs tests of `npm test` with more seeds and longer runs;
 * `memory` floods a local host of its own. It prints for each its tries and what got through, which must be 0, and ends
 * with 1 otherwise. `--only <row>` runs one, which may be repeated. No process leaves this machine (`preload.ts`). What
 * each defends: docs/security.md.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { captureCommand, parseOptions } from '../../scripts/command.ts';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import type { Outcome } from './memory.ts';

const suites: Readonly<Record<string, readonly string[]>> = {
  strangers: ['functions/strangers', 'functions/auth'],
  paths: ['local/files', 'local/rules', 'functions/media'],
  roles: ['functions/roles', 'functions/people'],
  passkeys: ['functions/passkeys'],
  'sign-in': ['functions/sign-in-tries'],
  sessions: ['admin/sign-in/session', 'functions/kept-sessions'],
  mails: ['channels/mail/mail-words', 'calendar/ics'],
  fuzz: ['functions/malformed', 'local/connections', 'local/functions'],
  logs: ['http/log'],
  kills: ['built/rush', 'functions/requests-abuse'],
  'kept-records': ['functions/kept-records'],
  'newer-records': ['functions/newer-records'],
  restores: ['backups/contents.interleaving', 'functions/backups'],
  'damaged-records': ['functions/damaged-records', 'records/unreadable'],
  privacy: ['functions/removed', 'local/private-data', 'functions/pictures', 'local/images'],
  positions: ['functions/upload-positions', 'functions/upload-types', 'positions/blank', 'positions/picture'],
  limits: ['functions/invented-people', 'functions/booking-abuse', 'lead/correction'],
  networks: ['functions/networks', 'booking/visit-quota', 'limits/limits'],
  texts: ['functions/texts', 'channels/texts/texts'],
  'sent-elsewhere': ['channels/mail/mail-words', 'functions/alerts', 'outbox/post', 'local/host-names'],
};
const memory = async () => (await import('./memory.ts')).attackMemory();

const { values } = parseOptions({ options: { only: { type: 'string', multiple: true, default: [] } } });
const names = [...Object.keys(suites), 'memory'];
const unknown = values.only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No attack ${unknown.join(', ')}. There are: ${names.join(', ')}`);
  process.exit(1);
}

await buildSiteIfChanged();
await bundleFunctions();
process.env['NODE_OPTIONS'] = `--import=${pathToFileURL(path.resolve(import.meta.dirname, 'preload.ts')).href}`;
const folder = await mkdtemp(path.join(tmpdir(), 'attack-'));
const table: Record<string, { tries: number; through: number; seconds: number; notes: string }> = {};
for (const name of names) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const began = performance.now();
  const { tries, through, notes = '' } = await (name === 'memory' ? memory() : runSuite(name, suites[name] ?? []));
  for (const what of through.slice(0, 20)) console.error(`${name}: ${what}`);
  if (through.length > 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - began) / 1000);
  table[name] = { tries, through: through.length, seconds, notes };
}
await rm(folder, { recursive: true });
console.table(table);

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Runs the files' tests and counts them. */
async function runSuite(name: string, files: readonly string[]): Promise<Outcome> {
  const report = path.join(folder, `${name}.json`);
  const args = ['run', '--project=code', '--project=built', '--reporter=json', `--outputFile=${report}`];
  const { code } = await captureCommand('vitest', [...args, ...files.map((file) => `${file}.test.ts`)], {
    SEEDS: '5',
  });
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const through = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => [fullName, ...failureMessages].join('\n'));
  if (through.length === 0 && (code !== 0 || testResults.length < files.length))
    through.push(`vitest ended with ${code}`);
  return { tries: tests.length, through };
}
