import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LeadQuery } from '#contracts/lead';
import { visitsOf } from '#server/slots/records';
import { SESSION_SECONDS, startSession } from '#server/auth/session';
import { type Lead, leadId } from '#server/leads/lead';
import { keepMonths } from '#server/leads/lead-sweep';
import { type LeadsContext, leadPage } from '#server/leads/lead-view';
import { diskStore } from '#server/storage/disk';
import { openStore } from '#server/storage/stores';
import { timeHandler } from './functions.ts';
import { percentile, type Row } from './row.ts';

const LEADS = 10_000;
const COLD_STARTS = 7;
/** The design names no figure; beyond a second one waits. */
const MAX_LIST_MS = 1000;
const SECRET = 'a secret of this measurement, 32 characters or more';
const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

/** The owner's leads, many of them, in this process, on disk storage: in a process that has seen them, and in a fresh one. */
export async function leadRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off', SESSION_SECRET: SECRET });
  Object.assign(process.env, { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD_HASH: 'not used here' });
  const leads = openStore('leads', { context: 'dev', dataDir });
  for (let count = 0; count < LEADS; count += 1) {
    const lead = sampleLead(count);
    await leads.put(`leads/${lead.id}`, lead);
  }
  const rows = [...(await coldRows(dataDir)), ...(await warmRows())];
  await rm(dataDir, { recursive: true });
  return rows;
}

/** One of many leads, that came in then (ms). */
export function sampleLead(count: number, createdAt = 1_750_000_000_000 + count * 3_600_000): Lead {
  const at = new Date(createdAt).toISOString();
  return {
    id: leadId(String(count)),
    createdAt: at,
    updatedAt: at,
    source: count % 9 === 0 ? 'form' : 'dialog',
    status: (['new', 'booked', 'called back', 'closed'] as const)[count % 4] ?? 'new',
    isSpam: false,
    request: {
      name: `Elise Romero ${count}`,
      phone: `(407) 555-${String(count).padStart(4, '0')}`,
      email: `elise.romero.${count}@example.com`,
      zipCode: String(34_700 + (count % 90)),
      city: 'Celebration',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'text',
      message: 'Two tall windows in the living room and a sliding door. We are at home after four on weekdays.',
      attribution: { utm_source: 'google', utm_medium: 'cpc', gclid: `Cj0KCQ${'x'.repeat(80)}${count}`, landing: '/' },
    },
    slot: new Date(1_750_000_000_000 + Math.floor(count / 2) * 5_400_000).toISOString(),
    changes: 1,
    moves: 0,
    notes: count % 3 === 0 ? 'Called, wants the fabric books.' : '',
  };
}

async function coldRows(dataDir: string): Promise<Row[]> {
  const without = await coldTime(dataDir);
  await keepMonths(diskStore(path.join(dataDir, 'leads')), report);
  const what = `first list of ${LEADS} leads in a fresh process`;
  return [
    { what: `${what}, before the first digests`, measured: without, unit: 'ms' },
    { what, measured: await coldTime(dataDir), unit: 'ms', max: MAX_LIST_MS },
  ];
}

/** A store that has just been opened knows nothing yet, as a process that has just started. */
async function coldTime(dataDir: string): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < COLD_STARTS; start += 1) {
    const [leads, calendar] = [diskStore(path.join(dataDir, 'leads')), diskStore(path.join(dataDir, 'calendar'))];
    const now = Date.now();
    const context: LeadsContext = { leads, visitsOf: (some) => visitsOf(calendar, some, now), now, report };
    const began = performance.now();
    await leadPage(context, LeadQuery.parse({}));
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

async function warmRows(): Promise<Row[]> {
  const { default: list } = await import('../../netlify/functions/leads.ts');
  const { default: file } = await import('../../netlify/functions/leads-export.ts');
  const token = await startSession(new TextEncoder().encode(SECRET), Date.now());
  const headers = { cookie: `session=${token}; Max-Age=${SESSION_SECONDS}` };
  const ask = (query: string) => () => new Request(`http://localhost/api/leads${query}`, { headers });
  let bytes = 0;
  const read = async (answer: Response) => {
    bytes = (await promisify(gzip)(await answer.arrayBuffer())).byteLength;
  };
  const timing = { calls: 100, max: MAX_LIST_MS };
  // The first call is the cold one, measured above.
  await timeHandler('list', list, ask(''), { calls: 1 });
  const rows = [
    ...(await timeHandler(`list of ${LEADS} leads`, list, ask(''), timing)),
    ...(await timeHandler(`search in ${LEADS} leads`, list, ask('?search=romero%20999&status=closed'), timing)),
    ...(await timeHandler(`search in ${LEADS} leads that finds none`, list, ask('?search=nobody%20at%20all'), timing)),
    ...(await timeHandler(`CSV of ${LEADS} leads`, file, ask('/export'), { calls: 5, max: null })),
  ];
  await timeHandler('list', list, ask(''), { calls: 1, read });
  return [...rows, { what: 'a page of leads, gzipped', measured: bytes / 1000, unit: 'kB' }];
}
