import type { Context } from '@netlify/functions';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { visitSecret, visitToken } from '#server/leads/lead';
import { openStore } from '#server/storage/stores';
import { call, get, post, settled, withDataDir } from '#tests/support/api';
import { MailServer } from '#tests/support/mail-server';
import { newVisitor } from '#tests/support/visitor';
import availability from '../../netlify/functions/availability.ts';
import book from '../../netlify/functions/book.ts';
import consultationRequests from '../../netlify/functions/consultation-requests.ts';
import deliverMail from '../../netlify/functions/deliver-mail.ts';
import remind from '../../netlify/functions/remind.ts';
import visitPage from '../../netlify/functions/visit.ts';

withDataDir();

const HOUR = 60 * 60_000;
const server = new MailServer();
const context = { ip: '127.0.0.1', deploy: { context: 'dev', id: '0', published: false } } as Context;
let dataDir = '';

beforeEach(async () => {
  dataDir = `${process.env['DATA_DIR']}/${crypto.randomUUID()}`;
  await server.start();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'hello@example.com', MAIL_TO: 'owner@example.com', RATE_LIMIT: 'off' };
  for (const [name, value] of Object.entries({ ...env, DATA_DIR: dataDir })) vi.stubEnv(name, value);
  // A Monday, noon in Florida.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-30T17:00:00Z') });
});
afterEach(async () => {
  await settled();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  server.reset();
  await server.stop();
});

const at = (instant: string) => void vi.setSystemTime(Date.parse(instant));

async function runHourly(from: string, to: string): Promise<void> {
  for (let time = Date.parse(from); time <= Date.parse(to); time += HOUR) {
    vi.setSystemTime(time);
    await remind(post('/.netlify/functions/remind', '{}'), context);
    await deliverMail(post('/.netlify/functions/deliver-mail', '{}'), context);
  }
}

async function slotAt(start: string): Promise<Slot> {
  const { slots } = Availability.parse(await (await call(availability, get('/api/calendar/availability'))).json());
  const slot = slots.find((one) => one.start === start);
  if (!slot) throw new Error(`${start} is not offered: ${slots.map((one) => one.start).join(' ')}`);
  return slot;
}

async function booked(start: string, fields: object = {}): Promise<string> {
  const answer = await call(consultationRequests, post('/api/consultation-requests', { ...newVisitor(), ...fields }));
  const { id } = await answer.json();
  const slot = await slotAt(start);
  const body = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
  expect((await call(book, post('/api/calendar/book', body))).status).toBe(201);
  await settled();
  return id;
}

async function change(id: string, fields: Record<string, string>): Promise<void> {
  const auth = openStore('auth', { context: 'dev', dataDir });
  const token = visitToken(await visitSecret(auth), id);
  const request = new Request(`http://localhost:8888/visit/${token}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const run: typeof visitPage = (asked, given) => visitPage(asked, { ...given, params: { token } });
  expect((await call(run, request)).status).toBe(303);
  await settled();
}

const reminders = () => server.received.filter(({ mail }) => mail.subject?.startsWith('Reminder: '));
const subjects = () => reminders().map(({ mail }) => mail.subject);

/** Friday, 10:30 AM in Florida. */
const FRIDAY = '2026-12-04T15:30:00.000Z';
const friday = 'Reminder: your consultation is Friday, December 4 at 10:30 AM ET';

test('a visitor is reminded the day before, from ten in the morning, once, with the link to the visit', async () => {
  const id = await booked(FRIDAY, { email: 'elise@example.com', message: 'Buy cheap pills', name: 'Elise Romero' });
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

test('one that is cancelled is not reminded of; one that is moved afterwards is again if its confirmation is old by then', async () => {
  const id = await booked(FRIDAY);
  const gone = await booked('2026-12-04T17:00:00.000Z');
  await change(gone, { action: 'cancel' });
  await runHourly('2026-12-03T15:15:00Z', '2026-12-03T15:15:00Z');
  expect(subjects()).toEqual([friday]);
  const { start } = await slotAt('2026-12-08T15:30:00.000Z');
  await change(id, { action: 'move', slot: start });
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

test('a reminder counts in the six mails that one address gets in a day', async () => {
  const email = 'elise.often@example.com';
  await booked(FRIDAY, { email });
  at('2026-12-03T15:01:00Z');
  const often = await booked('2026-12-07T15:30:00.000Z', { email });
  for (const time of ['17:00', '18:30', '20:00', '15:30', '17:00']) {
    await change(often, { action: 'move', slot: `2026-12-08T${time}:00.000Z` });
  }
  const sent = () => server.received.filter(({ to }) => to.includes(email));
  expect(sent()).toHaveLength(7);
  await runHourly('2026-12-03T15:15:00Z', '2026-12-03T22:15:00Z');
  expect(sent()).toHaveLength(7);
  // In the next day of the count one more is allowed.
  await runHourly('2026-12-04T00:15:00Z', '2026-12-04T00:15:00Z');
  expect(subjects()).toEqual([friday]);
});
