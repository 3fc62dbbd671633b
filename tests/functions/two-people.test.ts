import { beforeEach, expect, test, vi } from 'vitest';
import { FIRST_PERSON } from '#contracts/people';
import { ShownLead } from '#lead/answers';
import { personOf } from '#lead/visits';
import { MINUTE } from '#lib/time/units';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';
import { earlyInOffer } from '#tests/support/limit-window';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();
const server = mailServerForTests();
const ivan = 'k3v9x2mf';
beforeEach(earlyInOffer);

/** Both make consultations. */
async function workTogether(): Promise<void> {
  const kinds = ['consultation', 'installation'];
  const people = { [FIRST_PERSON]: 'Olga', [ivan]: 'Ivan' };
  for (const [id, name] of Object.entries(people)) {
    await api.store('slots').put(`schedule/people/${id}`, { name, role: 'owner', kinds });
  }
}

/** What the visitor has been mailed by now, a while later. */
async function mailed(email: string): Promise<string[]> {
  await api.settled();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE });
  await api.run('deliver-mail');
  vi.useRealTimers();
  return server.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.text ?? '');
}

test('a visitor is told who comes, in mail, page and calendar file, and hears of somebody else only then', async () => {
  await workTogether();
  const visitor = { ...newVisitor(), email: 'elise@example.com' };
  const slot = await api.openSlot();
  const { id, address } = await api.booked(slot, visitor);
  expect(await api.visit(id)).toMatchObject({ who: 'Olga', changes: 1 });
  const page = async () => (await api.ask('GET', address)).text();
  expect(await page()).toContain('Olga');
  expect(await (await api.ask('GET', `${address}/visit.ics`)).text()).toContain('Who comes: Olga');
  const [told = ''] = await mailed(visitor.email);
  expect(told).toMatch(/Who comes:?\s+Olga/);

  const from = slot.start;
  const handed = { do: 'book', slot: from, from, isQuiet: false };
  await api.commanded(id, { ...handed, person: ivan });
  const visit = await api.visit(id);
  expect([visit.who, personOf(visit), visit.changes]).toEqual(['Ivan', ivan, 2]);
  expect(await page()).toContain('Ivan');
  const texts = await mailed(visitor.email);
  expect(texts).toHaveLength(2);
  expect(texts.at(-1)).toMatch(/Ivan comes to your visit\. The time stays the same\.[\s\S]*Who comes:?\s+Ivan/);
});

test('of two visits that begin at once the named one is changed, and a repeat changes no other', async () => {
  await workTogether();
  const { start: from } = await api.openSlot();
  const { id } = await api.receive();
  await api.agreed(id, from, { person: FIRST_PERSON, kind: 'installation' });
  await api.agreed(id, from, { person: ivan, kind: 'installation', from, isAnother: true });
  const { team, visits } = ShownLead.parse(await (await api.asOwner('GET', `/api/leads/${id}`)).json());
  expect(team?.map(({ name }) => name)).toEqual(['Olga', 'Ivan']);
  const [olgas = '', ivans = ''] = [FIRST_PERSON, ivan].map((who) => visits.find((one) => personOf(one) === who)?.id);
  const whose = async () => (await api.visits(id)).map((visit) => [visit.id, visit.slot && personOf(visit)]);
  const give = { do: 'book', slot: from, from, visitId: ivans, person: FIRST_PERSON, isQuiet: true };
  expect((await api.asOwner('POST', `/api/leads/${id}`, give)).status).toBe(409);
  for (const _ of ['once', 'again']) await api.commanded(id, { do: 'cancel', from, visitId: olgas, isQuiet: true });
  expect(await whose()).toEqual(
    expect.arrayContaining([
      [olgas, undefined],
      [ivans, ivan],
    ]),
  );
  for (const _ of ['once', 'again']) await api.commanded(id, give);
  expect(await whose()).toContainEqual([ivans, FIRST_PERSON]);
});
