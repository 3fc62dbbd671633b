import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Availability } from '#contracts/calendar';
import { ConsultationReceipt } from '#contracts/consultation';
import { openStore } from '#server/storage/stores';
import { CountedStores, type StorageUse } from './stores/counted-stores.ts';
import type { Records } from './stores/interleave.ts';
import { sessionOf } from './session.ts';
import { newVisitor } from './visitor.ts';

/** A call of the API and its use of storage. */
export interface ApiUse extends Pick<StorageUse, 'calls' | 'chain' | 'after' | 'ms'> {
  readonly what: string;
}

const BOOKINGS = 6;
const SECRET = 'a secret of this measurement, 32 characters or more';
const ENVIRONMENT = { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD_HASH: 'not used here', SESSION_SECRET: SECRET };

/**
 * Calls the functions one after the other, over stores that take `delay` ms a call: in a warm and in a fresh process.
 * Some bookings were made before.
 */
export async function measureApi(delay: number): Promise<ApiUse[]> {
  const before = { ...process.env };
  Object.assign(process.env, ENVIRONMENT);
  delete process.env['RATE_LIMIT'];
  const records: Records = new Map();
  const folders: string[] = [];
  const open = (wait: number) => {
    const dataDir = path.join(tmpdir(), `calls-${randomUUID()}`);
    folders.push(dataDir);
    process.env['DATA_DIR'] = dataDir;
    return new CountedStores({ dataDir, records, delay: wait });
  };
  try {
    const quick = open(0);
    const api = await apiOf();
    for (let made = 0; made < BOOKINGS; made += 1) await api.sit(quick);
    return [...(await api.visits(open(delay), 'fresh')), ...(await api.visits(open(delay), 'warm'))];
  } finally {
    for (const name of Object.keys(ENVIRONMENT)) delete process.env[name];
    Object.assign(process.env, before);
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

const ORIGIN = 'http://localhost:8888';

function get(address: string, headers: Record<string, string> = {}): Request {
  return new Request(ORIGIN + address, { headers });
}

function post(address: string, body: object, headers: Record<string, string>): Request {
  const type = { 'content-type': 'application/json' };
  return new Request(ORIGIN + address, {
    method: 'POST',
    headers: { ...type, ...headers },
    body: JSON.stringify(body),
  });
}

async function apiOf() {
  const { default: visitor } = await import('../../netlify/functions/visitor.ts');
  const { default: owner } = await import('../../netlify/functions/owner.ts');
  const auth = openStore('auth', { context: 'dev', dataDir: process.env['DATA_DIR'] ?? '' });
  const session = { cookie: `session=${await sessionOf(auth)}` };

  /** Looks at the times, sends a request and books, as the dialog does. */
  async function sit(stores: CountedStores): Promise<{ times: StorageUse; request: StorageUse; booking: StorageUse }> {
    const ip = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };
    const times = await stores.use(visitor, get('/api/calendar/availability'), ip);
    const { slots } = Availability.parse(await times.answer.json());
    const request = await stores.use(visitor, post('/api/consultation-requests', newVisitor(), headers), ip);
    const { id: consultationId } = ConsultationReceipt.parse(await request.answer.json());
    const [slot] = slots;
    if (!slot) throw new Error('No time is offered');
    const requestedSlot = { consultationId, slotStart: slot.start, slotEnd: slot.end };
    const booking = await stores.use(visitor, post('/api/calendar/book', requestedSlot, headers), ip);
    if (booking.answer.status !== 201) throw new Error(`The booking answered ${booking.answer.status}`);
    return { times, request, booking };
  }

  async function visits(stores: CountedStores, process: 'fresh' | 'warm'): Promise<ApiUse[]> {
    const all = async () => {
      const { times, request, booking } = await sit(stores);
      const works = await stores.use(visitor, get('/api/gallery'));
      const list = () => stores.use(owner, get('/api/leads', session));
      const after = await list();
      return {
        availability: times,
        request,
        booking,
        gallery: works,
        'leads after a booking': after,
        leads: await list(),
      };
    };
    if (process === 'warm') await all();
    const uses = Object.entries(await all());
    return uses.map(([name, { calls, chain, after, ms }]) => ({
      what: `${name}, ${process}`,
      calls,
      chain,
      after,
      ms,
    }));
  }

  return { sit, visits };
}
