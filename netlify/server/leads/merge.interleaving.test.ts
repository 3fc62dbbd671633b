import { decide } from '#lead/decide';
import type { Lead } from '#lead/lead';
import { changeLead, findLead, mergeLeads } from './lead-records.ts';
import { expect, test } from 'vitest';
import {
  everyEnd,
  everyInterleaving,
  memoryStore,
  type OpenStore,
  type Records,
} from '#tests/support/stores/interleave';
import { bookedVisit, leadOf } from '#tests/support/visits';
import { leadKey } from './lead-id.ts';
import { listLeads } from './lead-list.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const report = () => undefined;
const first = { ...leadOf('first'), createdAt: '2026-11-01T12:00:00.000Z', notes: [{ id: 'dogs', text: 'Two dogs' }] };
const visit = bookedVisit('second', '2026-12-01T15:30:00Z');
const second = { ...leadOf('second', {}, visit), notes: [{ id: 'gate', text: 'Gate 12' }] };
const [early, late] = [first.id, second.id];

const start = (): Records => {
  const records: Records = new Map();
  for (const lead of [first, second]) records.set(`leads:${leadKey(lead.id)}`, { value: lead, version: 1 });
  return records;
};
const joins = (one: string, other: string) => async (open: OpenStore) =>
  String(await mergeLeads(open('leads'), [one, other], { now, by: 'owner' }));
const quotes = (id: string) => async (open: OpenStore) => {
  const quoted = { do: 'change', status: 'quoted', amount: 3000, by: 'owner' } as const;
  const noted = { do: 'note', note: { id: 'quote', text: 'In writing' }, by: 'owner' } as const;
  const decided = (lead: Lead): Lead =>
    [quoted, noted].reduce<Lead>((one, command) => {
      const after = decide(one, command, now);
      return 'refused' in after ? one : after;
    }, lead);
  return (await changeLead(open('leads'), id, decided)) ? 'saved' : 'refused';
};

/** The leads once the sweep has finished what a death has left. */
async function finished(records: Records) {
  const leads = memoryStore(records, 'leads');
  for (const id of [early, late]) await findLead(leads, id);
  return await listLeads(leads, report);
}

test('two leads that are made one while one of them changes keep every note, visit and amount, also after a death', async () => {
  const counts = new Set<number>();
  for (const changed of [early, late]) {
    const actors = [joins(late, early), quotes(changed)];
    await everyEnd(start, actors, [0, 1], async ({ records, outcomes, schedule }) => {
      const all = await finished(records);
      counts.add(all.length);
      const texts = all.flatMap(({ notes }) => notes.map(({ text }) => text));
      for (const text of ['Two dogs', 'Gate 12']) expect(texts, schedule).toContain(text);
      expect(
        all.flatMap(({ visits }) => visits.map(({ id }) => id)),
        schedule,
      ).toEqual([visit.id]);
      if (outcomes[0] === early) expect(all, schedule).toMatchObject([{ id: early, also: [{ id: late }] }]);
      if (outcomes[1] !== 'saved') return;
      expect(texts, schedule).toContain('In writing');
      expect(all.map(({ status, amount }) => [status, amount])).toContainEqual(['quoted', 3000]);
    });
  }
  expect([...counts].sort()).toEqual([1, 2]);
});

test('two devices that make them one at once, each the other way around, end with one', async () => {
  await everyInterleaving(
    { start, actors: [joins(early, late), joins(late, early)] },
    async ({ records, outcomes }) => {
      expect(outcomes).toEqual([early, early]);
      expect(await finished(records)).toMatchObject([{ id: early, status: 'booked', also: [{ id: late }] }]);
    },
  );
});

test('while the earlier one is being removed, the later one is taken in before, or stays by itself', async () => {
  const removes = async (open: OpenStore) => {
    await changeLead(open('leads'), early, (lead) => ({ ...lead, isRemoving: true }));
    return 'removing';
  };
  const ends = new Set<string>();
  await everyInterleaving({ start, actors: [joins(early, late), removes] }, async ({ records, schedule }) => {
    const all = await finished(records);
    const kept = (await memoryStore(records, 'leads').get(leadKey(early)))?.value;
    ends.add(JSON.stringify(Object(kept).also));
    expect(
      all.map(({ id }) => id),
      schedule,
    ).toEqual(Object(kept).also ? [] : [late]);
    const { into } = Object((await memoryStore(records, 'leads').get(leadKey(late)))?.value);
    expect(into, schedule).toBe(Object(kept).also ? early : undefined);
  });
  expect(ends.size).toBe(2);
});
