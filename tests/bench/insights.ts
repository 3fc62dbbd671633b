import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SESSION_SECONDS, startSession } from '#server/auth/session';
import { viewInsights } from '#server/leads/insights';
import { keepSnapshot } from '#server/leads/lead-sweep';
import { sqliteStore } from '#server/storage/sqlite';
import { databaseFile, openStore } from '#server/storage/stores';
import { sampleLead } from './leads.ts';
import { timeHandler } from './answers.ts';
import { percentile, type Row } from './row.ts';

const SIZES = [2000, 10_000, 20_000];
const COLD_STARTS = 7;
/** Limits in a fresh process, and in a warm one for 10,000 leads. The others are only shown. */
const MAX_FRESH_MS: Readonly<Record<number, number>> = { 2000: 300, 10000: 600 };
const MAX_MS = 200;
const SECRET = 'a secret of this measurement, 32 characters or more';
const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

/** A year's figures over a growing database, in a fresh and in a warm process. */
export async function insightRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off', SESSION_SECRET: SECRET });
  Object.assign(process.env, { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD_HASH: 'not used here' });
  const leads = openStore('leads', { context: 'dev', dataDir });
  const rows: Row[] = [];
  let count = 0;
  for (const size of SIZES) {
    for (; count < size; count += 1) {
      const lead = sampleLead(count, Date.now() - count * 20 * 60_000);
      await leads.put(`leads/${lead.id}`, lead);
    }
    await keepSnapshot({ leads: sqliteStore(databaseFile(dataDir), 'leads'), report });
    rows.push(...(await rowsOf(size, dataDir)));
  }
  await rm(dataDir, { recursive: true });
  return rows;
}

async function rowsOf(size: number, dataDir: string): Promise<Row[]> {
  const max = MAX_FRESH_MS[size];
  const cold: Row = {
    what: `figures of ${size} leads in a fresh process`,
    measured: await coldTime(dataDir),
    unit: 'ms',
    ...(max !== undefined && { max }),
  };
  const { default: insights } = await import('../../netlify/functions/insights.ts');
  const token = await startSession(new TextEncoder().encode(SECRET), Date.now());
  const headers = { cookie: `session=${token}; Max-Age=${SESSION_SECONDS}` };
  const ask = () => new Request('http://localhost/api/insights?days=365', { headers });
  const timing = { calls: 20, max: size === 10_000 ? MAX_MS : null };
  // The first call is the cold one, measured above.
  await timeHandler('figures', insights, ask, { calls: 1 });
  return [cold, ...(await timeHandler(`figures of ${size} leads`, insights, ask, timing))];
}

/** A newly opened store has no caches, like a fresh process. */
async function coldTime(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < COLD_STARTS; start += 1) {
    const leads = sqliteStore(databaseFile(dataDir), 'leads');
    const began = performance.now();
    await viewInsights({ leads, now: Date.now(), keepDays: null, report }, '365');
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}
