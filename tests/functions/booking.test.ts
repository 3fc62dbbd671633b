import { changeLead } from '#server/leads/lead-records';
import { beforeEach, expect, test, vi } from 'vitest';
import { business } from '#business';
import { StorageError } from '#server/storage/port';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInOffer } from '#tests/support/limit-window';
import { MINUTE } from '#lib/time/units';

const api = apiForTests();
beforeEach(earlyInOffer);

test('the times are never cached and for GET and HEAD alone; a booked one leaves the list, and a repeat is a success', async () => {
  const read = (method: string) => api.ask(method, '/api/calendar/availability');
  expect((await read('GET')).headers.get('cache-control')).toBe('no-store');
  expect((await read('DELETE')).headers.get('allow')).toBe('GET, HEAD');
  const slot = await api.openSlot();
  const { id } = await api.receive();
  const answer = await api.book(id, slot);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ consultationId: id, ...slot });
  expect(await api.openSlots()).not.toContainEqual(slot);
  expect((await api.book(id, slot)).status).toBe(201);
});

test('a time that is not on offer is refused with 409', async () => {
  const { id } = await api.receive();
  const slot = await api.openSlot();
  const late = new Date(Date.parse(slot.start) + 5 * MINUTE).toISOString();
  for (const wrong of [
    { start: '2020-01-06T15:00:00.000Z', end: '2020-01-06T16:00:00.000Z' },
    { ...slot, start: late },
    { ...slot, end: late },
  ]) {
    const answer = await api.book(id, wrong);
    expect([wrong, answer.status]).toEqual([wrong, 409]);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('no longer offered') });
  }
});

test('a request that we do not know is 404, whatever its id looks like', async () => {
  const slot = await api.openSlot();
  for (const id of ['0'.repeat(32), '../../etc/passwd', '__proto__'])
    expect([id, (await api.book(id, slot)).status]).toEqual([id, 404]);
});

test('a visit whose link cannot be made, since its secret cannot be read, is booked all the same', async () => {
  const slot = await api.openSlot(7);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { id } = await api.receive({}, headers);
  const auth = api.store('auth');
  const { get } = auth;
  // What the owner has set up is read before.
  const reading = vi.spyOn(auth, 'get').mockImplementationOnce(get);
  reading.mockRejectedValueOnce(new StorageError('The disk is away'));
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  const answer = await api.book(id, slot, headers);
  expect(reading).toHaveBeenCalledWith('visit-links/secret');
  vi.restoreAllMocks();
  expect(answer.status).toBe(201);
  expect(await answer.json()).toEqual({ consultationId: id, ...slot, by: 'email' });
  const repeated = await api.book(id, slot, headers);
  expect(await repeated.json()).toMatchObject({ consultationId: id, visit: expect.stringMatching(/^\/visit\//) });
});

test('a ZIP code where visitors are asked to call first can book', async () => {
  const { id } = await api.receive({ zipCode: '30501' });
  expect((await api.book(id, await api.openSlot(8))).status).toBe(201);
});

test('far away no visit is booked, in both languages; a callback is taken', async () => {
  const zipCode = '33139';
  const slot = await api.openSlot(9);
  const { id } = await api.receive({ zipCode });
  const body = JSON.stringify({ consultationId: id, slotStart: slot.start, slotEnd: slot.end });
  for (const [language, words] of [
    ['en', 'is outside the area that we visit'],
    ['es', 'está fuera de la zona que visitamos'],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'accept-language': language };
    const answer = await api.ask('POST', '/api/calendar/book', { headers, body });
    const { error } = await answer.json();
    expect([answer.status, error]).toEqual([409, expect.stringContaining(words)]);
    expect(error).toContain(business.phone.display);
    expect(error.match(/[.?!](?= |$)/g)).toHaveLength(1);
  }
  expect(await api.openSlots()).toContainEqual(slot);
  const form = { name: 'Elise Romero', phone: '(407) 555-0188', zipCode, preferredContact: 'phone' };
  expect((await api.submit('/api/callback', form)).status).toBe(303);
});

test('who has a visit may change it, whatever the areas are now', async () => {
  const [former, latter] = [await api.openSlot(10), await api.openSlot(11)];
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { id } = await api.receive({}, headers);
  await api.book(id, former, headers);
  await changeLead(api.store('leads'), id, (lead) => ({ ...lead, request: { ...lead.request, zipCode: '33139' } }));
  expect((await api.book(id, latter, headers)).status).toBe(201);
});
