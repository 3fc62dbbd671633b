import { beforeEach, expect, test, vi } from 'vitest';
import { Connections } from '#contracts/connections';
import { FIRST_PERSON } from '#contracts/people';
import { Setup, Trial } from '#contracts/setup';
import type { Slot } from '#contracts/calendar';
import { personOf } from '#lead/visits';
import { EventBook } from '#tests/support/google/google-events';
import { googleSite, leadOf } from '#tests/support/google/google-site';
import { MINUTE } from '#lib/time/units';

const site = googleSite();
const IVANS = 'ivan@group.calendar.google.com';
let ivans: EventBook;
let ivan: Awaited<ReturnType<typeof site.colleague>>;
beforeEach(async () => {
  ivans = new EventBook('America/New_York');
  site.google.added.set(IVANS, ivans);
  ivan = await site.colleague('office', { name: 'Ivan', kinds: ['consultation', 'installation'] });
});

const enter = async (entry: object) => {
  const body = { line: 'busy', addresses: '', person: ivan.id, ...entry };
  return Trial.parse(JSON.parse(await site.text(site.asOwner('PUT', '/api/setup', body))));
};
const line = async () => (await site.read(Setup, '/api/setup')).lines.find(({ name }) => name === 'busy');
const disconnect = () => site.asOwner('DELETE', `/api/setup/busy-of-${ivan.id}`);
const leadsIn = (book: EventBook) => book.alive().map(leadOf);
const handedTo = (id: string, { start }: Slot, person: string) =>
  site.commanded(id, { do: 'book', slot: start, from: start, isQuiet: false, person });
const takeTime = (book: EventBook, { start, end }: Slot) =>
  book.add({ start: { dateTime: start }, end: { dateTime: end } });

test('a person’s own calendar is tried before it is kept; their visits to come, busy times and events are there', async () => {
  const [slot, other] = (await site.openSlots()).slice(2) as [Slot, Slot];
  takeTime(site.google.events, slot);
  const before = (await site.booked(slot)).id;
  for (const calendar of ['nobody@example.com', site.google.calendarId, 'primary'])
    expect([calendar, (await enter({ calendar })).isDone]).toEqual([calendar, false]);
  expect((await line())?.ofPeople).toBeUndefined();
  expect(await enter({ calendar: IVANS })).toMatchObject({ isDone: true });
  expect([leadsIn(ivans), ivans.invitations]).toEqual([[before], []]);
  // As if another process had booked it meanwhile, without the new calendar.
  ivans.forget(ivans.alive()[0]?.id ?? '');
  await site.sweep();
  expect(leadsIn(ivans)).toEqual([before]);
  const asked = site.google.count('freeBusy');
  expect(await line()).toMatchObject({
    people: [{ id: FIRST_PERSON }, { id: ivan.id, name: 'Ivan' }],
    ofPeople: [{ person: ivan.id, shown: `Google Calendar ${IVANS}` }],
  });
  // Once the business's calendar, and once theirs.
  expect(site.google.count('freeBusy') - asked).toBe(2);

  takeTime(site.google.events, other);
  const { id } = await site.booked(other, { email: '' });
  expect([personOf(await site.visit(id)), leadsIn(ivans)]).toEqual([ivan.id, [before, id]]);
  const notes = { action: 'notes', address: '14 Palm Way' };
  await site.submit(await site.visitPage(id), notes);
  expect(ivans.alive().map(({ location = '' }) => location.split(',')[0])).toContain('14 Palm Way');
  const [third] = (await site.openSlots()).slice(6) as [Slot];
  takeTime(site.google.events, third);
  expect(await site.openSlots()).toContainEqual(third);
  takeTime(ivans, third);
  expect(await site.openSlots()).not.toContainEqual(third);
});

test('a visit that is handed over moves from one calendar to the other and back; strays go, and a cancelled one’s event', async () => {
  await enter({ calendar: IVANS });
  const slot = await site.openSlot(2);
  const { id } = await site.booked(slot);
  expect([leadsIn(site.google.events), leadsIn(ivans)]).toEqual([[id], []]);
  await handedTo(id, slot, ivan.id);
  expect([leadsIn(site.google.events), leadsIn(ivans)]).toEqual([[], [id]]);
  expect(ivans.invitations.map(({ kind }) => kind)).toEqual(['invited']);
  // Google invites, so no mail of ours does.
  const mails = (await site.store('leads').list('outbox/'))
    .map(({ key }) => key)
    .filter((key) => key.endsWith('-visitor'));
  const texts = await Promise.all(mails.map(async (key) => JSON.stringify(await site.store('leads').get(key))));
  expect(texts.map((text) => text.includes('BEGIN:VCALENDAR'))).toEqual([false, false]);
  const [stray] = ivans.alive();
  await handedTo(id, slot, FIRST_PERSON);
  expect([leadsIn(site.google.events), leadsIn(ivans)]).toEqual([[id], []]);
  // As after a deletion that Google has lost.
  ivans.change(stray?.id ?? '', { status: 'confirmed' });
  await site.rest();
  expect([leadsIn(site.google.events), leadsIn(ivans)]).toEqual([[id], []]);
  await handedTo(id, slot, ivan.id);
  expect(await site.cancel(id)).toBe(303);
  expect([leadsIn(site.google.events), leadsIn(ivans)]).toEqual([[], []]);
});

test('while the calendar or its entry cannot be read, that person’s times are not offered; a removal forgets it', async () => {
  await enter({ calendar: IVANS });
  const slot = await site.openSlot(2);
  takeTime(site.google.events, slot);
  expect(await site.openSlots()).toContainEqual(slot);
  site.google.added.delete(IVANS);
  expect(await site.openSlots()).not.toContainEqual(slot);
  expect(await site.read(Connections, '/api/connections')).toMatchObject({ calendar: 'ok', busy: 'failing' });
  expect((await line())?.ofPeople?.[0]?.shown).toContain('shared with this account');
  site.google.added.set(IVANS, ivans);
  const auth = site.store('auth');
  const kept = (await auth.get('owner/setup'))?.value as { lines: Record<string, string> };
  await auth.put('owner/setup', { lines: { [`busy-of-${ivan.id}`]: 'damaged' } });
  const soon = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2 * MINUTE);
  expect(await site.openSlots()).not.toContainEqual(slot);
  await auth.put('owner/setup', kept);
  soon.mockReturnValue(performance.now() + 2 * MINUTE);
  expect(await site.openSlots()).toContainEqual(slot);

  expect((await site.asOwner('DELETE', `/api/people/${ivan.id}`)).status).toBe(204);
  expect((await auth.get('owner/setup'))?.value).toEqual({ lines: {} });
});

test('where the owner has connected Google on the page, the site makes the calendar, once, and keeps the other links', async () => {
  const { GOOGLE_CALENDAR_ID, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, ...places } = site.google.env;
  const { GOOGLE_REFRESH_TOKEN: _, ...addresses } = places;
  site.connect(addresses);
  await disconnect();
  const entry = { line: 'calendar', clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, busy: '' };
  const asked = async (body: object) => JSON.parse(await site.text(site.asOwner('PUT', '/api/setup', body)));
  expect(await enter({ calendar: 'new' })).toMatchObject({ isDone: false, words: expect.stringContaining('first') });
  const { address } = await asked(entry);
  const back = new URL(site.google.oauth.authorize(new URL(address).searchParams)).searchParams;
  await asked({ line: 'google', code: back.get('code'), state: back.get('state') });
  for (const made of [1, 2]) {
    expect([made, await enter({ calendar: 'new' })]).toMatchObject([made, { isDone: true }]);
    expect(site.google.count('create')).toBe(2);
  }
  expect([...site.google.added.keys()]).toHaveLength(2);
  expect((await line())?.ofPeople?.[0]?.shown).toMatch(/^Google Calendar made-2@/);
  expect(GOOGLE_CALENDAR_ID).toBe(site.google.calendarId);
  await site.asOwner('DELETE', '/api/setup/calendar');
});
