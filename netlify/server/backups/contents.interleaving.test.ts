import { expect, test } from 'vitest';
import { RELEASE_MS } from '#server/booking/machine';
import { sweepSlots } from '#server/booking/reconcile';
import { bookSlot } from '#server/booking/visits';
import { findLead } from '#server/leads/lead';
import { storeNames, type Stores } from '#server/storage/stores';
import {
  alone,
  ann,
  at,
  bob,
  cat,
  contextOf,
  first,
  type Kind,
  now,
  second,
  slotOf,
  withLeads,
} from '#tests/support/booking-world';
import { aliveEvents } from '#tests/support/outside-calendar';
import {
  memoryStore,
  type OpenStore,
  type Records,
  someInterleavings,
  type Step,
} from '#tests/support/stores/interleave';
import { putBack, readContents, savedLines } from './contents.ts';

const storesOf = (open: OpenStore) => Object.fromEntries(storeNames.map((name) => [name, open(name)])) as Stores;

async function backUp(open: OpenStore): Promise<string> {
  let text = '';
  for await (const line of savedLines(storesOf(open), now, () => undefined)) text += line;
  return text;
}

test.each<Kind>(['embedded', 'outside'])(
  'a backup taken while people book, the calendar %s, keeps all that stood before; after a restore and a sweep no time has two visits',
  async (kind) => {
    const before = await withLeads([ann, bob, cat]);
    expect(await bookSlot(alone(kind, before), cat, second)).toBe('booked');
    const books = (lead: string) => (open: OpenStore, step: Step) => bookSlot(contextOf(kind, open, step), lead, first);
    const world = { start: () => new Map(before), actors: [backUp, books(ann), books(bob)], mortal: [1, 2] };
    let booked = 0;
    await someInterleavings<string>(world, { seed: 43, runs: 100 }, async ({ records, outcomes, schedule }) => {
      // Google's events stand whatever becomes of the stores.
      const isOfSite = (key: string) => storeNames.some((name) => key.startsWith(`${name}:`));
      const back: Records = new Map([...records].filter(([key]) => !isOfSite(key)));
      const { leads, ...stores } = storesOf((name) => memoryStore(back, name));
      await putBack({ leads, ...stores }, readContents(String(outcomes[0])));
      const eventsBefore = await aliveEvents(memoryStore(back, 'outside'));
      for (const later of [1, 2]) await sweepSlots(alone(kind, back, now + later * (RELEASE_MS + 1)));
      const ofCat = await slotOf(back, second);
      expect(ofCat, schedule).toMatchObject({ state: 'booked', lead: cat });
      const pointers = new Map<string, string | undefined>();
      for (const id of [ann, bob, cat]) {
        const found = await findLead(leads, id);
        expect(found?.lead.id, schedule).toBe(id);
        pointers.set(id, found?.lead.slot);
      }
      const record = await slotOf(back, first);
      expect(['free', 'booked'], schedule).toContain(record?.state ?? 'free');
      const events = await aliveEvents(memoryStore(back, 'outside'));
      // A visit that was booked meanwhile is taken away from nobody.
      const booker = [1, 2].find((actor) => outcomes[actor] === 'booked');
      if (booker && kind === 'outside') expect(events, schedule).toEqual(eventsBefore);
      if (record?.state !== 'booked') return;
      booked += 1;
      expect(pointers.get(record.lead), schedule).toBe(at(first));
    });
    expect(booked).toBeGreaterThan(3);
  },
);
