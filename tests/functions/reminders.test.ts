import { afterEach, expect, test, vi } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';
import { HOUR } from '#lib/time/units';

const server = mailServerForTests();
/** A Monday, noon in New York. */
const api = apiForTests({ now: '2026-11-30T17:00:00Z' });
afterEach(() => vi.unstubAllEnvs());

const at = (instant: string) => void vi.setSystemTime(Date.parse(instant));

async function runHourly(from: string, to: string): Promise<void> {
  for (let time = Date.parse(from); time <= Date.parse(to); time += HOUR) {
    vi.setSystemTime(time);
    for (const name of ['remind', 'deliver-mail']) await api.ask('POST', `/.netlify/functions/${name}`);
  }
}

async function booked(start: string, fields: object = {}): Promise<{ id: string; address: string }> {
  const slot = (await api.openSlots()).find((one) => one.start === start);
  const visit = await api.booked(slot as Slot, fields);
  await api.settled();
  return visit;
}

async function change(address: string, fields: Record<string, string>): Promise<void> {
  expect((await api.submit(address, fields)).status).toBe(303);
  await api.settled();
}

const reminders = () => server.received.filter(({ mail }) => mail.subject?.startsWith('Reminder: '));
const subjects = () => reminders().map(({ mail }) => mail.subject);

/** Friday, 10:30 AM in New York. */
const FRIDAY = '2026-12-04T15:30:00.000Z';
const friday = 'Reminder: your consultation is Friday, December 4 at 10:30 AM ET';

test('a visitor is reminded the day before, from ten in the morning, once, with the link to the visit', async () => {
  const { id } = await booked(FRIDAY, { email: 'elise@example.com', message: 'Buy cheap pills', name: 'Elise Romero' });
  await runHourly('2026-11-30T18:15:00Z', '2026-12-03T14:15:00Z');
  expect(subjects()).toEqual([]);
  await runHourly('2026-12-03T15:15:00Z', '2026-12-04T20:15:00Z');
  expect(subjects()).toEqual([friday]);
  const [mail] = reminders();
  expect(mail?.to).toEqual(['elise@example.com']);
  expect(mail?.mail.text).toContain(`/visit/${id}.`);
  expect(mail?.mail.text).not.toContain('pills');
  expect(mail?.mail.text).not.toContain('(407) 0');
});

test('who has cancelled or is lost is not reminded; of a moved visit somebody is again if its confirmation is old by then', async () => {
  const { address } = await booked(FRIDAY);
  const gone = await booked('2026-12-04T17:00:00.000Z');
  await change(gone.address, { action: 'cancel' });
  const lost = await booked('2026-12-04T20:00:00.000Z');
  await api.changed(lost.id, { status: 'lost', lostReason: 'not now' });
  await runHourly('2026-12-03T15:15:00Z', '2026-12-03T15:15:00Z');
  expect(subjects()).toEqual([friday]);
  await change(address, { action: 'move', slot: '2026-12-08T15:30:00.000Z' });
  await runHourly('2026-12-03T16:15:00Z', '2026-12-08T15:15:00Z');
  expect(subjects()).toEqual([friday, 'Reminder: your consultation is Tuesday, December 8 at 10:30 AM ET']);
});

test('who gave no address or was told lately gets none, and REMINDERS=off turns them off', async () => {
  await booked(FRIDAY, { email: '', preferredContact: 'phone' });
  await booked('2026-12-04T17:00:00.000Z');
  // Told of less than a day and a half before: it needs none.
  at('2026-12-03T13:00:00Z');
  await booked('2026-12-04T18:30:00.000Z');
  vi.stubEnv('REMINDERS', 'off');
  await runHourly('2026-12-03T15:15:00Z', '2026-12-03T22:15:00Z');
  expect(subjects()).toEqual([]);
  vi.stubEnv('REMINDERS', 'on');
  await runHourly('2026-12-03T23:15:00Z', '2026-12-04T00:15:00Z');
  expect(subjects()).toEqual(['Reminder: your consultation is Friday, December 4 at 12:00 PM ET']);
});

test('a reminder that could not be sent before the visit was moved, cancelled or near is dropped', async () => {
  const moved = await booked(FRIDAY);
  const gone = await booked('2026-12-04T18:30:00.000Z');
  await booked('2026-12-04T17:00:00.000Z');
  await server.stop();
  await runHourly('2026-12-03T15:15:00Z', '2026-12-03T15:15:00Z');
  await change(moved.address, { action: 'move', slot: '2026-12-05T15:30:00.000Z' });
  await change(gone.address, { action: 'cancel' });
  at('2026-12-04T16:00:00Z');
  await server.start();
  await runHourly('2026-12-04T16:00:00Z', '2026-12-04T18:00:00Z');
  expect(subjects()).toEqual([]);
});
