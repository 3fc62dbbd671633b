import path from 'node:path';
import { keepLead } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { VisitHours } from '#contracts/hours';
import { linkToken, setUpOwner } from '#server/auth/access';
import { invite } from '#server/auth/invitations';
import { KEPT } from '#server/auth/session';
import { mail } from '#server/channels/mail/mail';
import { addDevice, noteNotified } from '#server/channels/push/push';
import { SNAPSHOT } from '#server/leads/lead-list';
import { addPicture } from '#server/leads/pictures';
import { boxOf, lease } from '#server/outbox/outbox';
import { recordKinds } from '#server/records/kinds';
import { people } from '#server/slots/people';
import { slotKey } from '#server/slots/records';
import { storeNames } from '#server/storage/stores';
import { apiForTests } from '#tests/support/admin-api';
import { TestPasskey } from '#tests/support/passkey';
import { samples } from '#tests/support/sample-media';
import { newVisitor } from '#tests/support/visitor';
import { DAY, HOUR } from '#lib/time/units';

const api = apiForTests();

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a newer version may write it: each object in it has one more field. */
function newer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(newer);
  if (!isObject(value)) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([field, part]) => [field, newer(part)])), ofNewer: 'kept' };
}

/** The objects of `after` that have lost the field. Those in `except` are new in it: another's, or made by the form. */
function lost(before: unknown, after: unknown, place = ''): string[] {
  if (Array.isArray(before) && Array.isArray(after))
    return before.flatMap((part, index) => lost(part, after[index], `${place}[${index}]`));
  if (!isObject(before) || !isObject(after)) return [];
  const parts = Object.keys(before).flatMap((field) => lost(before[field], after[field], `${place}.${field}`));
  return 'ofNewer' in before && !('ofNewer' in after) ? [place || 'record', ...parts] : parts;
}

const edited = [
  'leads/',
  'pictures/',
  'visitors/',
  'texts/',
  'outbox/',
  'slots/',
  'schedule/',
  'push-devices/',
  'calendar-feed/',
  'owner/',
  'sessions/',
  'passkeys/',
  'invitations/',
  'settings/',
  'items/',
];
/** Written once, or anew as a whole. */
const writtenWhole = [
  'list/snapshot',
  'removed/',
  'unreleased/',
  'mailed/',
  'mailed-on/',
  'webhooks/',
  'installation',
  'busy-times',
  'counts/',
  'counts-of-days/',
  'health/',
  'holds/',
  'objects/',
  'uploads/',
  'parts/',
  'removals/',
  'visit-links/',
  'made/',
  'key/',
];

test('each kind of record is edited, or written as a whole', () => {
  const isIn = (place: string, places: readonly string[]) => places.some((one) => place.includes(one));
  const unknown = recordKinds.filter(({ place }) => !isIn(place, edited) && !isIn(place, writtenWhole));
  expect(unknown).toEqual([]);
});

test('what each writer edits keeps the fields that only a newer version knows, at every depth', async () => {
  const [slot, next, third, fourth] = await Promise.all([0, 4, 8, 12].map((index) => api.openSlot(index)));
  const visitor = newVisitor();
  const [slots, leads, auth] = [api.store('slots'), api.store('leads'), api.store('auth')];
  if (!slot || !next || !third || !fourth) throw new Error('No times');
  const { id } = await api.booked(slot, { ...visitor, message: 'Two rooms', attribution: { source: 'radio' } });
  const cancelled = await api.booked(fourth, visitor);
  const picture = async (kind: string) => {
    const bytes = (await samples[kind]?.()) ?? new Uint8Array();
    expect(await addPicture(leads, id, { bytes, extension: kind, at: 'now' })).toBe('kept');
  };
  await picture('png');
  const note = (text: string) => ({ id: crypto.randomUUID(), text });
  const put = async (address: string, body: object) => await api.text(api.asOwner('PUT', address, body));
  await api.commanded(id, { do: 'note', note: note('Called') });
  await api.commanded(id, { do: 'correct', request: { name: 'Corrected' } });
  const hours = await api.read(VisitHours, '/api/hours');
  await put('/api/hours', { ...hours, settings: { ...hours.settings, noticeMinutes: 60 } });
  await put('/api/alerts', { asksForReview: true });
  const away = { first: '2099-12-24', last: '2099-12-24' };
  await api.text(api.asOwner('POST', '/api/away', { ...away, note: '' }), 201);
  const subscription = { endpoint: 'https://push.example.com/a', keys: { p256dh: 'a', auth: 'b' }, name: 'Phone' };
  const device = await addDevice(auth, subscription, 0);
  await api.feed();
  const token = await linkToken(auth, Date.now());
  const sign = { username: 'owner', password: 'a long password' };
  const access = { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD_HASH: 'a', SESSION_SECRET: 'b' };
  await auth.put('owner/access', access);
  const mediaUrl = await api.upload((await samples['jpg']?.()) ?? new Uint8Array());
  const focus = { x: 10, y: 10 };
  const item = await api.createItem({
    title: 'Sunroom',
    mediaType: 'image',
    mediaUrl,
    focus,
    isPublished: true,
  });
  await slots.create(slotKey(Date.parse(next.start)), { state: 'free', eventNumber: 1, writes: 1 });

  const asked = async (address: string) => JSON.parse(await api.text(api.asOwner('POST', `/api/auth/${address}`, {})));
  const passkey = new TestPasskey();
  await api.text(api.asOwner('PUT', '/api/auth/passkeys', { passkey: passkey.made(await asked('passkeys')) }), 201);
  const person = { name: 'Ira', role: 'installer', kinds: [] };
  await api.text(api.asOwner('POST', '/api/people', person), 201);

  // Its next use is noted.
  const usedADayAgo = { usedAt: Date.now() - DAY, seconds: KEPT.seconds };
  const marked = new Map<string, { value: unknown; etag: string }>();
  for (const name of storeNames) {
    for (const { key } of await api.store(name).list('')) {
      if (!edited.some((place) => key.startsWith(place))) continue;
      const kept = (await api.store(name).get(key))?.value;
      const value = newer(key.startsWith('sessions/') ? { ...Object(kept), ...usedADayAgo } : kept);
      marked.set(`${name} ${key}`, { value, etag: await api.store(name).put(key, value) });
    }
  }
  await picture('jpg');
  await api.run('sweep-leads');
  marked.set(`leads ${SNAPSHOT}`, { value: [{ lead: marked.get(`leads leads/${id}`)?.value }], etag: '' });

  const again = { ...newVisitor(), name: 'Sent Again' };
  await keepLead(leads, { id, request: again as never, source: 'dialog', now: new Date() });
  await api.commanded(id, { do: 'note', note: note('Again') });
  await api.commanded(id, { do: 'correct', request: { name: 'Once More' } });
  await api.changed(id, { followUp: '2099-01-01' });
  await api.commanded(id, { do: 'visitNote', visit: slot.start, note: 'Ladder' });
  await api.commanded(id, { do: 'book', from: slot.start, slot: next.start, isQuiet: true });
  await api.commanded(cancelled.id, { do: 'cancel', from: fourth.start, isQuiet: true });
  await api.booked(third, visitor);
  const now = await api.read(VisitHours, '/api/hours');
  await put('/api/hours', { ...now, settings: { ...now.settings, noticeMinutes: 120 } });
  await put('/api/alerts', { saysAnswerTime: true });
  await api.text(api.asOwner('POST', '/api/away', { ...away, note: 'Dentist', seen: { note: '' } }), 201);
  await noteNotified(auth, device?.id ?? '', 5);
  await addDevice(auth, { ...subscription, name: 'Tablet' }, 9);
  await api.feed();
  await put('/api/auth/passkey', { passkey: passkey.signed(await asked('passkey')) });
  for (const { key } of await slots.list(people.place)) {
    await put(`/api/people/${path.basename(key)}`, person);
  }
  for (const { key } of await auth.list('invitations/')) await invite(auth, path.basename(key), Date.now());
  expect(await setUpOwner(auth, { token, ...sign }, Date.now())).toBe(true);
  await put(`/api/gallery/${item.id}`, { title: 'Porch' });
  const box = boxOf(leads, mail.outbox);
  for (const { key } of await leads.list('outbox/')) {
    const name = key.slice('outbox/'.length);
    await lease(box, name, { now: Date.now() + 100 * HOUR, until: Date.now() + 101 * HOUR });
  }
  await api.settled();

  const unchanged: string[] = [];
  for (const [place, { value, etag }] of marked) {
    const [name = '', key = ''] = place.split(' ');
    const after = await api.store(name as 'leads').get(key);
    if (after?.etag === etag) unchanged.push(place.split('/')[0] ?? '');
    const isGivenUp = [slot, fourth].some(({ start }) => key === slotKey(Date.parse(start)));
    // The hours of the days are the form's own.
    const gone = lost(value, after?.value).filter((field) => !field.startsWith('.weekly['));
    expect([place, isGivenUp ? [] : gone]).toEqual([place, []]);
  }
  expect(unchanged).toEqual([]);
});
