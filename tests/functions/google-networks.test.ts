import { expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite } from '#tests/support/google/google-site';
import { newVisitor } from '#tests/support/visitor';

const site = googleSite();

/** Books as on the live site, where calls are counted. */
async function book(slot: Slot, ip: string): Promise<number> {
  const { id } = await site.receive(newVisitor());
  process.env['RATE_LIMIT'] = 'on';
  const body = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
  const { status } = await site.ask('POST', '/api/calendar/book', { body, ip });
  process.env['RATE_LIMIT'] = 'off';
  return status;
}

test('people whom nobody has reached hold half of the times that the owner’s own events leave', async () => {
  const [next, ...rest] = (await site.openSlots()).slice(20) as [Slot, ...Slot[]];
  const end = rest.at(-1)?.end ?? next.end;
  site.google.events.add({ start: { dateTime: next.start }, end: { dateTime: end } });
  const free = await site.openSlots();
  expect(free).toHaveLength(20);
  const statuses: number[] = [];
  for (const [index, slot] of free.entries()) statuses.push(await book(slot, `2001:db8:${index + 1}::7`));
  expect(statuses).toEqual(free.map((_, index) => (index < 10 ? 201 : 409)));
  expect(site.google.events.alive()).toHaveLength(11);
});
