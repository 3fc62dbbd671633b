import { execFileSync } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { slotKey } from '#server/slots/records';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile, openStore, type StoreName } from '#server/storage/stores';
import { chanceOf, SEEDS } from '#tests/support/chance';
import { SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
// Of the dealer, not of the tests: the site runs in a process of its own.
import { DAY } from '#lib/time/units';
import choices from '../../brand/choices.json' with { type: 'json' };

const [place]: { name: string; zipCodes?: string[] }[] = choices.cities.filter(({ zipCodes }) => zipCodes);
const PEOPLE = 20 * SEEDS;
const KILLS = 5 * SEEDS;
const KILLS_OF_REQUESTS = 2 * SEEDS;
const BOOKED_EVERY = 5;
const SEED = 40;
const nobodyListens = '127.0.0.1:9';

/** Stands in a name, a phone, a mail address, an address, a message or the owner's notes. */
const TRACES = /Grepson|gone\.example|Vanishing|\(321\) 8|skylight|Called about/gi;

let site: SiteProcess;
let cache = '';
beforeAll(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'compile-cache-'));
  site = await SiteProcess.open(
    {
      ADMIN_PASSWORD: 'correct horse',
      RATE_LIMIT: 'off',
      LEADS_KEEP_DAYS: '30',
      // Messages wait: nobody takes them.
      SMTP_URL: `smtp://${nobodyListens}`,
      MAIL_FROM: 'site@example.com',
      MAIL_TO: 'owner@example.com',
      LEADS_WEBHOOK_URL: `http://${nobodyListens}/`,
      LEADS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
      // The starts take half the time. A process that ends in peace writes the cache.
      NODE_COMPILE_CACHE: cache,
    },
    ['--api'],
  );
  await site.stop();
  await site.start();
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') };
  const device = { id: 'd'.repeat(32), endpoint: `http://${nobodyListens}/`, keys, name: 'Phone', addedAt: 1 };
  await store('auth').put(`push-devices/${device.id}`, device);
});
afterAll(async () => {
  await site.close();
  await rm(cache, { recursive: true, force: true });
});

const store = (name: StoreName) => openStore(name, { context: 'dev', dataDir: site.dataDir });

interface Person {
  readonly number: number;
  readonly key: string;
  id: string;
  slot: string | undefined;
}

/** Resolves when the site that was killed runs again. */
let restarted = Promise.resolve();

/** Asks until the site answers, across its deaths. */
async function ask(method: string, address: string, body?: object, headers: Record<string, string> = {}) {
  for (;;) {
    try {
      const type = body ? { 'content-type': 'application/json' } : {};
      const init = { method, headers: { ...type, ...headers }, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(site.url + address, init);
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : null, headers: answer.headers };
    } catch {
      await pause(5);
      await restarted;
    }
  }
}

function requestOf({ number }: Person) {
  const letters = [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  return {
    ...consultation,
    city: place?.name,
    zipCode: place?.zipCodes?.[0]?.slice(0, 5),
    serviceInterest: choices.services[0]?.name,
    name: `Zephyr Grepson ${letters}`,
    phone: `(321) 8${String(number).padStart(2, '0')}-4141`,
    email: `zephyr.${letters}@gone.example`,
    address: `${number} Vanishing Way`,
    message: `The skylight of ${letters}`,
  };
}

async function requests(person: Person, slots: readonly Slot[]): Promise<void> {
  const headers = { 'idempotency-key': person.key };
  person.id = (await ask('POST', '/api/consultation-requests', requestOf(person), headers)).body.id;
  const slot = person.number % BOOKED_EVERY === 0 ? slots[person.number / BOOKED_EVERY] : undefined;
  if (!slot) return;
  const booking = { consultationId: person.id, slotStart: slot.start, slotEnd: slot.end };
  expect((await ask('POST', '/api/calendar/book', booking, headers)).status).toBe(201);
  person.slot = slot.start;
}

/** Begins one batch of the work after each start, and kills the process in the midst of it. */
async function withKills(kills: number, batches: readonly (() => Promise<unknown>)[], random: () => number) {
  const works: Promise<unknown>[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    works.push(
      ...batches.slice((batches.length * kill) / kills, (batches.length * (kill + 1)) / kills).map((run) => run()),
    );
    await pause(5 + random() * 60);
    await site.kill();
    restarted = site.start();
    await restarted;
  }
  await Promise.all(works);
}

/**
 * What of the people stands in the data folder, by file, and in the log. Another program reads the files: closing one
 * here would drop the locks that SQLite holds on it for this process (sqlite.org/howtocorrupt.html, 2.2).
 */
async function tracesLeft(): Promise<Record<string, number>> {
  const files = await readdir(site.dataDir, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const textOf = (name: string) => execFileSync('cat', [name], { encoding: 'latin1', maxBuffer: 2 ** 30 });
  const texts = [...names.map((name) => [path.basename(name), textOf(name)] as const), ['log', site.output] as const];
  const counted = texts.map(([name, text]) => [name, text.match(TRACES)?.length ?? 0] as const);
  return Object.fromEntries(counted.filter(([, count]) => count > 0));
}

test(`of ${PEOPLE} removed people, after ${KILLS} kills, no word is left in the data folder or the log`, async () => {
  const random = chanceOf(SEED);
  const { slots } = Availability.parse((await ask('GET', '/api/calendar/availability')).body);
  const people = Array.from(
    { length: PEOPLE },
    (_, number): Person => ({ number, key: crypto.randomUUID(), id: '', slot: undefined }),
  );
  await withKills(
    KILLS_OF_REQUESTS,
    people.map((person) => () => requests(person, slots)),
    random,
  );

  const login = await ask('POST', '/api/auth/login', { username: 'admin', password: 'correct horse' });
  const owner = { cookie: login.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const scheduled = async (name: string) => (await ask('POST', `/.netlify/functions/${name}`)).status;
  for (const { id, number, slot } of people) {
    await ask(
      'PUT',
      `/api/leads/${id}`,
      { note: { id: 'n', text: `Called about ${number}` }, status: 'closed' },
      owner,
    );
    const cancel = { action: 'cancel', from: slot, isQuiet: false };
    if (slot && number % 2 === 0) expect((await ask('POST', `/api/leads/${id}/visit`, cancel, owner)).status).toBe(200);
  }
  for (const name of ['deliver-mail', 'sweep', 'sweep-leads'])
    expect([name, await scheduled(name)]).toEqual([name, 204]);
  const waiting = (await store('leads').list('')).map(({ key }) => key);
  for (const folder of ['outbox/', 'pushes/outbox/', 'webhooks/outbox/', 'visitors/', 'list/snapshot']) {
    expect([folder, waiting.some((key) => key.startsWith(folder))]).toEqual([folder, true]);
  }
  const database = openDatabase(databaseFile(site.dataDir));
  database.exec(`UPDATE records SET body = substr(body, 1, 20) WHERE key LIKE 'leads/visitors/%'`);
  database.close();
  expect((await tracesLeft())['site.db']).toBeGreaterThan(PEOPLE * 10);

  const long = new Date(Date.now() - 40 * DAY).toISOString();
  const runOut = async ({ id, slot, number }: Person) => {
    const { value } = Object((await store('leads').get(`leads/${id}`)) ?? {});
    if (slot)
      await store('calendar').put(slotKey(Date.parse(long) + number), {
        state: 'booked',
        eventNumber: 0,
        writes: 1,
        lead: id,
      });
    const visit = slot && { slot: new Date(Date.parse(long) + number).toISOString() };
    await store('leads').put(`leads/${id}`, { ...value, ...visit, status: 'closed', updatedAt: long });
  };
  const removes = people.map((person) => async () => {
    if (person.number % 2 === 0) {
      expect([204, 404]).toContain((await ask('DELETE', `/api/leads/${person.id}`, undefined, owner)).status);
    } else {
      await runOut(person);
      expect(await scheduled('sweep-leads')).toBe(204);
    }
  });
  await withKills(KILLS - KILLS_OF_REQUESTS, removes, random);
  expect(await scheduled('sweep-leads')).toBe(204);
  expect(await store('leads').list('leads/')).toEqual([]);
  expect(await tracesLeft()).toEqual({});
  await site.kill();
  expect(await tracesLeft()).toEqual({});
});
