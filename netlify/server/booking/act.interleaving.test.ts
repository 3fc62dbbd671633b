import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { Outcome } from '#contracts/lead-outcome';
import type { Change, Command } from '#lead/command';
import { Lead } from '#lead/lead';
import { leadId, leadKey } from '#server/leads/lead-id';
import { changeLead, changeVisit, keepLead } from '#server/leads/lead-records';
import { contextOf } from '#tests/support/booking-world';
import { notifierOn } from '#tests/support/notifier-on';
import { everyEnd, memoryStore, type OpenStore, type Records, type Step } from '#tests/support/stores/interleave';
import { bookedVisit } from '#tests/support/visits';
import { consultation } from '#tests/support/visitor';
import { act } from './act.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const id = leadId('one');
const request = ConsultationRequest.parse(consultation);
const records: Records = new Map();
await keepLead(memoryStore(records, 'leads'), { id, request, source: 'dialog', now: new Date(NOW) });

/** Answers `saved`, or the present outcome or status of a lead that has changed since. */
const commands = (command: Command) => async (open: OpenStore, step: Step) => {
  const context = contextOf('embedded', open, step, { moment: NOW });
  const outcome = await act(context, notifierOn(open, { now: NOW }), id, { ...command, by: 'owner' }, () => undefined);
  if (typeof outcome === 'string' || 'id' in outcome) return outcome === 'unknown' ? outcome : 'saved';
  const refused = 'refused' in outcome ? outcome.refused : 'not booked';
  return typeof refused === 'string'
    ? refused
    : String(refused.conflict.fields['outcome'] ?? refused.conflict.fields['status']);
};
const edits = (change: Omit<Change, 'do'>) => commands({ do: 'change', ...change });
const writes = (name: string, text = name) => commands({ do: 'note', note: { id: name, text } });
const sets = (status: NonNullable<Change['status']>) => edits({ status, seen: { status: 'new' } });

/** The ends of all orders of the steps: what each device heard, the status, how the visit went, and the notes. */
async function endsOf(actors: ReturnType<typeof commands>[], { from = records, mortal = [] as number[] } = {}) {
  const ends = new Set<string>();
  const start = () => structuredClone(from);
  const count = await everyEnd<unknown>(start, actors, mortal, ({ outcomes, records: after }) => {
    const { status, notes, visits } = Lead.parse(after.get(`leads:${leadKey(id)}`)?.value);
    const outcome = visits.flatMap((visit) => visit.outcome ?? []);
    ends.add(`${outcomes.join(', ')}: ${[status, ...outcome, ...notes.map(({ text }) => text).sort()].join(', ')}`);
  });
  expect(count).toBeGreaterThan(3);
  return [...ends].sort();
}

test.each([
  ['two notes both stand', [writes('price'), writes('gate')], ['saved, saved: new, gate, price']],
  ['a note that is sent twice stands once', [writes('gate'), writes('gate')], ['saved, saved: new, gate']],
  ['two fields both stand', [writes('gate'), sets('lost')], ['saved, saved: lost, gate']],
  [
    'of the same field twice the first stands, and the second hears of it',
    [sets('lost'), sets('contacted')],
    ['contacted, saved: contacted', 'saved, lost: lost'],
  ],
  ['of the same value twice nobody hears', [sets('lost'), sets('lost')], ['saved, saved: lost']],
])('at once: %s', async (_, actors, ends) => {
  expect(await endsOf(actors)).toEqual(ends);
});

test('two devices tell how a visit went: one stands, the other hears of it; a repeat changes nothing', async () => {
  const visit = new Date(NOW - 7_200_000).toISOString();
  const visited = structuredClone(records);
  await changeLead(memoryStore(visited, 'leads'), id, (lead) => ({ ...lead, status: 'booked' }));
  const booked = bookedVisit('one', visit);
  await changeVisit(memoryStore(visited, 'leads'), booked.id, () => booked);
  const tells = (result: Outcome) => edits({ outcome: { visit, result }, seen: { status: 'visited', outcome: null } });
  const mortal = [0, 1];
  const ends = async (...actors: ReturnType<typeof commands>[]) => await endsOf(actors, { from: visited, mortal });
  expect((await ends(tells('sold'), tells('not home'))).filter((end) => !end.includes('dead'))).toEqual([
    'not home, saved: contacted, not home',
    'saved, sold: won, sold',
  ]);
  expect(await ends(tells('sold'), tells('sold'))).toEqual([
    'dead, saved: won, sold',
    'saved, dead: won, sold',
    'saved, saved: won, sold',
  ]);
});

test('a correction and a repeat of the visitor’s in other words at once: neither is lost', async () => {
  const corrects = commands({ do: 'correct', request: { name: 'Corrected' } });
  const repeats = async (open: OpenStore) => {
    const sent = { ...request, message: 'Three windows' };
    await keepLead(open('leads'), { id, request: sent, source: 'dialog', now: new Date(NOW) });
    return 'kept';
  };
  const start = () => structuredClone(records);
  const count = await everyEnd<unknown>(start, [corrects, repeats], [], ({ records: after }) => {
    const lead = Lead.parse(after.get(`leads:${leadKey(id)}`)?.value);
    expect(lead.request).toMatchObject({ name: 'Corrected', message: 'Three windows' });
  });
  expect(count).toBeGreaterThan(3);
});
