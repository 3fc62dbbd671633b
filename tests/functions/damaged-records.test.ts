import { LeadPage } from '#lead/answers';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callbackService } from '#contracts/consultation';
import type { GalleryItem } from '#contracts/gallery';
import { VisitHours } from '#contracts/hours';
import { leadReference } from '#server/leads/lead-id';
import { personKeys } from '#server/leads/person-keys';
import { kindOf, type RecordKind, recordKinds } from '#server/records/kinds';
import { findAllUnreadable } from '#server/records/unreadable';
import { slotKey } from '#server/slots/records';
import { WEEKLY } from '#server/slots/schedule';
import { isThere } from '#server/storage/port';
import { databaseFile } from '#server/storage/local';
import { PROBE, type StoreName, storeNames, type Stores } from '#server/storage/stores';
import { apiForTests, origin } from '#tests/support/admin-api';
import { SEEDS } from '#tests/support/chance';
import { earlyInOffer } from '#tests/support/limit-window';
import { MailServer } from '#tests/support/mail-server';
import { recordFixtures, storeFixtures } from '#tests/support/record-fixtures';
import { samples } from '#tests/support/sample-media';
import { newVisitor } from '#tests/support/visitor';
import { DAY } from '#lib/time/units';

const api = apiForTests();
const secretText = '{"name": "Elise, half written';

const log = { lines: '' };
beforeEach(earlyInOffer);
beforeEach(() => {
  log.lines = '';
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    log.lines += `${words.map((word) => (word instanceof Error ? `${word.stack} ${word.cause}` : String(word))).join(' ')}\n`;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  api.sql('DELETE FROM records');
});

/** The ways in which a record on this machine may be damaged. */
const damages: Record<string, (store: StoreName, key: string) => Promise<unknown>> = {
  'that is not JSON': (store, key) => overwrite(store, key, secretText),
  'that is no text': (store, key) => overwrite(store, key, Uint8Array.of(0xff, 0, 0xc3)),
  'of the wrong shape': (store, key) => api.store(store).put(key, { by: 'hand' }),
  'that is null': (store, key) => api.store(store).put(key, null),
};

async function overwrite(store: StoreName, key: string, body: string | Uint8Array): Promise<void> {
  api.sql('UPDATE records SET body = ? WHERE key = ?', body, `${store}/${key}`);
}

async function damage(how: string, store: StoreName, key: string): Promise<void> {
  if (!(await isThere(api.store(store), key))) await api.store(store).put(key, 1);
  await damages[how]?.(store, key);
}

let minutes = 0;

/** What `/api/health` says to the owner a minute later: its reading of the records may be that old. */
async function health(now = vi.getRealSystemTime()): Promise<{ status: number; error: string }> {
  minutes += 1;
  vi.useFakeTimers({ toFake: ['Date'], now: now + minutes * 61_000 });
  const answer = await api.ask('GET', '/api/health', { headers: await api.signIn() });
  return { status: answer.status, error: (await answer.json()).error ?? '' };
}

/** Health and the log name the record, and nothing shows what stands in it. */
async function expectNamed(store: StoreName, key: string): Promise<void> {
  const { status, error } = await health();
  expect([status, error]).toEqual([503, expect.stringContaining(`${store} ${key}`)]);
  expect(log.lines).toContain(key);
  expect(`${log.lines} ${error}`).not.toMatch(/Elise|half written|TypeError/);
}

async function newItem(): Promise<GalleryItem> {
  const mediaUrl = await api.upload((await samples['jpg']?.()) ?? new Uint8Array());
  return await api.createItem({ title: 'Sunroom', mediaType: 'image', mediaUrl, isPublished: true });
}

const newLead = async (name: string, fields: object = {}) => (await api.receive({ name, ...fields })).id;

const everyHow = Object.keys(damages);
/** One in `npm test`, where each kind of record meets one of all four. */
const hows = everyHow.slice(0, SEEDS > 1 ? everyHow.length : 1);

test.each(hows)('a gallery item %s hides no other, keeps its files, and can be restored or deleted', async (how) => {
  const [kept, broken] = [await newItem(), await newItem()];
  const key = `items/${broken.id}`;
  const before = await api.store('gallery').get(key);
  await damage(how, 'gallery', key);
  for (const address of ['/api/gallery', '/api/gallery/all']) {
    const answer = await api.asOwner('GET', address);
    expect([answer.status, (await answer.json()).map(({ id }: GalleryItem) => id)]).toEqual([200, [kept.id]]);
  }
  // Only what is a day old may be swept.
  vi.setSystemTime(Date.now() + 2 * DAY);
  await api.run('sweep-media');
  await expectNamed('gallery', key);
  expect((await api.ask('GET', broken.mediaUrl)).status).toBe(200);
  await api.store('gallery').put(key, before?.value);
  expect((await health()).status).toBe(200);
  expect(await (await api.ask('GET', '/api/gallery')).json()).toHaveLength(2);
  await damage(how, 'gallery', key);
  for (const { id } of [kept, broken]) expect((await api.asOwner('DELETE', `/api/gallery/${id}`)).status).toBe(204);
  expect((await health()).status).toBe(200);
});

test.each(hows)('a slot %s counts as taken, hides no visit, and the others are offered and swept', async (how) => {
  const all = await api.openSlots();
  const [slot, other] = [await api.openSlot(0), await api.openSlot(1)];
  const key = slotKey(Date.parse(slot.start));
  await damage(how, 'slots', key);
  expect((await api.openSlots()).map(({ start }) => start)).toEqual(all.slice(1).map(({ start }) => start));
  const id = await newLead('Taker');
  expect((await api.book(id, slot)).status).toBe(409);
  expect((await api.book(id, other)).status).toBe(201);
  await damage(how, 'slots', slotKey(Date.parse(other.start)));
  const { leads } = await api.read(LeadPage, '/api/leads');
  expect(leads.flatMap(({ visits }) => visits.map(({ start, isLost }) => [start, isLost]))).toEqual([
    [other.start, undefined],
  ]);
  await api.run('sweep');
  await expectNamed('slots', key);
});

test.each(hows)('a time away %s blocks its time all the same, and can be opened again', async (how) => {
  // Not a day that may end while the clock goes on: each look at the health is a minute later.
  const day = (await api.openSlot(-1)).start.slice(0, 10);
  const key = `schedule/away/${day}-${day}`;
  await damage(how, 'slots', key);
  expect((await api.openSlots()).map(({ start }) => start.slice(0, 10))).not.toContain(day);
  const { away } = await api.read(VisitHours, '/api/hours');
  expect(away).toEqual([{ id: `${day}-${day}`, first: day, last: day, note: null }]);
  await api.run('sweep');
  await expectNamed('slots', key);
  const noted = { first: day, last: day, note: 'Written again' };
  expect((await api.asOwner('POST', '/api/away', noted)).status).toBe(201);
  expect((await health()).status).toBe(200);
  await damage(how, 'slots', key);
  expect((await api.asOwner('DELETE', `/api/away/${day}-${day}`)).status).toBe(200);
  expect((await api.openSlots()).map(({ start }) => start.slice(0, 10))).toContain(day);
});

test.each(hows)('visiting hours %s let nobody book, until the owner saves them again', async (how) => {
  const slot = await api.openSlot();
  await damage(how, 'slots', 'schedule/weekly');
  expect(await api.openSlots()).toEqual([]);
  expect((await api.book(await newLead('Taker'), slot)).status).toBe(409);
  await expectNamed('slots', 'schedule/weekly');
  const { isDamaged, weekly, version } = await api.read(VisitHours, '/api/hours');
  expect(isDamaged).toBe(true);
  expect((await api.asOwner('PUT', '/api/hours', { weekly, version })).status).toBe(200);
  expect((await api.openSlots()).length).toBeGreaterThan(0);
  expect((await health()).status).toBe(200);
});

test.each(hows)('a message in the outbox, or a note of one, that is damaged (%s) stops no other mail', async (how) => {
  const mail = new MailServer();
  await mail.start();
  // One who asks for a callback is told of at once.
  const id = await newLead('First', { serviceInterest: callbackService });
  for (const name of ['outbox/broken', `pending-notices/${id}`, 'mailed/broken']) await damage(how, 'leads', name);
  Object.assign(process.env, { SMTP_URL: mail.url, MAIL_FROM: 'a@example.com', MAIL_TO: 'owner@example.com' });
  try {
    await api.run('deliver-mail');
    await api.run('sweep-media');
    expect(mail.received.map(({ mail: { subject } }) => subject)).toEqual([expect.stringContaining('First')]);
    await expectNamed('leads', 'outbox/broken');
  } finally {
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO']) delete process.env[name];
    await mail.stop();
  }
});

test.each(hows)(
  'a count %s stops neither a sign-in nor the sweep; a session whose record is so is asked for the password again',
  async (how) => {
    const [ended, other] = [await api.signIn(), await api.signIn()];
    const id = decodeJwt(ended.cookie.replace('session=', '')).jti ?? '';
    const record = (await api.store('auth').list('sessions/')).find(({ key }) => key.endsWith(id));
    await damage(how, 'auth', record?.key ?? '');
    expect([await api.isSignedIn(ended), await api.isSignedIn(other)]).toEqual([false, true]);
    await api.ask('POST', '/api/auth/login', { body: { username: 'owner', password: 'wrong' } });
    const [count] = await api.store('limits').list('counts/');
    await damage(how, 'limits', count?.key ?? '');
    await damage(how, 'limits', 'counts/000000000000001/reads/a/0');
    await api.signIn();
    await api.run('sweep');
    expect(await api.store('limits').list('counts/000000000000001')).toEqual([]);
  },
);

test('a lead and a time that a hand changed beside their etags are named by the next sweep, until they are mended', async () => {
  const { id } = await api.booked(await api.openSlot());
  const time = (await api.store('slots').list('slots/'))[0]?.key ?? '';
  await api.run('sweep-leads');
  expect((await health()).status).toBe(200);
  const bodies = await Promise.all([api.store('leads').get(`leads/${id}`), api.store('slots').get(time)]);
  await overwrite('leads', `leads/${id}`, '{"id":');
  await overwrite('slots', time, '{"id":');
  await api.run('sweep');
  expect(await health()).toEqual({ status: 503, error: `Damaged: slots ${time}, leads leads/${id}.` });
  await overwrite('leads', `leads/${id}`, JSON.stringify(bodies[0]?.value));
  await overwrite('slots', time, JSON.stringify(bodies[1]?.value));
  expect((await health()).status).toBe(200);
});

test('health writes into every store that it names', async () => {
  expect(await health()).toEqual({ status: 200, error: '' });
  api.sql(
    `CREATE TRIGGER full BEFORE INSERT ON records WHEN NEW.key LIKE 'auth/%' BEGIN SELECT RAISE(FAIL, 'full'); END`,
  );
  const answer = await api.ask('GET', '/api/health');
  api.sql('DROP TRIGGER full');
  const { checks } = await answer.json();
  expect([answer.status, checks[0]]).toEqual([503, { name: 'storage', state: 'failing', note: 'auth' }]);
});

async function askDoctor(): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, DATA_DIR: api.dataDir };
  const run = promisify(execFile)(process.execPath, ['scripts/doctor.ts'], { env });
  return await run.catch((error: { code: number; stdout: string }) => error).then((end) => ({ code: 0, ...end }));
}

test('what a hand took away of leads and times, and a lead with another’s body, are named with what to do', async () => {
  const booked = (await api.openSlots()).slice(0, 5);
  const ids: string[] = [];
  for (const slot of booked) ids.push((await api.booked(slot)).id);
  const [gone, timeless, other, kept, emptied] = ids;
  const [time = '', timeOfTimeless = '', , , timeOfEmptied = ''] = booked.map(({ start }) =>
    slotKey(Date.parse(start)),
  );
  expect(await askDoctor()).toMatchObject({ code: 0, stdout: expect.stringContaining('is in order') });
  expect((await health()).status).toBe(200);
  const { value } = (await api.store('leads').get(`leads/${kept}`)) ?? {};
  api.sql('DELETE FROM records WHERE key = ? OR key = ?', `leads/leads/${gone}`, `slots/${timeOfTimeless}`);
  await overwrite('leads', `leads/${other}`, JSON.stringify(value));
  const left = (await api.store('leads').get(`leads/${emptied}`))?.value;
  await api.store('leads').put(`leads/${emptied}`, { ...Object(left), visits: [] });
  const { code, stdout } = await askDoctor();
  expect([code, stdout]).toEqual([1, expect.stringContaining(`4 damaged records in ${databaseFile(api.dataDir)}.`)]);
  expect(stdout).toContain(`slots/${time}\n  Its visit is gone: put leads/${gone} back from a backup`);
  expect(stdout).toContain(`leads/leads/${timeless}\n  Others may book its visit’s time: put ${timeOfTimeless} back`);
  expect(stdout).toContain(`leads/leads/${other}\n  A request of a visitor`);
  expect((await api.asOwner('GET', `/api/leads/${other}`)).status).not.toBe(200);
  await api.run('sweep');
  const { error } = await health();
  const named = [`slots ${time}`, `slots ${timeOfEmptied}`, `leads leads/${timeless}`, `leads leads/${other}`];
  for (const key of named) expect(error).toContain(key);
  const answer = await (await api.ask('GET', '/api/health')).text();
  for (const id of ids) expect(answer).not.toContain(id);
});

test('the doctor names each record, says what to do, and changes nothing', async () => {
  const { id } = await newItem();
  await damage('that is not JSON', 'gallery', `items/${id}`);
  await damage('of the wrong shape', 'slots', 'slots/2020-q1-01-01t15-30-00z');
  await damage('that is no text', 'auth', 'sessions/1/a');
  const { code, stdout } = await askDoctor();
  expect(code).toBe(1);
  expect(stdout).toContain(`gallery/items/${id}\n  A gallery item: `);
  expect(stdout).toContain('slots/slots/2020-q1-01-01t15-30-00z\n  A time: nobody can book it.');
  expect(stdout).toContain('auth/sessions/1/a\n  A browser that is signed in');
  expect(stdout).toContain(`3 damaged records in ${databaseFile(api.dataDir)}.`);
  expect(stdout).not.toContain('Elise');
  expect((await api.store('gallery').list('items/')).map(({ key }) => key)).toEqual([`items/${id}`]);
});

/** What each damage leaves that is JSON. */
const left = new Map<string, unknown>([
  ['of the wrong shape', { by: 'hand' }],
  ['that is null', null],
]);
/** The day of the fixtures: health leaves out old slots. */
const fixturesDay = Date.parse('2026-11-20T15:00:00Z');
/** Health writes the probe of each store itself; one fixture stands for all. */
const placeOf = (kind: RecordKind) =>
  recordFixtures.find((fixture) => kindOf(fixture) === kind) ?? { store: kind.store, key: kind.place };

test.each(recordKinds.map((kind, index) => [`${kind.store}/${kind.place}`, kind, index] as const))(
  '%s, damaged in any way, is named to the owner, counted for others, and stops no booking',
  async (_, kind, index) => {
    for (const how of SEEDS > 1 ? everyHow : [everyHow[index % everyHow.length] ?? '']) {
      storeFixtures(api.dataDir, recordFixtures);
      const { store, key } = placeOf(kind);
      await damage(how, store, key);
      const { status, error } = await health(fixturesDay);
      if (!kind.isMinor) {
        expect(error).toBe(`Damaged: ${store} ${key}.`);
        const answer = await (await api.ask('GET', '/api/health')).text();
        expect(answer).toContain('1 damaged record.');
        expect(answer).not.toContain(key);
      } else expect(status).toBe(200);
      const stores = Object.fromEntries(storeNames.map((name) => [name, api.store(name)])) as Stores;
      const isRight = (left.has(how) && kind.schema.safeParse(left.get(how)).success) || kind.place === PROBE;
      expect(await findAllUnreadable(stores, fixturesDay), how).toEqual(isRight ? [] : [{ store, key }]);
      for (const address of ['/api/leads', '/api/today', '/api/gallery/all', '/api/alerts', '/api/hours']) {
        expect([address, (await api.asOwner('GET', address)).status]).toEqual([address, 200]);
      }
      for (const name of ['sweep', 'sweep-leads', 'sweep-media', 'deliver-mail', 'remind']) await api.run(name);
      const id = await newLead('Taker');
      const slot = (await api.openSlots()).at(-1);
      expect(slot === undefined).toBe(kind.place === WEEKLY);
      if (slot) expect((await api.book(id, slot)).status).toBe(201);
      await api.settled();
      const messages = await api.store('leads').list(`outbox/${leadReference(id)}-${slot ? 'booked' : 'request'}`);
      expect(messages.filter(({ key: one }) => !one.endsWith('visitor'))).toHaveLength(1);
      // The owner stays signed in.
      api.sql("DELETE FROM records WHERE key NOT LIKE 'auth/sessions/%'");
    }
  },
);

test.each(hows)('with the links’ secret %s a visit is booked and the owner is told; old links say so', async (how) => {
  const [slot, other] = [await api.openSlot(0), await api.openSlot(1)];
  const { address } = await api.booked(slot);
  await damage(how, 'auth', 'visit-links/secret');
  minutes += 2;
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + minutes * 61_000);
  const key = crypto.randomUUID();
  const { id } = await api.receive({}, { 'idempotency-key': key });
  const booking = await api.book(id, other, { 'idempotency-key': key });
  const { visit } = await booking.json();
  expect(booking.status).toBe(201);
  const mails = await api.store('leads').list(`outbox/${leadReference(id)}-booked`);
  expect(mails.map(({ key: one }) => one.split('-').at(-1))).toEqual(['owner', 'visitor']);
  const [former, fresh] = [await api.ask('GET', address), await api.ask('GET', visit)];
  expect([former.status, fresh.status]).toEqual([404, 200]);
  expect(await former.text()).toContain('call us');
  expect((await health()).status).toBe(200);
});

test.each(hows)('a count of visits %s counts as empty, is written anew, and keeps no word of a lead', async (how) => {
  const slot = await api.openSlot(-1);
  const person = newVisitor();
  const [removed, booked] = [await newLead('Removed For Good', person), await newLead('Booked', person)];
  const counts = personKeys({ request: person });
  for (const key of counts) await damage(how, 'leads', key);
  expect((await api.asOwner('DELETE', `/api/leads/${removed}`)).status).toBe(204);
  await api.settled();
  expect(JSON.stringify(await api.data())).not.toMatch(/Removed For Good/);
  for (const key of counts) await damage(how, 'leads', key);
  expect((await api.book(booked, slot)).status).toBe(201);
  expect((await health()).status).toBe(200);
  for (const key of counts) await damage(how, 'leads', key);
  await api.run('sweep');
  expect((await health()).status).toBe(200);
});

test.each(hows)('a wrong try to sign in %s counts as none, and an upload so noted is refused in words', async (how) => {
  const wrong = async () =>
    (await api.ask('POST', '/api/auth/login', { body: { username: 'owner', password: 'wrong' }, ip: '192.0.2.7' }))
      .status;
  for (let left = 5; left > 0; left -= 1) expect(await wrong()).toBe(401);
  expect(await wrong()).toBe(429);
  const [count] = (await api.store('limits').list('counts/')).filter(({ key }) => key.includes('/sign-in/'));
  await damage(how, 'limits', count?.key ?? '');
  expect([await wrong(), await wrong()]).toEqual([401, 429]);
  const uploadURL = await api.grant();
  await damage(how, 'media', `uploads/${new URL(uploadURL, origin).pathname.split('/').at(-1)}`);
  const body = Uint8Array.from((await samples['jpg']?.()) ?? []);
  expect((await api.ask('PUT', uploadURL, { body })).status).toBe(410);
});
