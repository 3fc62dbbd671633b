import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { databaseFile } from '#server/storage/local';
import { sqliteStore } from '#server/storage/sqlite';
import { fixtureOf, storeFixtures } from '#tests/support/record-fixtures';
import { startWriting } from '#tests/support/stores/store-processes';
import { leadId, leadKey } from './lead-id.ts';
import { readLeads } from './lead-list.ts';
import { isOfFormerShape } from './visit.ts';

/** More than the killed processes bring into shape. */
const LEADS = 2000;
const shapes = ['lead', 'lead-visits', 'lead-cancelled', 'lead-end'].map(fixtureOf);

test('50 times the sweep is killed: each former visit is read as before, and the next sweep goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visit-processes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const former = Array.from({ length: LEADS }, (_, count) => {
    const [id, shape] = [leadId(String(count)), shapes[count % shapes.length] ?? fixtureOf('lead')];
    return { ...shape, key: leadKey(id), value: { ...(shape.value as object), id } };
  });
  storeFixtures(folder, former);
  const file = databaseFile(folder);
  const leads = sqliteStore(file, 'leads');
  const report = (what: string, error: unknown) => expect.unreachable(`${what} ${String(error)}`);
  const all = () => readLeads({ leads, report });
  /** Compared as they are stored: without what is undefined. */
  const read = async (): Promise<{ visits: unknown[] }[]> => {
    const found = (await all()).leads;
    const parts = found.map(({ id, status, request, notes, visits }) => ({ id, status, request, notes, visits }));
    return JSON.parse(JSON.stringify(parts));
  };
  const left = async () =>
    [...(await all()).entries.values()].filter((entry) => 'lead' in entry && isOfFormerShape(entry.lead)).length;
  const before = await read();
  expect(before.flatMap(({ visits }) => visits)).toHaveLength((LEADS / shapes.length) * 5);

  const lefts = [LEADS];
  for (let kill = 0; kill < 50; kill += 1) {
    const sweep = await startWriting(file, '', 'sweep');
    await pause(kill % 4);
    sweep.kill();
    expect(await sweep.ended).toBeNull();
    expect(isDeepStrictEqual(await read(), before), `after kill ${kill}`).toBe(true);
    lefts.push(await left());
  }
  // Each was killed in the midst of the work, and none began from its start.
  expect(lefts).toEqual([...lefts].sort((one, other) => other - one));
  expect(lefts.at(-1)).toBeGreaterThan(0);
  expect(lefts.at(-1)).toBeLessThan(LEADS);

  expect(await (await startWriting(file, '', 'sweep')).ended).toBe(0);
  expect([await left(), isDeepStrictEqual(await read(), before)]).toEqual([0, true]);
});
