import { Today } from '#lead/answers';
import { firstVisit } from '#lead/visits';
import { afterEach, expect, test } from 'vitest';
import { visitRules } from '#business';
import type { Slot } from '#contracts/calendar';
import { VisitHours } from '#contracts/hours';
import { apiForTests } from '#tests/support/admin-api';
import { intervalOf } from '#tests/support/ics-event';
import { MINUTE } from '#lib/time/units';

/** A Monday; the first day on offer is Tuesday, November 3, five hours behind UTC. */
const api = apiForTests({ now: '2026-11-02T13:00:00Z' });
const ofAnHour = { ...visitRules };
const ofHalfAnHour = { visitMinutes: 30, stepMinutes: 45 };
const setRules = (rules: Partial<typeof visitRules>) => Object.assign(visitRules, rules);

const at = (start: string, minutes: number): Slot => {
  const instant = `2026-11-03T${start}:00.000Z`;
  return { start: instant, end: new Date(Date.parse(instant) + minutes * MINUTE).toISOString() };
};
const nine = at('14:00', 60);
const ninePart = at('14:45', 30);
const later = at('15:30', 30);

afterEach(() => void setRules(ofAnHour));

const inMs = ({ start, end }: Slot) => ({ start: Date.parse(start), end: Date.parse(end) });

/** What the visitor and the owner are told of the visit's length. */
async function expectLength(id: string, address: string, visit: Slot): Promise<void> {
  const minutes = (Date.parse(visit.end) - Date.parse(visit.start)) / MINUTE;
  expect(await api.text(api.ask('GET', address))).toContain(`${minutes} minutes, free of charge`);
  expect(intervalOf(await api.text(api.ask('GET', `${address}/visit.ics`)))).toEqual(inMs(visit));
  expect(intervalOf(await api.feed())).toEqual(inMs(visit));
  const { visits } = await api.read(Today, '/api/today');
  expect(visits.find(({ lead }) => lead.id === id)?.visit).toMatchObject(visit);
}

/** Every way to a time: the visitor's two and the owner's. None of them gets it. */
async function expectTaken(slot: Slot): Promise<void> {
  expect(await api.openSlots()).not.toContainEqual(slot);
  const { id, address } = await api.receive();
  const taken = /taken( that time)?\. Please choose another\./;
  const refused = await api.book(id, slot);
  expect([refused.status, await refused.json()]).toEqual([409, { error: expect.stringMatching(taken) }]);
  const byOwner = { do: 'book', slot: slot.start, from: null, isQuiet: false };
  const warned = await api.command(id, byOwner);
  const fields = { overlaps: [expect.objectContaining({ what: 'visit' })] };
  expect([warned.status, await warned.json()]).toMatchObject([409, { conflict: { fields } }]);
  const moved = await api.submit(address, { action: 'move', slot: slot.start });
  expect([moved.status, taken.test(await moved.text())]).toEqual([409, true]);
  const spam = await api.receive({ company: 'Robots' });
  expect((await api.book(spam.id, slot)).status).toBe(409);
  expect((await api.record(slot.start))?.state).toBe('free');
}

test('a visit of an hour lasts an hour when visits take half an hour, and nobody gets its second half', async () => {
  const { id, address } = await api.booked(nine);
  const kept = { end: Date.parse(nine.end), kind: 'consultation' };
  expect(await api.record(nine.start)).toMatchObject({ state: 'booked', lead: id, ...kept });
  expect(await api.booking(id)).toMatchObject({ ...nine, kind: 'consultation' });
  setRules(ofHalfAnHour);
  await expectTaken(ninePart);
  await expectLength(id, address, nine);
  // Pressing Confirm again is a success again, and does not shorten the visit.
  expect((await api.book(id, nine)).status).toBe(201);
  const away = { first: '2026-11-03', last: '2026-11-03', from: '09:45', until: '10:00', note: '' };
  const hours = VisitHours.parse(JSON.parse(await api.text(api.asOwner('POST', '/api/away', away), 201)));
  expect(hours.blocked.map(({ leadId }) => leadId)).toEqual([id]);
  await api.text(api.asOwner('DELETE', `/api/away/${hours.away[0]?.id}`));
  expect(await api.record(nine.start)).toMatchObject({ state: 'booked', lead: id, ...kept });
});

test('a visit that moves under other rules takes their length, and frees all of its former time', async () => {
  const { id, address } = await api.booked(nine);
  setRules(ofHalfAnHour);
  expect((await api.submit(address, { action: 'move', slot: later.start })).status).toBe(303);
  expect(await api.booking(id)).toMatchObject(later);
  await expectLength(id, address, later);
  await api.booked(ninePart);
  setRules(ofAnHour);
  await expectTaken(at('14:00', 60));
  // The visit from 9:45 to 10:15 and the one from 10:30 to 11:00 leave 12:00 as the day's first time.
  expect((await api.openSlots())[0]).toEqual(at('17:00', 60));
  expect((await api.submit(address, { action: 'cancel' })).status).toBe(303);
  expect((await api.booking(id)).start).toBeUndefined();
  expect((await api.openSlots())[0]).toEqual(at('15:30', 60));
});

test.each([undefined, 0, -1, Date.parse('2999-01-01')])(
  'a record without an end, or with a damaged one (%s), is of an hour',
  async (end) => {
    const { id, address } = await api.booked(nine);
    const [listed] = await api.store('slots').list('slots/');
    const record = {
      state: 'booked',
      lead: id,
      visit: firstVisit(id),
      eventNumber: 0,
      writes: 1,
      ...(end !== undefined && { end }),
    };
    await api.store('slots').put(listed?.key ?? '', record);
    setRules(ofHalfAnHour);
    await expectTaken(ninePart);
    expect(await api.openSlots()).toContainEqual(later);
    await expectLength(id, address, nine);
    await api.run('sweep');
    expect((await api.visit(id)).changes).toBe(1);
    expect((await api.submit(address, { action: 'cancel' })).status).toBe(303);
    expect(await api.openSlots()).toContainEqual(ninePart);
  },
);
