import { expect, test } from 'vitest';
import { mailServerForTests } from '#tests/support/admin-api';
import { googleSite } from '#tests/support/google/google-site';
import { MINUTE } from '#lib/time/units';

const server = mailServerForTests();
const site = googleSite();

/** Lets time pass with the schedules running. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 2) {
    site.pass(2 * MINUTE);
    await site.run('deliver-mail');
    if (left % 10 === 0) await site.sweep();
  }
}

/** What a mailbox has, in its order. */
const subjectsTo = (address: string) =>
  server.received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.subject?.split(':')[0]);

test('mail and calendar are away for two hours: afterward every mailbox and the calendar say what is so', async () => {
  const times = (await site.openSlots()).filter((_, index) => index % 3 === 0);
  const [first, second, third, fourth, fifth] = times;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('Too few times are open');
  const book = async (name: string, slot: typeof first, email = `${name.toLowerCase()}@example.com`) => {
    const id = await site.request({ name, email });
    expect((await site.confirm(id, slot)).status).toBe(201);
    await site.settled();
    return id;
  };
  const ann = await book('Ann', first, '');
  const bob = await book('Bob', second);
  await server.stop();
  // Cleo books, moves and cancels. Dan books and moves. Nobody hears a word of it.
  const cleo = await book('Cleo', third);
  expect([await site.move(cleo, fourth), await site.cancel(cleo)]).toEqual([303, 303]);
  const dan = await book('Dan', third);
  expect(await site.move(dan, fifth)).toBe(303);
  site.failAlways('cut');
  await site.commanded(ann, { do: 'correct', request: { address: '14 Palm Way' } });
  expect(await site.cancel(bob)).toBe(303);
  await pass(120);
  server.reset();
  site.answerAgain();
  await server.start();
  // The server is tried every five minutes.
  await pass(8);
  expect(subjectsTo('cleo@example.com')).toEqual([expect.stringContaining('cancelled')]);
  expect(subjectsTo('dan@example.com')).toEqual([expect.stringContaining('new time')]);
  expect(subjectsTo('bob@example.com')).toEqual([expect.stringContaining('cancelled')]);
  const toOwner = subjectsTo('owner@example.com').filter((subject) => subject?.startsWith('Visit'));
  expect(toOwner.toSorted()).toEqual(['Visit cancelled', 'Visit cancelled', 'Visit moved']);
  await site.rest();
  expect([cleo, bob].flatMap((id) => site.eventsOf(id))).toEqual([]);
  expect(site.eventOf(ann).location).toContain('14 Palm Way');
  expect(site.eventsAt(fifth)).toEqual([site.eventOf(dan)]);
  await pass(180);
  expect(server.received).toHaveLength(subjectsTo('owner@example.com').length + 3);
});
