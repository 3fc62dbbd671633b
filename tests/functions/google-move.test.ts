import { describe, expect, test } from 'vitest';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import { type BookedVisit, visitsAt } from '#tests/support/google/google-visits';

const site = googleSite({ inMemory: true });
const { answerAgain, booked, cancel, eventOf, becomeUnavailable, move } = visitsAt(site);

async function expectUntouched({ id, slot, event }: BookedVisit): Promise<void> {
  expect(site.google.events.all().find((one) => one.id === event.id)).toEqual(event);
  expect(await site.record(slot)).toMatchObject({ state: 'booked', lead: id });
  expect(await site.lead(id)).toMatchObject({ slot: slot.start, status: 'booked' });
  expect(await site.mails()).toEqual(mailsOf('booked', event));
}

describe('moving the visit', () => {
  test('the new event stands before the old one goes; the old slot is free, and each is told once', async () => {
    const { id, slot, other, event } = await booked();
    expect(await move(id, other)).toBe(303);
    const changes = site.google.heard.filter(({ method, call }) => method === 'DELETE' || call === 'insert');
    expect(changes.map(({ call, status }) => [call, status])).toEqual([
      ['insert', 200],
      ['insert', 200],
      ['delete', 204],
    ]);
    expect(changes.at(-1)?.path).toContain(event.id);
    expect(site.eventsAt(other)).toEqual([eventOf(id)]);
    expect(await site.lead(id)).toMatchObject({ slot: other.start, status: 'booked' });
    expect(await site.openSlots()).toContainEqual(slot);
    expect(await move(id, other)).toBe(303);
    expect(await site.mails()).toEqual([...mailsOf('booked', event), ...mailsOf('booked', eventOf(id))].toSorted());
    const next = await site.request();
    expect((await site.book(next, slot)).status).toBe(201);
    await site.rest();
    expect(site.eventsAt(slot)).toEqual([eventOf(next)]);
  });

  const failures: [what: string, status: number, arrange: (visit: BookedVisit) => void][] = [
    [
      'the new time is busy',
      409,
      ({ other }) => void site.google.events.add({ start: { dateTime: other.start }, end: { dateTime: other.end } }),
    ],
    ['Google refuses', 502, () => site.google.faults.next('insert', 'forbidden')],
    ['Google does not let us in', 502, () => (site.google.busyError = 'notFound')],
    ['Google does not answer', 503, becomeUnavailable],
    ...(['cut', 'cutAfter', 'late', 'tooMany'] as const).map((fault): [string, number, () => void] => [
      `every insert fails (${fault})`,
      503,
      () => {
        site.setPauses({ pauseWeight: 1000 });
        site.google.faults.decide = (heard) => (heard === 'insert' ? fault : null);
      },
    ]),
  ];
  test.each(failures)('%s: %i, and the former visit is untouched', async (_what, status, arrange) => {
    const visit = await booked();
    arrange(visit);
    expect(await move(visit.id, visit.other)).toBe(status);
    answerAgain();
    site.google.busyError = null;
    await expectUntouched(visit);
    await site.rest();
    await expectUntouched(visit);
    expect(site.eventsAt(visit.other)).toEqual([]);
  });

  test('the old event cannot be deleted: the move stands, and the sweep takes it out later', async () => {
    const { id, slot, other } = await booked();
    site.setPauses({ pauseWeight: 1000 });
    site.google.faults.decide = (heard) => (heard === 'delete' ? 'error503' : null);
    expect(await move(id, other)).toBe(303);
    expect(site.eventsOf(id)).toHaveLength(2);
    answerAgain();
    expect(await site.openSlots()).not.toContainEqual(slot);
    await site.rest();
    expect(site.eventsAt(other)).toEqual([eventOf(id)]);
    expect(await site.openSlots()).toContainEqual(slot);
  });

  test('killed at any step: one event stands, where record and lead say', async () => {
    let outcome: unknown = 'dead';
    for (let steps = 0; outcome === 'dead'; steps += 1) {
      const { id, slot, other } = await booked();
      outcome = await site.dyingAfter(steps, () => move(id, other));
      await site.rest();
      const start = (await site.lead(id))?.slot;
      const [here, gone] = start === slot.start ? [slot, other] : [other, slot];
      expect(site.eventsAt(here)).toEqual([eventOf(id)]);
      expect(await site.record(here)).toMatchObject({ state: 'booked', lead: id });
      expect((await site.record(gone))?.state ?? 'free').toBe('free');
      expect((await site.mails()).filter((key) => key.includes(eventOf(id).id))).toEqual(
        mailsOf('booked', eventOf(id)),
      );
      expect(await cancel(id)).toBe(303);
    }
  });
});
