import { expect, test, vi } from 'vitest';
import { AdminLead } from '#contracts/admin-lead';
import { Insights } from '#contracts/insights';
import { LeadPage } from '#contracts/lead-query';
import { LeadPictures } from '#contracts/pictures';
import { Today } from '#contracts/today';
import { DAY, HOUR } from '#lib/time/units';
import { apiForTests } from '#tests/support/admin-api';
import { addPicture } from '#server/leads/pictures';

const start = '2026-11-30T15:00:00.000Z';
const api = apiForTests({ now: start });
const phone = '(202) 555-0142';
const at = (moment: number) => void vi.setSystemTime(moment);
const lead = (id: string) => api.read(AdminLead, `/api/leads/${id}`);
const edit = async (id: string, body: object) =>
  AdminLead.parse(JSON.parse(await api.text(api.asOwner('PUT', `/api/leads/${id}`, body))));
const makeOne = async (id: string, other: string, status = 200) =>
  JSON.parse(await api.text(api.asOwner('POST', `/api/leads/${id}/one`, { other }), status));
const today = async () => {
  const { waiting, visits, followUps } = await api.read(Today, '/api/today');
  const ids = (leads: readonly AdminLead[]) => leads.map(({ id }) => id);
  return { waiting: ids(waiting), visits: ids(visits), followUps: ids(followUps) };
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
  expect((await lead(one.id)).alike).toMatchObject([{ id: other.id, name: 'Ann Romero' }]);
  expect((await lead(other.id)).alike).toMatchObject([{ id: one.id }]);
  await edit(one.id, { note: { id: 'a', text: 'Two dogs' } });
  await edit(other.id, { note: { id: 'b', text: 'Gate 12' } });
  for (const [index, { id }] of [one, other].entries()) {
    await addPicture(api.store('leads'), id, { bytes: new Uint8Array([index]), extension: 'jpg', at: start });
  }
  const kept = await makeOne(other.id, one.id);
  expect(kept).toMatchObject({
    id: one.id,
    status: 'booked',
    alike: [],
    also: [{ request: { message: 'A skylight' } }],
  });
  expect(kept.coming).toHaveLength(1);
  const texts = (kept as AdminLead).notes.map(({ text }) => text);
  expect(texts.sort()).toEqual(['Gate 12', 'Made one with the request of 2026-12-01: Booked.', 'Two dogs']);
  expect(await api.read(AdminLead, `/api/leads/${other.id}`), 'from an old link').toMatchObject({ id: one.id });
  const { pictures } = await api.read(LeadPictures, `/api/leads/${one.id}/pictures`);
  expect(pictures).toHaveLength(2);
  for (const { id } of pictures) await api.text(api.asOwner('GET', `/api/leads/${one.id}/pictures/${id}`));
  expect(await api.read(LeadPage, '/api/leads?search=skylight')).toMatchObject({ matching: 1, total: 1 });
  expect((await api.read(Insights, '/api/insights')).period).toMatchObject({ requests: 1, bookings: 1 });
  expect(await today()).toEqual({ waiting: [], visits: [one.id], followUps: [] });
  expect(await api.feed(), 'at the visit of the other').toContain('Two dogs');
  expect(await makeOne(one.id, other.id), 'again').toMatchObject({ id: one.id });
  await makeOne(one.id, '0'.repeat(32), 404);
});

test('the links of both work on, and what a visitor cancels brings the one lead back', async () => {
  const { one, other } = await twice();
  await makeOne(one.id, other.id);
  await edit(one.id, { status: 'contacted', followUp: '2027-01-20' });
  expect(await today()).toEqual({ waiting: [], visits: [one.id], followUps: [] });
  await api.text(api.ask('GET', one.address));
  await api.text(api.submit(other.address, { action: 'cancel' }), 303);
  await api.settled();
  expect(await lead(one.id)).toMatchObject({ coming: [], cancelledAt: expect.any(String) });
  expect((await today()).followUps).toEqual([one.id]);
});

test('the owner changes and cancels the visits of a part; a correction reaches the words and events of both', async () => {
  const { one, other } = await twice();
  const { coming } = AdminLead.parse(await makeOne(one.id, other.id));
  const [visit] = coming;
  const slot = new Date(Date.parse(visit?.start ?? '') + 3 * DAY).toISOString();
  const moved = { action: 'book', slot, from: visit?.start, isQuiet: true, isAnyway: true };
  await api.text(api.changeVisit(one.id, moved));
  await edit(one.id, { request: { phone: '(407) 555-0199' } });
  expect((await lead(one.id)).also?.[0]?.request.phone).toBe('(407) 555-0199');
  expect((await lead(one.id)).coming).toMatchObject([{ start: slot }]);
  await api.text(api.changeVisit(other.id, { action: 'cancel', from: slot, isQuiet: true }));
  expect((await lead(one.id)).coming).toEqual([]);
});

const number = '(407) 555-0101';
test.each<[string, object, object, object, boolean | undefined]>([
  ['a yes does not reach another number', {}, {}, { texts: true }, undefined],
  ['a no does not reach another number', { texts: true }, { texts: true }, { texts: null }, true],
  ['a yes reaches the same number', {}, { phone: number }, { texts: true }, true],
  ['a new number has not agreed', {}, { phone: number, texts: true }, { phone: '(407) 555-0103' }, undefined],
])('the owner corrects a lead of two requests: %s', async (_, first, second, request, texts) => {
  const one = await api.receive({ phone: number, ...first });
  const other = await api.receive({ phone: '(407) 555-0102', ...second, message: 'A skylight' });
  await makeOne(one.id, other.id);
  await edit(one.id, { request });
  expect((await lead(one.id)).also?.[0]?.request.texts).toBe(texts);
});

test('every sale counts on its day, and the open job goes on with all that was paid', async () => {
  const { one, other } = await twice();
  await edit(one.id, { status: 'won', amount: 2000 });
  await edit(one.id, { job: { orderedOn: '2026-12-01', installedOn: '2026-12-01', paidOn: '2026-12-01' } });
  at(Date.parse(start) + 2 * DAY);
  await edit(other.id, { status: 'won', amount: 3000 });
  const before = await api.read(Insights, '/api/insights');
  const kept = await makeOne(one.id, other.id);
  expect(kept).toMatchObject({ status: 'won', amount: 5000, job: { paid: 2000 } });
  expect(kept.notes.at(-1).text).toMatch(/ of 2026-12-01: Won, \$3,000\.$/);
  const after = await api.read(Insights, '/api/insights');
  expect([after.period.dollars, after.jobs.unpaid]).toEqual([before.period.dollars, before.jobs.unpaid]);
  expect([after.period.dollars, after.jobs.unpaid]).toEqual([5000, 3000]);
});

test('a sale stays the only one beside a quote', async () => {
  const { one, other } = await twice();
  await edit(one.id, { status: 'won', amount: 2000 });
  await edit(other.id, { status: 'quoted', amount: 3000 });
  expect(await makeOne(one.id, other.id)).toMatchObject({ status: 'won', amount: 2000 });
});

test('a lead that is one with another is removed with it, and nothing of either is left', async () => {
  const { one, other } = await twice();
  await makeOne(one.id, other.id);
  await api.text(api.asOwner('DELETE', `/api/leads/${one.id}`), 409);
  await api.text(api.asOwner('DELETE', `/api/leads/${other.id}`), 404);
  at(Date.parse((await lead(one.id)).coming[0]?.end ?? '') + HOUR);
  await api.text(api.asOwner('DELETE', `/api/leads/${one.id}`), 204);
  await api.settled();
  const keys = Object.keys(await api.data()).filter((key) => key.includes(one.id) || key.includes(other.id));
  expect(keys).toEqual([]);
});
