import { describe, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import { visitsAt } from '#tests/support/google/google-visits';

const site = googleSite({ inMemory: true });
const { answerAgain, eventOf } = visitsAt(site);

describe('an insert that lands when everybody has given up on it', () => {
  async function strayOf(id: string, slot: Slot): Promise<void> {
    site.setPauses({ pauseWeight: 1000 });
    site.google.faults.decide = (heard) => (heard === 'insert' ? 'late' : null);
    expect((await site.book(id, slot)).status).toBe(503);
    answerAgain();
    site.pass(200_000);
  }

  test.each(['nobody', 'another visitor'])(
    'the slot is had by %s: the sweep takes out the stray alone',
    async (who) => {
      const [slot] = await site.openSlots();
      if (!slot) throw new Error('No slot');
      const [id, next] = [await site.request(), await site.request()];
      await strayOf(id, slot);
      await site.sweep();
      if (who !== 'nobody') expect((await site.book(next, slot)).status).toBe(201);
      site.google.land();
      expect(site.eventsOf(id)).toHaveLength(1);
      await site.sweep();
      expect(site.eventsOf(id)).toEqual([]);
      expect(site.eventsAt(slot)).toHaveLength(who === 'nobody' ? 0 : 1);
      expect(await site.mails()).toEqual(who === 'nobody' ? [] : mailsOf('booked', eventOf(next)));
    },
  );

  test('the owner has moved it meanwhile: it is the owner’s', async () => {
    const [slot] = await site.openSlots();
    if (!slot) throw new Error('No slot');
    const id = await site.request();
    await strayOf(id, slot);
    await site.sweep();
    site.google.land();
    const later = (instant: string) => ({ dateTime: new Date(Date.parse(instant) + 86_400_000).toISOString() });
    site.google.events.move(eventOf(id).id, later(slot.start), later(slot.end));
    await site.rest();
    expect(site.eventsOf(id)).toHaveLength(1);
  });
});
