/**
 * `npm run attack`: an attacker's ways into the site, each against a local host of its own on fresh data. It prints for
 * each its tries and what got through, which must be 0, and ends with 1 otherwise. `--only <name>` runs one, which may
 * be repeated. No process leaves this machine (`preload.ts`). What each defends: docs/security.md.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import { attackWithKills, attackWithStorm } from './kills.ts';
import { attackMails } from './mails.ts';
import { attackMemory } from './memory.ts';
import { Outcome } from './outcome.ts';
import { attackFromOtherSites, attackWithFuzz } from './refusals.ts';
import { attackCalendar, attackPaths, attackRoutes, attackSessions, attackSignIn } from './strangers.ts';
import { runSuite, suites } from './suites.ts';
import { closeSites } from './target.ts';

const attacks: Record<string, (outcome: Outcome) => Promise<void>> = {
  routes: attackRoutes,
  sessions: attackSessions,
  'cross-site': attackFromOtherSites,
  paths: attackPaths,
  'sign-in': attackSignIn,
  calendar: attackCalendar,
  mails: attackMails,
  fuzz: attackWithFuzz,
  storm: attackWithStorm,
  kills: attackWithKills,
  memory: attackMemory,
  ...Object.fromEntries(
    Object.entries(suites).map(([name, files]) => [name, (outcome: Outcome) => runSuite(outcome, files)]),
  ),
};

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
const unknown = values.only.filter((name) => !(name in attacks));
if (unknown.length > 0) {
  console.error(`No attack ${unknown.join(', ')}. There are: ${Object.keys(attacks).join(', ')}`);
  process.exit(1);
}

await buildSiteIfChanged();
await bundleFunctions();
process.env['NODE_OPTIONS'] = `--import=${path.resolve(import.meta.dirname, 'preload.ts')}`;
await import('./preload.ts');

const MAX_MINUTES = 10;
setTimeout(() => {
  console.error(`The attacks took more than ${MAX_MINUTES} minutes`);
  process.exit(1);
}, MAX_MINUTES * 60_000).unref();

/** Of a visitor: name, phone, mail address, message, link. Of a session: its token. */
const PRIVATE =
  /Elise|Romero|Visitor [a-j]{2}|\(407\) \d|elise\.|@evil|skylight|visit\/[a-f\d]{8}|eyJ[\w-]{9}|session=/gi;

const logs: string[] = [];
console.log(line('attack', 'tries', 'through', 's'));
for (const [name, attack] of Object.entries(attacks)) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  await run(name, attack);
  logs.push(...(await closeSites()));
}
await run('logs', async (outcome) => readLogs(outcome));

async function run(name: string, attack: (outcome: Outcome) => Promise<void>): Promise<void> {
  const outcome = new Outcome();
  const began = performance.now();
  await attack(outcome).catch((error: unknown) => {
    outcome.through.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const { tries, through, notes } = outcome;
  console.log(line(name, String(tries), String(through.length), seconds, notes.join(', ')));
  for (const what of through.slice(0, 20)) console.log(`  ${what}`);
  if (through.length > 0) process.exitCode = 1;
}

function line(name: string, tries: string, through: string, seconds: string, notes = ''): string {
  const cells = [name.padEnd(16), tries.padStart(7), through.padStart(9), seconds.padStart(8), `  ${notes}`];
  return cells.join('').trimEnd();
}

/** What the attacked sites have written to their consoles. */
function readLogs(outcome: Outcome): void {
  for (const log of logs) {
    const found = log.match(PRIVATE) ?? [];
    outcome.held(found.length === 0, `${found.length} in a log, the first: ${found[0]}`);
  }
  outcome.notes.push(`${logs.reduce((sum, log) => sum + log.length, 0)} characters`);
}
