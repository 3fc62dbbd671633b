import { expect, test } from 'vitest';
import {
  everyEnd,
  everyInterleaving,
  memoryStore,
  type OpenStore,
  type Records,
} from '#tests/support/stores/interleave';
import { bookedVisit, leadOf } from '#tests/support/visits';
import { changeLead } from './lead.ts';
import { leadKey } from './lead-id.ts';
import { listLeads } from './lead-list.ts';
import { editLead } from './lead-view.ts';
import { mainLead, makeOne } from './one-lead.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const report = () => undefined;
const standing = async () => new Set<string>();
const first = { ...leadOf('first'), createdAt: '2026-11-01T12:00:00.000Z', notes: [{ id: 'dogs', text: 'Two dogs' }] };
const second = { ...leadOf('second'), status: 'booked', notes: [{ id: 'gate', text: 'Gate 12' }] };
const [early, late] = [first.id, second.id];

const start = (): Records => {
  const records: Records = new Map();
  for (const lead of [first, second]) records.set(`leads:${leadKey(lead.id)}`, { value: lead, version: 1 });
  const visit = bookedVisit('second', '2026-12-01T15:30:00Z');
  return records.set(`leads:visits/${visit.id}`, { value: visit, version: 1 });
};
const joins = (one: string, other: string) => async (open: OpenStore) =>
  String(await makeOne(open('leads'), [one, other], { now, by: 'owner' }));
const quotes = (id: string) => async (open: OpenStore) => {
  const change = { status: 'quoted', amount: 3000, note: { id: 'quote', text: 'In writing' }, by: 'owner' } as const;
  const answer = await editLead({ leads: open('leads'), report, standing, now }, id, change);
  return typeof answer === 'object' && answer && 'id' in answer ? 'saved' : 'refused';
};

/** The leads once the sweep has finished what a death has left. */
async function finished(records: Records) {
  const leads = memoryStore(records, 'leads');
  for (const id of [early, late]) await mainLead(leads, id, now);
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
        all.flatMap(({ visits }) => visits.map(({ lead }) => lead)),
        schedule,
      ).toEqual([late]);
      if (outcomes[0] === early) expect(all, schedule).toMatchObject([{ id: early, also: [late] }]);
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
      expect(await finished(records)).toMatchObject([{ id: early, status: 'booked', also: [late] }]);
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
    ).toEqual([late]);
    const { into } = Object((await memoryStore(records, 'leads').get(leadKey(late)))?.value);
    expect(into, schedule).toBe(Object(kept).also ? early : undefined);
  });
  expect(ends.size).toBe(2);
});
