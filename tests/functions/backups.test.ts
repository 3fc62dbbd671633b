import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { setEnvironmentContext } from '@netlify/blobs';
import { BlobsServer } from '@netlify/blobs/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Backups, MAX_BACKUPS } from '#contracts/backups';
import { makeBackup } from '#server/backups/backups';
import { readContents } from '#server/backups/contents';
import { sealed, unsealed } from '#server/backups/sealed-file';
import { RESTORE } from '#server/slots/schedule';
import { databaseFile } from '#server/storage/local';
import { openStores, storeNames } from '#server/storage/stores';
import { apiForTests } from '#tests/support/admin-api';
import { SEEDS } from '#tests/support/chance';
import { recordFixtures, storeFixtures } from '#tests/support/record-fixtures';
import { startLocalBlobs } from '#tests/support/stores/store-blobs-server';
import { DAY, HOUR, MINUTE } from '#lib/time/units';

const api = apiForTests();
const key = 'a key of twenty letters';
const start = Date.parse('2026-11-27T08:50:00Z');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restored-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  vi.stubEnv('BACKUP_KEY', key);
  api.sql('DELETE FROM records');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const makeAt = async (time: number) => {
  vi.setSystemTime(time);
  return (await api.ask('POST', '/.netlify/functions/backup')).status;
};
const listed = async () => Backups.parse(await (await api.asOwner('GET', '/api/backups')).json());
const health = async () => {
  const answer = await api.ask('GET', '/api/health');
  const { checks }: { checks: { name: string }[] } = await answer.json();
  return { status: answer.status, ...checks.find(({ name }) => name === 'backups') };
};
const newestFile = async () => {
  const [{ id = '' } = {}] = (await listed()).backups;
  const answer = await api.asOwner('GET', `/api/backups/${id}`);
  return { id, answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const placeOf = (name: string) => path.join(folder, name);

/** Runs the script over its own data folder. */
async function restore(args: string[], env: Record<string, string> = {}) {
  const all = { ...process.env, DATA_DIR: placeOf('data'), BACKUP_KEY: key, ...env };
  const run = promisify(execFile)(process.execPath, ['scripts/restore.ts', ...args], { env: all });
  return await run.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
  );
}

async function recordsOf(stores: ReturnType<typeof openStores>): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of storeNames) {
    for (const { key: place } of await stores[name].list('')) {
      found[`${name} ${place}`] = (await stores[name].get(place))?.value;
    }
  }
  return found;
}

test('without BACKUP_KEY no backup is made, and health and the list say so', async () => {
  vi.stubEnv('BACKUP_KEY', '');
  expect(await makeAt(start)).toBe(204);
  expect(await listed()).toEqual({ isSetUp: false, isLate: false, backups: [] });
  expect(await health()).toMatchObject({ status: 200, state: 'off', note: 'No backups: set BACKUP_KEY' });
});

test('each night makes one, the last 14 are kept, and a night without one is told', async () => {
  const keep = async (at: number) => {
    const id = new Date(at).toISOString().slice(0, 19).replaceAll(':', '-').toLowerCase();
    await api.store('backups').putBytes(`files/${id}z`, new Uint8Array(3));
    await api.store('backups').put(`made/${id}z`, { at, bytes: 3, records: 0, unreadable: [] });
  };
  for (let night = 0; night < MAX_BACKUPS - 1; night += 1) await keep(start + night * DAY);
  for (const night of [MAX_BACKUPS - 1, MAX_BACKUPS]) expect(await makeAt(start + night * DAY)).toBe(204);
  const last = start + MAX_BACKUPS * DAY;
  const { backups, ...state } = await listed();
  expect(state).toEqual({ isSetUp: true, isLate: false });
  expect(backups.map(({ at }) => Date.parse(at))).toEqual(
    Array.from({ length: MAX_BACKUPS }, (_, nights) => last - nights * DAY),
  );
  expect(await api.store('backups').list('files/')).toHaveLength(MAX_BACKUPS);
  // Many of one day take no other day's place.
  for (let minute = 1; minute < MAX_BACKUPS; minute += 1) await keep(last + minute * MINUTE);
  expect(await makeAt(last + MAX_BACKUPS * MINUTE)).toBe(204);
  const days = new Set((await listed()).backups.map(({ at }) => at.slice(0, 10)));
  expect(days.size).toBe(MAX_BACKUPS);
  expect(await health()).toMatchObject({ status: 200, state: 'ok' });
  vi.setSystemTime(last + 1.5 * DAY);
  expect((await listed()).isLate).toBe(true);
  expect(await health()).toMatchObject({ status: 503, state: 'failing' });
  await api.store('backups').delete('health/last');
}, 60_000);

test('26 hours after the key was set a night without a good backup is told: one never made, of a date to come, or without its file', async () => {
  const isMissed = async (time: number) => {
    vi.setSystemTime(time);
    const { isLate } = await listed();
    expect(await health()).toMatchObject(isLate ? { status: 503, state: 'failing' } : { status: 200, state: 'ok' });
    return isLate;
  };
  await api.run('sweep');
  expect(await isMissed(start + 26 * HOUR)).toBe(false);
  expect(await isMissed(start + 30 * DAY)).toBe(true);
  for (const time of [start + 31 * DAY, start + 400 * DAY]) {
    expect(await makeAt(time)).toBe(204);
    expect(await isMissed(time)).toBe(false);
  }
  expect(await isMissed(start + 31 * DAY)).toBe(false);
  expect(await isMissed(start + 40 * DAY)).toBe(true);
  expect(await makeAt(start + 40 * DAY)).toBe(204);
  expect(await isMissed(start + 41 * DAY)).toBe(false);
  await api.store('backups').delete((await api.store('backups').list('files/')).at(-2)?.key ?? '');
  expect(await isMissed(start + 41 * DAY)).toBe(true);
  vi.stubEnv('BACKUP_KEY', '');
  await api.run('sweep');
  vi.stubEnv('BACKUP_KEY', key);
  expect(await isMissed(start + 41 * DAY)).toBe(false);
  await api.store('backups').delete('health/last');
});

test('only the signed-in owner reads the list and a file; no other address has one', async () => {
  await makeAt(start);
  const { id, answer, bytes } = await newestFile();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': `attachment; filename="backup-${id}.bin"`,
    'content-length': String(bytes.length),
    'cache-control': 'no-store',
  });
  for (const address of ['/api/backups', `/api/backups/${id}`]) {
    expect([address, (await api.ask('GET', address)).status]).toEqual([address, 401]);
    expect([address, (await api.asOwner('DELETE', address)).status]).toEqual([address, 405]);
  }
  for (const other of ['none', 'A', '..%2Fmade', 'a'.repeat(99)]) {
    expect([other, (await api.asOwner('GET', `/api/backups/${other}`)).status]).toEqual([other, 404]);
  }
});

test('a death before the note leaves no backup, and its file goes with the next one', async () => {
  await api.store('backups').putBytes('files/2026-11-26t08-50-00z', new Uint8Array(3));
  expect((await listed()).backups).toEqual([]);
  await makeAt(start);
  const ids = (await listed()).backups.map(({ id }) => id);
  expect((await api.store('backups').list('files/')).map(({ key: place }) => place)).toEqual([`files/${ids[0]}`]);
});

test('a store that fails leaves the former backups as they are', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await makeAt(start);
  const before = await api.store('backups').list('');
  const stores = openStores({ context: 'dev', dataDir: api.dataDir });
  const broken = { ...stores.leads, list: () => Promise.reject(new Error('No answer')) };
  await expect(makeBackup({ ...stores, leads: broken }, key, start + DAY)).rejects.toThrow('No answer');
  expect(await api.store('backups').list('')).toEqual(before);
  error.mockRestore();
});

test('every kind of record comes back by the script, and one that cannot be read is named and keeps no other back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  storeFixtures(api.dataDir, recordFixtures);
  const { id } = await api.receive({ name: 'Elise Romero' });
  await api.store('leads').put('leads/broken', 1);
  api.sql(`UPDATE records SET body = '{"name": "half' WHERE key = 'leads/leads/broken'`);
  expect(await makeAt(start)).toBe(204);
  expect((await listed()).backups[0]).toMatchObject({ missing: 1 });
  const { bytes } = await newestFile();
  expect(bytes.includes('Elise')).toBe(false);
  await writeFile(placeOf('whole.bin'), bytes);
  const { saved, unreadable } = readContents(await unsealed(bytes, key));
  expect(unreadable).toEqual(['leads leads/broken']);
  const places = new Set(saved.map(({ store, key: place }) => `${store} ${place}`));
  const isKept = ({ store, key: place }: { store: string; key: string }) => places.has(`${store} ${place}`);
  const missing = recordFixtures.filter((fixture) => !isKept(fixture)).map(({ name }) => name);
  expect(missing.filter((name) => !name.startsWith('count'))).toEqual([
    'backup-key-since',
    'backup-note',
    'health-probe',
    'invitation',
    'kept-session',
    'leads-snapshot',
    'owner-access',
    'owner-link',
    'owner-setup',
    'passkey',
    'read-in-turn',
  ]);

  expect(await restore([placeOf('whole.bin')])).toMatchObject({
    code: 0,
    text: expect.stringContaining(`Put back ${saved.length} records of 2026-11-27T08:50:00.000Z.`),
  });
  const back = await recordsOf(openStores({ context: 'dev', dataDir: placeOf('data') }));
  expect(back).toEqual(Object.fromEntries(saved.map(({ store, key: place, value }) => [`${store} ${place}`, value])));
  expect(back[`leads leads/${id}`]).toMatchObject({ request: { name: 'Elise Romero' } });

  const again = await restore([placeOf('whole.bin')]);
  expect([again.code, again.text]).toEqual([1, expect.stringContaining('The store holds records already')]);
});

test('while a restore has not ended nobody books, sweeps wait, and health and doctor name it; begun again with its file it ends', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const [slot, other] = [await api.openSlot(0), await api.openSlot(1)];
  const visit = await api.booked(slot);
  const count = (lead: string) => api.store('leads').put('visitors/everybody', [{ lead, until: 1 }]);
  await count('before');
  const session = await api.signIn();
  await makeAt(start);
  await writeFile(placeOf('first.bin'), (await newestFile()).bytes);
  await makeAt(start + DAY);
  await writeFile(placeOf('second.bin'), (await newestFile()).bytes);
  vi.setSystemTime(start);
  await api.ask('POST', '/api/auth/logout', { headers: session });
  api.sql(`DELETE FROM records WHERE key NOT LIKE 'auth/%'`);
  await count('meanwhile');
  const backup = new Date(start).toISOString();
  await api.store('slots').put(RESTORE, { backup });
  await api
    .store('slots')
    .put('slots/2026-q4-12-01t15-30-00z', { state: 'booked', lead: 'x', visit: 'x/1', eventNumber: 0, writes: 1 });

  await api.run('sweep');
  expect(await api.store('slots').get('slots/2026-q4-12-01t15-30-00z')).toMatchObject({
    value: { state: 'booked' },
  });
  vi.spyOn(api.store('slots'), 'get').mockRejectedValueOnce(new Error('The disk is away'));
  const failed = await api.ask('POST', '/.netlify/functions/sweep');
  expect([failed.status, await failed.json()]).toEqual([500, { failed: ['Looking for a restore'] }]);
  await api.store('slots').delete('slots/2026-q4-12-01t15-30-00z');
  expect((await api.ask('GET', '/api/calendar/availability')).status).toBe(503);
  const { id } = await api.receive({ name: 'New Visitor' });
  const booking = await api.book(id, other);
  expect([booking.status, (await booking.json()).error]).toEqual([
    502,
    expect.stringContaining('we have your request'),
  ]);
  const sentence = `The restore of the backup of ${backup} has not ended`;
  const asked = await api.ask('GET', '/api/health');
  expect([asked.status, (await asked.json()).error]).toEqual([503, expect.stringContaining(sentence)]);
  const env = { ...process.env, DATA_DIR: api.dataDir };
  const doctor = await promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { env }).catch((end) => end);
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining(sentence)]);

  const site = { DATA_DIR: api.dataDir };
  expect(await restore([placeOf('second.bin')], site)).toMatchObject({
    code: 1,
    text: expect.stringContaining(sentence),
  });
  expect(await restore([placeOf('first.bin')], site)).toMatchObject({ code: 0 });
  expect(await health()).toMatchObject({ status: 200 });
  expect((await api.booking(visit.id)).start).toBe(slot.start);
  expect(await api.store('leads').get('visitors/everybody')).toMatchObject({
    value: [{ lead: 'before' }, { lead: 'meanwhile' }],
  });
  expect((await api.openSlots()).map(({ start: time }) => time)).not.toContain(slot.start);
  expect((await api.book(id, other)).status).toBe(201);
  expect(await api.isSignedIn(session)).toBe(false);
}, 60_000);

test('a damaged file and no key are told in a sentence, and nothing is written', async () => {
  await makeAt(start);
  const { bytes } = await newestFile();
  await writeFile(placeOf('cut.bin'), bytes.subarray(0, -9));
  await writeFile(placeOf('good.bin'), bytes);
  const bad = [
    { backup: 1, at: '' },
    { store: 'leads', key: '../leads/a', value: 1 },
    { records: 1, unreadable: [] },
  ];
  const lines = (async function* () {
    for (const line of bad) yield `${JSON.stringify(line)}\n`;
  })();
  await writeFile(placeOf('bad-key.bin'), sealed(lines, key));
  const data = placeOf('untouched');
  const wrong: [args: string[], env: Record<string, string>, words: string][] = [
    [[placeOf('cut.bin')], { BACKUP_KEY: '' }, 'BACKUP_KEY is missing'],
    [[placeOf('bad-key.bin')], {}, 'changed by hand'],
    [[placeOf('cut.bin')], {}, 'damaged or cut'],
    [[], {}, 'Say which backup'],
    [[placeOf('none.bin')], {}, 'no such file'],
    [[placeOf('good.bin'), '--netlify'], { NETLIFY_SITE_ID: '' }, 'NETLIFY_SITE_ID or NETLIFY_AUTH_TOKEN is missing'],
  ];
  const ended = wrong.slice(0, SEEDS > 1 ? wrong.length : 2).map(async ([args, env, words]) => {
    const { code, text } = await restore(args, { DATA_DIR: data, ...env });
    expect([code, text]).toEqual([1, expect.stringContaining(words)]);
    expect(text).not.toContain('    at ');
  });
  await Promise.all(ended);
  await expect(readFile(databaseFile(data))).rejects.toThrow('ENOENT');
}, 60_000);

test('a backup is made from and put back into Netlify Blobs', async () => {
  const blobs = await startLocalBlobs();
  const stores = openStores({ context: 'production' });
  await stores.leads.put('leads/a', { name: 'Elise' });
  await stores.media.put('objects/b', { id: 'b' });
  await stores.media.putBytes('bytes/b/00-c', new Uint8Array(5));
  await makeBackup(stores, key, start);
  const [file] = await stores.backups.list('files/');
  const found = await stores.backups.getBytes(file?.key ?? '');
  await writeFile(placeOf('blobs.bin'), await new Response(found?.stream ?? null).bytes());
  await blobs.close();

  const directory = await mkdtemp(path.join(tmpdir(), 'blobs-'));
  const server = new BlobsServer({ directory, token: 'token' });
  const { port } = await server.start();
  const url = `http://localhost:${port}`;
  const env = { NETLIFY_SITE_ID: 'site', NETLIFY_AUTH_TOKEN: 'token', NETLIFY_API_URL: url };
  const done = await restore([placeOf('blobs.bin'), '--netlify'], env);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('Put back 2 records') });
  setEnvironmentContext({ siteID: 'site', token: 'token', edgeURL: url, uncachedEdgeURL: url });
  const [lead] = await stores.leads.list('leads/');
  expect(lead?.key).toBe('leads/a');
  await server.stop();
  await rm(directory, { recursive: true });
}, 60_000);
