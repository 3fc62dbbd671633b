import { describe, expect, test } from 'vitest';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import { type BookedVisit, visitsAt } from '#tests/support/google/google-visits';

const site = googleSite({ inMemory: true });
const { answerAgain, booked, cancel, becomeUnavailable } = visitsAt(site);

describe('cancelling the visit', () => {
  async function expectGone({ id, slot, event }: BookedVisit): Promise<void> {
    expect(site.eventsOf(id)).toEqual([]);
    expect(await site.record(slot)).toMatchObject({ state: 'free' });
    expect((await site.lead(id))?.slot).toBeUndefined();
    expect(await site.openSlots()).toContainEqual(slot);
    expect(await site.mails()).toEqual([...mailsOf('booked', event), ...mailsOf('cancelled', event)]);
  }

  test('the event is out at once; a repeat changes nothing', async () => {
    const visit = await booked();
    expect(await cancel(visit.id)).toBe(303);
    await expectGone(visit);
    const [lead, record] = [await site.lead(visit.id), await site.record(visit.slot)];
    const heard = site.google.count('delete');
    expect(await cancel(visit.id)).toBe(303);
    await expectGone(visit);
    expect([await site.lead(visit.id), await site.record(visit.slot)]).toEqual([lead, record]);
    expect(site.google.count('delete')).toBe(heard);
  });

  test('sent twice at the same moment: the same', async () => {
    const visit = await booked();
    expect(await Promise.all([cancel(visit.id), cancel(visit.id)])).toEqual([303, 303]);
    await site.rest();
    await expectGone(visit);
  });

  test('with the calendar down: the lead has no visit at once, the sweep takes the event out later', async () => {
    const visit = await booked();
    becomeUnavailable();
    expect(await cancel(visit.id)).toBe(303);
    expect(await site.lead(visit.id)).toMatchObject({ status: 'new', cancelledAt: expect.any(String) });
    expect(await site.record(visit.slot)).toMatchObject({ state: 'releasing' });
    expect(await cancel(visit.id)).toBe(303);
    await site.sweep();
    expect(site.eventsOf(visit.id)).toEqual([visit.event]);
    answerAgain();
    const next = await site.request();
    expect((await site.book(next, visit.slot)).status).toBe(409);
    await site.rest();
    await expectGone(visit);
  });

  test('killed at any step and sent again: the visit is gone, and each is told once', async () => {
    let outcome: unknown = 'dead';
    for (let steps = 0; outcome === 'dead'; steps += 1) {
      const { id, slot, event } = await booked();
      outcome = await site.dyingAfter(steps, () => cancel(id));
      expect(await cancel(id)).toBe(303);
      await site.rest();
      expect(site.eventsOf(id)).toEqual([]);
      expect(await site.openSlots()).toContainEqual(slot);
      const told = (await site.mails()).filter((key) => key.includes(event.id));
      expect(told).toEqual([...mailsOf('booked', event), ...mailsOf('cancelled', event)]);
    }
  });
});
