import { visitRules } from '#business';
import { Lead } from '#lead/lead';
import { firstVisit } from '#lead/visits';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LeadQuery } from '#contracts/lead-query';
import { slotKey, standing } from '#server/slots/records';
import { leadId } from '#server/leads/lead-id';
import { keepSnapshot } from '#server/leads/lead-list';
import { type LeadsContext, leadPage } from '#server/leads/lead-view';
import { todayView } from '#server/leads/today';
import type { Store } from '#server/storage/port';
import { sqliteStore } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import { openStore } from '#server/storage/stores';
import { consultation } from '#tests/support/visitor';
import { HOUR } from '#lib/time/units';
import { sessionOf } from '../support/session.ts';
import { callsFor } from '../support/stores/counted-stores.ts';
import { timeHandler } from './answers.ts';
import { percentile, type Row } from './row.ts';

/** A dealer's leads after three years, and ten times that. */
const SIZES = [2000, 10_000, 20_000];
const COLD_STARTS = 7;
/** p50 for 10,000 leads. The others are only shown. */
const MAX_MS: Readonly<Record<string, number>> = { page: 50, search: 100, figures: 200 };
/** ms for a call of the platform's storage, and for a fresh process's first page there. */
const STORAGE_MS = 30;
const MAX_DISTANT_MS: Readonly<Record<number, number>> = { 2000: 300, 10000: 600 };
const SECRET = 'a secret of this measurement, 32 characters or more';
const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

/** The owner's leads over a growing database, in a warm and in a fresh process. */
export async function leadRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off', SESSION_SECRET: SECRET });
  Object.assign(process.env, { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD_HASH: 'not used here' });
  const leads = openStore('leads', { context: 'dev', dataDir });
  const rows: Row[] = [];
  let count = 0;
  for (const size of SIZES) {
    for (; count < size; count += 1) {
      const lead = sampleLead(count);
      await leads.put(`leads/${lead.id}`, lead);
    }
    await keepSnapshot({ leads: sqliteStore(databaseFile(dataDir), 'leads'), report });
    rows.push(...(await coldRows(size, dataDir)), await todayRow(size, dataDir), ...(await warmRows(size, dataDir)));
  }
  await rm(dataDir, { recursive: true });
  return rows;
}

/** One of many leads, with its visit. */
function sampleLead(count: number): Lead {
  const at = new Date(1_750_000_000_000 + count * HOUR).toISOString();
  const start = 1_750_000_000_000 + Math.floor(count / 2) * 5_400_000;
  const id = leadId(String(count));
  const visit = { id: firstVisit(id), slot: slotKey(start), start: new Date(start).toISOString(), changes: 1 };
  return Lead.parse({
    id,
    createdAt: at,
    updatedAt: at,
    source: count % 9 === 0 ? 'form' : 'dialog',
    status: ['new', 'booked', 'contacted', 'lost'][count % 4],
    request: {
      name: `Elise Romero ${count}`,
      phone: `(407) 555-${String(count).padStart(4, '0')}`,
      email: `elise.romero.${count}@example.com`,
      zipCode: String(34_700 + (count % 90)),
      city: consultation.city,
      serviceInterest: consultation.serviceInterest,
      preferredContact: 'text',
      message: 'Two tall windows in the living room and a sliding door. We are at home after four on weekdays.',
      attribution: { utm_source: 'google', utm_medium: 'cpc', gclid: `Cj0KCQ${'x'.repeat(80)}${count}`, landing: '/' },
    },
    visits: [visit],
    notes: count % 3 === 0 ? [{ id: 'a', text: 'Called, wants the fabric books.' }] : [],
  });
}

async function coldRows(size: number, dataDir: string): Promise<Row[]> {
  const max = MAX_DISTANT_MS[size];
  const near = await coldTime(dataDir, 0);
  const far = await coldTime(dataDir, STORAGE_MS);
  const what = `first page of ${size} leads in a fresh process`;
  return [
    { what, measured: near, unit: 'ms' },
    { what: `${what}, ${STORAGE_MS} ms a call`, measured: far, unit: 'ms', ...(max !== undefined && { max }) },
  ];
}

/** A newly opened store has no caches, like a fresh process. */
async function coldTime(dataDir: string, delay: number): Promise<number> {
  const times: number[] = [];
  for (let start = 0; start < COLD_STARTS; start += 1) {
    const open = (name: 'leads' | 'slots') => distant(sqliteStore(databaseFile(dataDir), name), delay);
    const [leads, slots] = [open('leads'), open('slots')];
    const now = Date.now();
    const context: LeadsContext = { leads, standing: (some) => standing(slots, some, now), now, report };
    const began = performance.now();
    await leadPage(context, LeadQuery.parse({}));
    times.push(performance.now() - began);
  }
  return percentile(times, 0.5);
}

/** ms. The owner's day over distant stores, in a process that has drawn it before. */
const MAX_TODAY_MS = 120;

async function todayRow(size: number, dataDir: string): Promise<Row> {
  const open = (name: 'leads' | 'slots') => distant(sqliteStore(databaseFile(dataDir), name), STORAGE_MS);
  const [leads, slots] = [open('leads'), open('slots')];
  const times: number[] = [];
  for (let call = 0; call <= COLD_STARTS; call += 1) {
    const now = Date.now();
    const context: LeadsContext = { leads, standing: (some) => standing(slots, some, now), now, report };
    const began = performance.now();
    await todayView(context, async () => visitRules);
    if (call > 0) times.push(performance.now() - began);
  }
  const what = `Today with ${size} leads, warm, ${STORAGE_MS} ms a call`;
  return { what, measured: percentile(times, 0.5), unit: 'ms', ...(size === 2000 && { max: MAX_TODAY_MS }) };
}

/** The store with `delay` ms more for each read, and for each page of a long list. */
function distant(store: Store, delay: number): Store {
  const slowly = async <Answer>(reading: Promise<Answer>): Promise<Answer> => {
    const answer = await reading;
    for (let calls = delay > 0 ? callsFor(answer) : 0; calls > 0; calls -= 1) await pause(delay);
    return answer;
  };
  return { ...store, get: (key) => slowly(store.get(key)), list: (prefix) => slowly(store.list(prefix)) };
}

async function warmRows(size: number, dataDir: string): Promise<Row[]> {
  const { default: owner } = await import('../../netlify/functions/owner.ts');
  const token = await sessionOf(openStore('auth', { context: 'dev', dataDir }));
  const headers = { cookie: `session=${token}`, 'content-type': 'application/json' };
  const get = (path: string) => () => new Request(`http://localhost/api/${path}`, { headers });
  const ask = (query: string) => get(`leads${query}`);
  const { id } = sampleLead(size - 1);
  let changes = 0;
  const edit = () => {
    changes += 1;
    const body = JSON.stringify({ do: 'change', status: changes % 2 ? 'contacted' : 'lost' });
    return new Request(`http://localhost/api/leads/${id}`, { method: 'POST', headers, body });
  };
  const timing = { calls: 100, max: null };
  // The first call is the cold one, measured above.
  await timeHandler('list', owner, ask('?search=a'), { calls: 1 });
  const rows = [
    ...(await timeHandler(`page of ${size} leads`, owner, ask(''), timing)),
    ...(await timeHandler(`search in ${size} leads`, owner, ask('?search=romero%20999&status=lost'), timing)),
    ...(await timeHandler(`search in ${size} leads that finds none`, owner, ask('?search=nobody%20at%20all'), timing)),
    ...(await timeHandler(`change of one of ${size} leads`, owner, edit, { ...timing, calls: 20 })),
    ...(await timeHandler(`page of ${size} leads after that`, owner, ask(''), timing)),
    ...(await timeHandler(`figures of ${size} leads`, owner, get('insights?days=365'), { calls: 20, max: null })),
    ...(await timeHandler(`CSV of ${size} leads`, owner, ask('/export'), { calls: 5, max: null })),
  ];
  return rows.map((row) => withReach(row, size));
}

function withReach(row: Row, size: number): Row {
  const max = MAX_MS[row.what.split(' ')[0] ?? ''];
  return size === 10_000 && row.what.endsWith('p50') && max !== undefined ? { ...row, max } : row;
}
