import { LeadPage } from '#lead/answers';
import { visitId } from '#lead/visits';
import { execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadFunctions } from '#local/function-module';
import { leadReference } from '#server/leads/lead-id';
import { keepSnapshot } from '#server/leads/lead-list';
import { personKeys } from '#server/leads/person-keys';
import { storeNames } from '#server/storage/stores';
import { slotKey } from '#server/slots/records';
import { apiForTests } from '#tests/support/admin-api';
import { SEEDS } from '#tests/support/chance';
import { mortally } from '#tests/support/stores/mortal-stores';
import { consultation, newVisitor } from '#tests/support/visitor';
import { DAY, HOUR } from '#lib/time/units';

const api = apiForTests();
const log: string[] = [];
beforeEach(() => {
  log.length = 0;
  vi.spyOn(console, 'error').mockImplementation((...words) => void log.push(words.map(String).join(' ')));
});
afterEach(() => {
  delete process.env['LEADS_KEEP_DAYS'];
  vi.restoreAllMocks();
});

const remove = async (id: string) => (await api.asOwner('DELETE', `/api/leads/${id}`)).status;
const run = (name: string) => api.ask('POST', `/.netlify/functions/${name}`);

/** The lead has been closed for a long time. */
async function close(id: string, fields: object = {}): Promise<void> {
  const stored = await api.store('leads').get(`leads/${id}`);
  const closed = { status: 'lost', updatedAt: '2020-01-01T00:00:00.000Z', ...fields };
  await api.store('leads').put(`leads/${id}`, { ...Object(stored?.value), ...closed });
}

/** All that the store of the leads holds. */
async function contents(): Promise<string> {
  return JSON.stringify(Object.entries(await api.data()).filter(([key]) => key.startsWith('leads/')));
}

const onlyLead = async () => {
  const keys = (await api.store('leads').list('leads/')).map(({ key }) => key.slice('leads/'.length));
  expect(keys).toHaveLength(1);
  return keys[0] ?? '';
};

describe('what is sent again after a removal is another lead, and the old link opens nothing', () => {
  beforeEach(() => api.sql('DELETE FROM records'));
  const key = { 'idempotency-key': 'the same key' };
  const owner = async () => ({ ...(await api.signIn()), ...key });
  const senders: Record<string, () => Promise<number>> = {
    'the dialog, by its key': async () =>
      (await api.ask('POST', '/api/consultation-requests', { body: { ...consultation }, headers: key })).status,
    'the plain form, by its words': async () => {
      const { name, phone, zipCode } = consultation;
      return (await api.submit('/api/callback', { name, phone, zipCode, preferredContact: 'phone' })).status;
    },
    'the owner, by phone': async () =>
      (await api.ask('POST', '/api/leads', { body: { ...consultation }, headers: await owner() })).status,
  };

  test.each(Object.keys(senders))('%s', async (sender) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T15:10:00Z') });
    const ids: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      for (let click = 0; click < 2; click += 1) expect([201, 303]).toContain(await senders[sender]?.());
      const id = await onlyLead();
      const open = async (one: string) => (await api.ask('GET', await api.visitPage(one))).status;
      expect(await Promise.all([...ids, id].map(open))).toEqual([...ids.map(() => 404), 200]);
      ids.push(id);
      expect(await remove(id)).toBe(204);
      expect(await contents()).not.toContain(id);
    }
    expect(new Set(ids).size).toBe(3);
    vi.useRealTimers();
  });

  test('the browser that sent it books and moves it by its key, and the old id books nothing', async () => {
    const [slot, other] = [await api.openSlot(), await api.openSlot(1)];
    const person = newVisitor();
    const first = await api.receive(person, key);
    expect(await remove(first.id)).toBe(204);
    const { id } = await api.receive(person, key);
    for (const time of [slot, other]) expect((await api.book(id, time, key)).status).toBe(201);
    expect((await api.book(first.id, slot, key)).status).toBe(404);
    expect((await api.ask('GET', `${first.address}/visit.ics`)).status).toBe(404);
  });

  test('a removal that was cut short is out of sight, takes no new request with it, and the sweep ends it', async () => {
    const person = newVisitor();
    const first = await api.receive(person, key);
    await close(first.id, { isRemoving: true });
    const { id } = await api.receive(person, key);
    expect((await api.ask('GET', first.address)).status).toBe(404);
    expect((await api.asOwner('GET', `/api/leads/${first.id}`)).status).toBe(404);
    expect((await api.read(LeadPage, '/api/leads')).leads.map((lead) => lead.id)).toEqual([id]);
    await api.run('sweep-leads');
    expect(await onlyLead()).toBe(id);
  });
});

describe('one damaged record ends neither a removal nor the sweep', () => {
  const cut = (key: string) => api.sql("UPDATE records SET body = '[{\"le' WHERE key = ?", `leads/${key}`);

  test.each(['by the owner', 'as it ran out'])('the counted visits of a person, removed %s', async (how) => {
    const slot = await api.openSlot();
    const person = { ...newVisitor(), name: `Cut Off, ${how}` };
    const { id } = await api.booked(slot, person);
    const next = await api.receive({ name: `Next, ${how}` });
    await api.commanded(id, { do: 'cancel', from: slot.start, isQuiet: true });
    for (const key of personKeys({ request: { ...consultation, ...person, preferredContact: 'phone' } as never }))
      cut(key);
    if (how === 'by the owner') {
      expect(await remove(id)).toBe(204);
    } else {
      process.env['LEADS_KEEP_DAYS'] = '365';
      for (const one of [id, next.id]) await close(one);
      await api.run('sweep-leads');
      expect(await contents()).not.toContain(`Next, ${how}`);
    }
    expect(await contents()).not.toContain(`Cut Off, ${how}`);
    expect(await contents()).not.toContain(person.phone);
  });

  test.each([
    ['cut off', "'[{\"le'"],
    ['of a wrong shape', `'{"x":1}'`],
  ])('the lead itself, %s, with a visit to come', async (_, body) => {
    const slot = await api.openSlot();
    const { id } = await api.booked(slot, { name: 'Damaged Person' });
    await api.run('sweep-leads');
    api.sql(`UPDATE records SET body = ${body} WHERE key = 'leads/leads/${id}'`);
    expect(await remove(id)).toBe(204);
    expect(await remove(id)).toBe(404);
    const left = await contents();
    for (const word of ['Damaged Person', id, leadReference(id)]) expect(left).not.toContain(word);
    expect((await api.openSlots()).map(({ start }) => start)).toContain(slot.start);
  });

  test('the snapshot', async () => {
    const { id } = await api.receive({ name: 'In The Snapshot' });
    await api.run('sweep-leads');
    api.sql("UPDATE records SET body = substr(body, 1, length(body) - 1) WHERE key = 'leads/list/snapshot'");
    expect(await remove(id)).toBe(204);
    expect(await contents()).not.toContain('In The Snapshot');
  });
});

const messages = ['outbox/', 'texts/outbox/', 'pushes/outbox/', 'webhooks/outbox/', 'mailed/'];

/**
 * What of the person stands in the files of the data folder, and in the log. Another program reads the files: closing
 * one here would drop the locks that SQLite holds on it for this process (sqlite.org/howtocorrupt.html, 2.2).
 */
async function tracesLeft(): Promise<string[]> {
  const files = await readdir(api.dataDir, { recursive: true, withFileTypes: true });
  const names = files.filter((file) => file.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const text = execFileSync('cat', names, { encoding: 'latin1', maxBuffer: 2 ** 30 }) + log.join();
  return text.match(/Grepson|gone\.example|Vanishing|\(321\) 8|skylight|Called about/g) ?? [];
}

test.each(['by the owner', 'as it ran out'])(
  'a removal %s that dies after any of its steps: the sweep ends it, and no word of the person is left in any file',
  async (how) => {
    const person = { name: 'Zephyr Grepson', phone: '(321) 800-4141', email: 'zephyr@gone.example' };
    const words = { address: '4 Vanishing Way', message: 'The skylight' };
    let outcome: unknown = 'dead';
    let steps = 0;
    // After every ninth one in `npm test`.
    for (; outcome === 'dead'; steps += SEEDS > 1 ? 1 : 9) {
      const slot = await api.openSlot(-1);
      const { id } = await api.booked(slot, { ...person, ...words });
      await api.commanded(id, { do: 'note', note: { id: 'n', text: 'Called about it' } });
      const { visits } = await api.commanded(id, { do: 'cancel', from: slot.start, isQuiet: false });
      for (const folder of messages)
        await api.store('leads').put(`${folder}${leadReference(id)}-late`, { message: 'skylight' });
      await keepSnapshot({ leads: api.store('leads'), report: () => undefined });
      expect((await tracesLeft()).length).toBeGreaterThan(10);
      // A visit that is over, whose time the lead has still.
      const past = Date.parse(slot.start) - 21 * DAY;
      const [start, end] = [past, past + HOUR].map((time) => new Date(time).toISOString());
      const [visit, key] = [visitId(id, 2), slotKey(past)];
      await close(id, { visits: [...visits, { id: visit, slot: key, start, end }] });
      await api.store('slots').put(key, { state: 'booked', eventNumber: 0, writes: 1, lead: id, visit });
      if (how === 'as it ran out') process.env['LEADS_KEEP_DAYS'] = '365';
      const work = () => (how === 'by the owner' ? remove(id) : api.run('sweep-leads'));
      const stores = [api.store('leads'), api.store('slots')];
      outcome = await mortally<unknown>(stores, (step) => step < steps, { lingersMs: 0 }, work);
      await api.restart();
      const left = await api.lead(id);
      if (how === 'by the owner' && left && !left.isRemoving) expect(await remove(id)).toBe(204);
      await api.run('sweep-leads');
      expect(await tracesLeft(), `after ${steps} steps`).toEqual([]);
      expect(JSON.stringify(await api.data()), `after ${steps} steps`).not.toContain(id);
    }
    expect(steps).toBeGreaterThan(20);
  },
);

test('a message that somebody wrote while its lead was removed goes with the next sweep', async () => {
  const [{ id: gone }, { id: kept }] = [await api.receive(), await api.receive({ name: 'Kept Person' })];
  expect(await remove(gone)).toBe(204);
  const leads = api.store('leads');
  for (const folder of messages) {
    for (const id of [gone, kept]) await leads.put(`${folder}${leadReference(id)}-late`, { message: `about ${id}` });
  }
  for (const id of [gone, kept]) await leads.put(`texts/threads/${id}`, { entries: [] });
  await api.run('sweep-leads');
  expect(await contents()).not.toMatch(new RegExp(`about ${gone}|${leadReference(gone)}-late`));
  expect((await contents()).match(new RegExp(`${leadReference(kept)}-late`, 'g'))).toHaveLength(messages.length);
  expect((await leads.list('texts/threads/')).map(({ key }) => key)).toEqual([`texts/threads/${kept}`]);
});

const scheduled = (await loadFunctions('netlify/functions')).filter(({ schedule }) => schedule !== null);

/** The beginnings of keys that the function lists; `broken` is one that cannot be listed. */
async function listings(name: string, broken?: string): Promise<{ answer: Response; listed: string[] }> {
  const listed = new Set<string>();
  const spies = storeNames.map((store) => {
    const list = api.store(store).list;
    return vi.spyOn(api.store(store), 'list').mockImplementation(async (prefix) => {
      listed.add(`${store} ${prefix.split('/')[0]}`);
      if (broken && broken === `${store} ${prefix.split('/')[0]}`) throw new Error('The disk is broken');
      return await list(prefix);
    });
  });
  const answer = await run(name);
  for (const spy of spies) spy.mockRestore();
  return { answer, listed: [...listed].toSorted() };
}

test.each(scheduled.map(({ name }) => name))('each step of %s runs although another fails', async (name) => {
  // Reminders are written by day only.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T17:00:00Z') });
  // Without a key no backup is made.
  vi.stubEnv('BACKUP_KEY', 'twenty characters or more');
  const { answer, listed: all } = await listings(name);
  expect([answer.status, all.length > 0]).toEqual([204, true]);
  const ends = new Map<string, { failed: string[]; missing: string[] }>();
  for (const broken of all) {
    log.length = 0;
    const { answer: failure, listed } = await listings(name, broken);
    expect([broken, failure.status]).toEqual([broken, 500]);
    const { failed } = await failure.json();
    expect(log.toSorted()).toEqual(failed.map((step: string) => `${step} failed Error: The disk is broken`).toSorted());
    ends.set(broken, { failed, missing: all.filter((one) => !listed.includes(one)) });
  }
  // What was not done belongs to the steps that failed.
  for (const { failed, missing } of ends.values()) {
    for (const one of missing) expect(failed).toEqual(expect.arrayContaining(ends.get(one)?.failed ?? []));
  }
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
