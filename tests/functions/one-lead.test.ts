import { LeadPage, Today } from '#lead/answers';
import type { Lead } from '#lead/lead';
import { cancellationOf, standingVisits } from '#lead/visits';
import { expect, test, vi } from 'vitest';
import { Insights } from '#contracts/insights';
import { LeadPictures } from '#contracts/pictures';
import { DAY, HOUR } from '#lib/time/units';
import { apiForTests } from '#tests/support/admin-api';
import { addPicture } from '#server/leads/pictures';

const start = '2026-11-30T15:00:00.000Z';
const api = apiForTests({ now: start });
const phone = '(202) 555-0142';
const at = (moment: number) => void vi.setSystemTime(moment);
const merge = (id: string, other: string) => api.commanded(id, { do: 'merge', other });
const coming = async (id: string) => standingVisits(await api.shown(id), Date.now());
const today = async () => {
  const { waiting, visits, followUps } = await api.read(Today, '/api/today');
  const ids = (leads: readonly Lead[]) => leads.map(({ id }) => id);
  return { waiting: ids(waiting), visits: ids(visits.map(({ lead }) => lead)), followUps: ids(followUps) };
};

/** Two requests with one number, a day apart; the later one has a visit. */
async function twice() {
  const one = await api.receive({ phone, message: 'A bay window' });
  at(Date.parse(start) + DAY);
  const other = await api.booked(await api.openSlot(), { phone, message: 'A skylight', name: 'Ann Romero' });
  await api.settled();
  return { one, other };
}

test('two leads with one number hint at each other, and once they are one they count once, with all that both had', async () => {
  const { one, other } = await twice();
  expect((await api.shown(one.id)).alike).toMatchObject([{ id: other.id, name: 'Ann Romero' }]);
  expect((await api.shown(other.id)).alike).toMatchObject([{ id: one.id }]);
  await api.commanded(one.id, { do: 'note', note: { id: 'a', text: 'Two dogs' } });
  await api.commanded(other.id, { do: 'note', note: { id: 'b', text: 'Gate 12' } });
  for (const [index, { id }] of [one, other].entries()) {
    await addPicture(api.store('leads'), id, { bytes: new Uint8Array([index]), extension: 'jpg', at: start });
  }
  const kept = await merge(other.id, one.id);
  const also = [{ request: { message: 'A skylight' } }];
  expect(kept).toMatchObject({ id: one.id, status: 'booked', alike: [], also });
  expect(standingVisits(kept, Date.now())).toHaveLength(1);
  const texts = kept.notes.map(({ text }) => text);
  expect(texts.sort()).toEqual(['Gate 12', 'Made one with the request of 2026-12-01: Booked.', 'Two dogs']);
  expect(await api.shown(other.id), 'from an old link').toMatchObject({ id: one.id });
  const { pictures } = await api.read(LeadPictures, `/api/leads/${one.id}/pictures`);
  expect(pictures).toHaveLength(2);
  for (const { id } of pictures) await api.text(api.asOwner('GET', `/api/leads/${one.id}/pictures/${id}`));
  expect(await api.read(LeadPage, '/api/leads?search=skylight')).toMatchObject({ matching: 1, total: 1 });
  expect((await api.read(Insights, '/api/insights')).period).toMatchObject({ requests: 1, bookings: 1 });
  expect(await today()).toEqual({ waiting: [], visits: [one.id], followUps: [] });
  expect(await api.feed(), 'at the visit of the other').toContain('Two dogs');
  expect(await merge(one.id, other.id), 'again').toMatchObject({ id: one.id });
  await api.text(api.command(one.id, { do: 'merge', other: '0'.repeat(32) }), 404);
});

test('the links of both work on, and what a visitor cancels brings the one lead back', async () => {
  const { one, other } = await twice();
  await merge(one.id, other.id);
  await api.changed(one.id, { status: 'contacted', followUp: '2027-01-20' });
  expect(await today()).toEqual({ waiting: [], visits: [one.id], followUps: [] });
  await api.text(api.ask('GET', one.address));
  await api.text(api.submit(other.address, { action: 'cancel' }), 303);
  await api.settled();
  expect(cancellationOf(await api.shown(one.id), Date.now())).toBe(new Date().toISOString());
  expect((await today()).followUps).toEqual([one.id]);
});

test('the owner changes and cancels the visits of a part; a correction reaches the words and events of both', async () => {
  const { one, other } = await twice();
  const { visits } = await merge(one.id, other.id);
  const from = visits[0]?.start ?? '';
  const slot = new Date(Date.parse(from) + 3 * DAY).toISOString();
  await api.agreed(one.id, slot, { from });
  const request = { phone: '(407) 555-0199' };
  const { also } = await api.commanded(one.id, { do: 'correct', request });
  expect([also?.[0]?.request.phone, await coming(one.id)]).toMatchObject([request.phone, [{ start: slot }]]);
  expect(await api.feed()).toContain(request.phone);
  await api.commanded(other.id, { do: 'cancel', from: slot, isQuiet: true });
  expect(await coming(one.id)).toEqual([]);
});

test('every sale counts on its day, and the open job goes on with all that was paid', async () => {
  const { one, other } = await twice();
  await api.changed(one.id, { status: 'won', amount: 2000 });
  const payments = [{ on: '2026-12-01', amount: 2000 }];
  await api.changed(one.id, { job: { orderedOn: '2026-12-01', installedOn: '2026-12-01' }, payments });
  at(Date.parse(start) + 2 * DAY);
  await api.changed(other.id, { status: 'won', amount: 3000 });
  const before = await api.read(Insights, '/api/insights');
  const kept = await merge(one.id, other.id);
  expect(kept).toMatchObject({ status: 'won', amount: 5000, payments });
  expect(kept.notes.at(-1)?.text).toMatch(/ of 2026-12-01: Won, \$3,000\.$/);
  const after = await api.read(Insights, '/api/insights');
  expect([after.period.dollars, after.jobs.unpaid]).toEqual([before.period.dollars, before.jobs.unpaid]);
  expect([after.period.dollars, after.jobs.unpaid]).toEqual([5000, 3000]);
});

test('a lead that is one with another is removed with it, and nothing of either is left', async () => {
  const { one, other } = await twice();
  await merge(one.id, other.id);
  await api.text(api.asOwner('DELETE', `/api/leads/${one.id}`), 409);
  await api.text(api.asOwner('DELETE', `/api/leads/${other.id}`), 404);
  at(Date.parse((await coming(one.id))[0]?.end ?? '') + HOUR);
  await api.text(api.asOwner('DELETE', `/api/leads/${one.id}`), 204);
  await api.settled();
  const keys = Object.keys(await api.data()).filter((key) => key.includes(one.id) || key.includes(other.id));
  expect(keys).toEqual([]);
});
