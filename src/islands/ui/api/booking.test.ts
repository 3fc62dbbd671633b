import { expect, test } from 'vitest';
import type { ConsultationRequest } from '#contracts/consultation';
import { scriptedServer } from '#tests/support/scripted-server';
import { bookingApi } from './booking.ts';
import { createClient } from './client.ts';

const server = scriptedServer();
const api = () => bookingApi(createClient(server.origin()));
const slot = { start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z' };
const request: ConsultationRequest = {
  name: 'Elise Romero',
  email: 'elise.romero@example.com',
  zipCode: '34747',
  city: 'Celebration',
  serviceInterest: 'Motorized Shades',
  preferredContact: 'email',
};

test('availability is read from its path', async () => {
  server.script('/api/calendar/availability', { body: { slots: [slot] } });
  await expect(api().availability()).resolves.toEqual({ slots: [slot] });
  expect(server.heard).toMatchObject([{ method: 'GET', path: '/api/calendar/availability' }]);
});

test('a request goes with its key; empty optional values are absent', async () => {
  server.script('/api/consultation-requests', { status: 201, body: { id: 'lead-1' } });
  await expect(api().request(request, 'key-1')).resolves.toBe('lead-1');
  expect(server.heard[0]?.headers['idempotency-key']).toBe('key-1');
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual(request);
});

test('a booking names the request and both ends of the slot; what a success says is not read', async () => {
  server.script('/api/calendar/book', { status: 201, body: 'anything' });
  const booking = { consultationId: 'lead-1', slotStart: slot.start, slotEnd: slot.end };
  await expect(api().book(booking)).resolves.toBeUndefined();
  expect(JSON.parse(server.heard[0]?.body ?? '')).toEqual(booking);
});
