import { expect, test } from 'vitest';
import { firstVisit, slotKey, visitId } from '#server/slots/records';
import { everyInterleaving, memoryStore, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { leadOf, visitOf } from '#tests/support/visits';
import { Lead } from './lead.ts';
import { leadId, leadKey } from './lead-id.ts';
import { findLeadAndVisits, findVisit, moveFormerVisits, type Visit } from './visit.ts';

const id = leadId('ann');
const at = (day: string) => `2026-${day}T15:00:00.000Z`;
const endAt = (day: string) => `2026-${day}T16:30:00.000Z`;
const keyOf = (day: string) => slotKey(Date.parse(at(day)));
const booked = (day: string) => ({ slot: keyOf(day), start: at(day), end: endAt(day) });
const first = (fields: Partial<Visit>) => visitOf('ann', fields);
const past = (number: number, fields: Partial<Visit>) => visitOf('ann', { id: visitId(id, number), ...fields });
const decision = { isQuiet: true, by: 'owner' };

/** What a record of before December 2026 held, and the visits that it is. */
const former: [what: string, held: object, visits: Visit[]][] = [
  ['without a visit', { changes: 0, moves: 0, visits: [] }, []],
  [
    'booked',
    { slot: at('12-01'), slotEnd: endAt('12-01'), slotKind: 'measure', changes: 3, moves: 1 },
    [first({ ...booked('12-01'), kind: 'measure', changes: 3, moves: 1 })],
  ],
  [
    'canceled',
    { cancelledAt: at('11-28'), cancelledSlot: at('12-01'), changes: 2, moves: 0, visits: [] },
    [first({ start: at('12-01'), cancelledAt: at('11-28'), cancelledSlot: keyOf('12-01'), changes: 2 })],
  ],
  [
    'visited twice, with an outcome each, and booked again',
    {
      slot: at('12-01'),
      slotEnd: endAt('12-01'),
      slotKind: 'installation',
      changes: 4,
      visits: [
        { start: at('10-01'), end: endAt('10-01'), kind: 'consultation', outcome: 'quoted', by: 'owner' },
        { start: at('11-01'), end: endAt('11-01'), kind: 'measure', outcome: 'not home' },
      ],
    },
    [
      past(2, { ...booked('10-01'), outcome: 'quoted', by: 'owner' }),
      past(3, { ...booked('11-01'), kind: 'measure', outcome: 'not home' }),
      first({ ...booked('12-01'), kind: 'installation', changes: 4 }),
    ],
  ],
  [
    'visited, which its owner has told of',
    { slot: at('10-01'), slotEnd: endAt('10-01'), changes: 1, visits: [{ start: at('10-01'), outcome: 'sold' }] },
    [first({ ...booked('10-01'), changes: 1, outcome: 'sold' })],
  ],
  ['on its way to a slot', { requestedSlot: at('12-01') }, [first({ requested: keyOf('12-01') })]],
  [
    'moved by the owner',
    {
      slot: at('12-02'),
      slotEnd: endAt('12-02'),
      requestedSlot: at('12-03'),
      changes: 2,
      byOwner: [
        { ...decision, slot: at('12-02'), from: at('12-01') },
        { ...decision, slot: at('12-03'), isAnyway: true },
      ],
    },
    [
      first({
        ...booked('12-02'),
        requested: keyOf('12-03'),
        changes: 2,
        byOwner: [
          { ...decision, slot: keyOf('12-02'), from: keyOf('12-01') },
          { ...decision, slot: keyOf('12-03'), isAnyway: true },
        ],
      }),
    ],
  ],
];

/** A store with such a record. */
const holding = (held: object): Records =>
  new Map([[`leads:${leadKey(id)}`, { value: { ...leadOf('ann'), ...held }, version: 1 }]]);
const readIn = (records: Records) => findLeadAndVisits(memoryStore(records, 'leads'), id);

const moves = async (open: OpenStore) => {
  await moveFormerVisits(open('leads'), id);
  return 'moved';
};

test.each(former)(
  'a lead that is %s: its visits are read from its own record, and from those that are made of it, also after a death',
  async (_, held, visits) => {
    const records = holding(held);
    const leads = memoryStore(records, 'leads');
    expect((await readIn(records))?.visits).toEqual(visits);
    for (const visit of visits) expect((await findVisit(leads, visit.id))?.visit).toEqual(visit);
    const world = { start: () => new Map(records), actors: [moves, moves], mortal: [0, 1] };
    await everyInterleaving(world, async ({ records: after, schedule }) => {
      expect((await readIn(after))?.visits, schedule).toEqual(visits);
      await moves(openOf(after));
      expect((await readIn(after))?.visits, schedule).toEqual(visits);
      const stored = [...after].filter(([key]) => key.startsWith('leads:visits/'));
      expect(stored.map(([key]) => key).toSorted(), schedule).toEqual(
        visits.map((visit) => `leads:visits/${visit.id}`).toSorted(),
      );
      expect(Lead.parse(after.get(`leads:${leadKey(id)}`)?.value), schedule).toEqual(leadOf('ann'));
    });
  },
);

test('a visit that is booked anew while the records are made keeps its new time', async () => {
  const [, held] = former[1] as (typeof former)[number];
  const newest = first({ ...booked('12-09'), changes: 4 });
  const records = holding(held);
  await memoryStore(records, 'leads').create(`visits/${firstVisit(id)}`, newest);
  await moveFormerVisits(memoryStore(records, 'leads'), id);
  expect((await readIn(records))?.visits).toEqual([newest]);
});

test('a lead whose own visits cannot be read keeps them for whoever mends it', async () => {
  const held = { slot: at('12-01'), visits: 'damaged' };
  const records = holding(held);
  await moveFormerVisits(memoryStore(records, 'leads'), id);
  expect((await readIn(records))?.lead).toMatchObject(held);
});
