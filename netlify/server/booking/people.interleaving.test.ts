import { describe, expect, test } from 'vitest';
import { FIRST_PERSON } from '#contracts/people';
import { bookedTime, firstVisit, personOf } from '#lead/visits';
import { toSlot } from '#lib/time/interval';
import { leadId } from '#server/leads/lead-id';
import { findLead } from '#server/leads/lead-records';
import { memoryStore, manyEnds, type OpenStore, type Records, type Step } from '#tests/support/stores/interleave';
import {
  alone,
  ann,
  at,
  bob,
  bookSlot,
  cat,
  contextOf,
  first,
  type Kind,
  now,
  other,
  second,
  settled,
  twoPeople,
  withLeads,
} from '#tests/support/booking-world';
import { changeVisitForLead } from './owner-changes.ts';
import { cancelVisit } from './visits.ts';
import { availableSlots } from './offer.ts';

const rules = twoPeople;
const ids = [ann, bob, cat];

/** Who comes to each lead's visit, and when. */
async function visitsOf(records: Records) {
  const found = await Promise.all(ids.map((id) => findLead(memoryStore(records, 'leads'), id)));
  return found.map((one) => {
    const [visit] = one?.lead.visits ?? [];
    return visit && bookedTime(visit) ? `${visit.start} ${personOf(visit)} ${visit.who}` : undefined;
  });
}

const ofFirst = `${at(first)} ${FIRST_PERSON} Olga`;
const ofOther = `${at(first)} ${other} Ivan`;

describe.each<Kind>(['embedded', 'outside', 'outside, of each'])('two people, and the calendar is %s', (kind) => {
  const books = (lead: string) => (open: OpenStore, step: Step) =>
    bookSlot(contextOf(kind, open, step, { rules }), lead, first);
  const atRest = async (records: Records, schedule: string) => {
    await settled(kind, records, { schedule, context: (moment) => alone(kind, records, moment, rules) });
    return await visitsOf(records);
  };
  const prepared = async (prepare: (records: Records) => Promise<unknown> = async () => {}) => {
    const records = await withLeads(ids);
    await prepare(records);
    return () => new Map(records);
  };

  test('two visitors want one time: each gets it with somebody, and a death keeps nobody else from it', async () => {
    await manyEnds(await prepared(), [books(ann), books(bob)], [0], async ({ records, outcomes, schedule }) => {
      expect(['booked', 'dead'], schedule).toContain(outcomes[0]);
      expect(outcomes[1], schedule).toBe('booked');
      const visits = await atRest(records, schedule);
      const [anns, bobs] = visits;
      expect([ofFirst, ofOther], schedule).toContain(bobs);
      if (outcomes[0] === 'booked') expect([anns, bobs].toSorted(), schedule).toEqual([ofFirst, ofOther].toSorted());
    });
  });

  test('three visitors want one time: two get it, and the third hears that it is taken', async () => {
    await manyEnds(await prepared(), ids.map(books), [], async ({ records, outcomes, schedule }) => {
      expect([...outcomes].sort(), schedule).toEqual(['booked', 'booked', 'taken']);
      const visits = (await atRest(records, schedule)).filter(Boolean);
      expect(visits.toSorted(), schedule).toEqual([ofFirst, ofOther].toSorted());
    });
  });

  test('the owner hands a visit over while its visitor cancels or moves it, and may die: it stands once or not', async () => {
    const booked = await prepared((records) => bookSlot(alone(kind, records, now, rules), ann, first));
    const handsOver = (open: OpenStore, step: Step) =>
      changeVisitForLead(contextOf(kind, open, step, { rules }), ann, {
        ...{ do: 'book', slot: at(first), from: at(first), isQuiet: false, person: other, by: 'Olga' },
      });
    const cancels = (open: OpenStore, step: Step) =>
      cancelVisit(contextOf(kind, open, step, { rules }), firstVisit(ann));
    const moves = (open: OpenStore, step: Step) =>
      bookSlot(contextOf(kind, open, step, { rules }), ann, second, 'link');
    const ends = new Set<string | undefined>();
    for (const visitors of [cancels, moves]) {
      await manyEnds<unknown>(booked, [handsOver, visitors], [0], async ({ records, schedule }) => {
        const [visit] = await atRest(records, schedule);
        // The slower of the two hears that the other was faster.
        if (visitors === moves) expect([at(first), at(second)], schedule).toContain(visit?.split(' ')[0]);
        else expect(visit, schedule).toBeUndefined();
        ends.add(visit);
      });
    }
    await manyEnds<unknown>(booked, [handsOver], [0], async ({ records, outcomes, schedule }) => {
      const [visit] = await atRest(records, schedule);
      expect(visit, schedule).toBe(outcomes[0] === 'done' ? ofOther : visit);
      expect([ofFirst, ofOther], schedule).toContain(visit);
    });
    expect([...ends]).toEqual(expect.arrayContaining([undefined, `${at(second)} ${FIRST_PERSON} Olga`]));
  });

  test('a thousand visitors at once want one time of two people: two get it, and it is offered no more', async () => {
    const crowd = Array.from({ length: 1000 }, (_, index) => leadId(`crowd ${index}`));
    const records = await withLeads(crowd);
    const tries = await Promise.all(crowd.map((id) => bookSlot(alone(kind, records, now, rules), id, first)));
    expect(tries.filter((outcome) => outcome === 'booked')).toHaveLength(2);
    expect(tries.filter((outcome) => outcome === 'taken')).toHaveLength(998);
    const open = await availableSlots(alone(kind, records, now, rules));
    expect(open).not.toContainEqual(toSlot(first));
    expect(open).toContainEqual(toSlot(second));
  });
});
