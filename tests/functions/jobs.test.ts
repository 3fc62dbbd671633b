import { ShownLead, Today } from '#lead/answers';
import { expect, test, vi } from 'vitest';
import { CONSENT } from '#contracts/consultation';
import { Insights } from '#contracts/insights';
import { apiForTests } from '#tests/support/admin-api';
import { newVisitor } from '#tests/support/visitor';
import { DAY, HOUR } from '#lib/time/units';

const start = '2026-11-30T15:00:00.000Z';
const api = apiForTests({ now: start });

/** Goes on to a moment in ms. */
const at = (moment: number) => void vi.setSystemTime(moment);
const listsOf = async (id: string) => {
  const today = await api.read(Today, '/api/today');
  return (['waiting', 'outcomes', 'followUps'] as const).filter((list) => today[list].some((lead) => lead.id === id));
};

/** The owner agrees on a visit in so many days, and is told of it once it is over. */
async function visited(id: string, days: number, kind: string): Promise<string> {
  const slot = new Date(Date.parse(start) + days * DAY).toISOString();
  await api.agreed(id, slot, { kind, from: (await api.visits(id)).at(-1)?.start ?? null });
  at(Date.parse(slot) + 2 * HOUR);
  return slot;
}

async function soldOnce(): Promise<string> {
  const attribution = { utm_source: 'google', gclid: 'Cj0_job' };
  const { id } = await api.receive({ ...newVisitor(), attribution, consent: CONSENT });
  const visit = await visited(id, 1, 'consultation');
  await api.changed(id, { outcome: { visit, result: 'sold' }, amount: 5200 });
  return id;
}
const sales = async () =>
  (await api.text(api.asOwner('GET', '/api/insights?as=google-ads')))
    .split('\r\n')
    .filter((line) => line.includes('Sale'));

test('a second sale is added, and taken back with its visit’s outcome', async () => {
  const id = await soldOnce();
  const visit = await visited(id, 4, 'measure');
  const sold = { outcome: { visit, result: 'sold' }, amount: 800 };
  for (const _ of ['once', 'the answer was lost']) expect((await api.changed(id, sold)).amount).toBe(6000);
  expect((await sales()).map((line) => line.includes('5200.00') || line.includes('800.00'))).toEqual([true, true]);
  const { period } = await api.read(Insights, '/api/insights');
  expect(period).toMatchObject({ won: 1, dollars: 6000 });
  expect((await api.changed(id, { outcome: { visit, result: null } })).amount).toBe(5200);
  expect(await sales()).toHaveLength(1);
});

test('a payment that is more than the sale, and an amount that is more than any, are refused in words', async () => {
  const id = await soldOnce();
  const refused = async (fields: object) => {
    const answer = await api.command(id, { do: 'change', ...fields });
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const payments = [{ on: '2026-12-03', amount: 5201 }];
  expect(await refused({ payments })).toEqual([409, expect.stringContaining('more than the amount of the sale')]);
  expect(await refused({ amount: 1_000_001 })).toEqual([400, expect.stringContaining('an amount in dollars')]);
  expect((await api.lead(id))?.payments).toBeUndefined();
});

test('a sale that was a mistake is taken back by its visit; one that is put right has its day and its amount', async () => {
  const id = await soldOnce();
  const wonAt = (await api.lead(id))?.wonAt;
  await api.changed(id, { status: 'lost', lostReason: 'price' });
  expect(await sales()).toEqual([]);
  expect(await api.changed(id, { status: 'won' })).toMatchObject({ amount: 5200, job: {} });
  expect((await api.lead(id))?.wonAt).toBe(wonAt);
  const [visit] = await api.visits(id);
  const quoted = await api.changed(id, { outcome: { visit: visit?.start, result: 'quoted' } });
  expect([quoted.status, quoted.job, await sales()]).toEqual(['quoted', undefined, []]);
});

test('a caller comes back on the day that the owner chose, and at once without one', async () => {
  const { company: _, ...caller } = newVisitor() as { company?: string };
  const add = async (fields: object) => {
    const answer = await api.asOwner(
      'POST',
      '/api/leads',
      { ...caller, ...fields },
      { 'idempotency-key': crypto.randomUUID() },
    );
    return ShownLead.parse(JSON.parse(await api.text(answer, 201)));
  };
  const later = await add({ followUp: '2026-12-02' });
  expect([later.followUp, await listsOf(later.id)]).toEqual(['2026-12-02', []]);
  expect(await listsOf((await add({})).id)).toEqual(['followUps']);
});

test('a cancelled visit brings a quoted lead back at once, whatever day was noted', async () => {
  const { id } = await api.receive();
  await api.changed(id, { status: 'quoted', followUp: '2026-12-20' });
  const slot = new Date(Date.parse(start) + 3 * DAY).toISOString();
  expect(await api.agreed(id, slot, { kind: 'measure' })).toMatchObject({ followUp: '2026-12-20' });
  at(Date.parse(start) + HOUR);
  await api.commanded(id, { do: 'cancel', from: slot, isQuiet: true });
  expect([await listsOf(id), (await api.lead(id))?.status]).toEqual([['followUps'], 'quoted']);
});
