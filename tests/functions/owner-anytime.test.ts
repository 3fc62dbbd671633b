import { pastVisits, standingVisits } from '#lead/visits';
import { expect, test, vi } from 'vitest';
import { apiForTests } from '#tests/support/admin-api';
import { HOUR, MINUTE } from '#lib/time/units';

/** A Monday, 8 AM where the business is. */
const NOW = '2026-11-02T13:00:00Z';
const api = apiForTests({ now: NOW });

type Fields = Readonly<Record<string, unknown>>;
const later = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString();
const change = (id: string, slot: string, fields: Fields = {}) =>
  api.command(id, { do: 'book', slot, from: null, isQuiet: true, ...fields });
const books = async (slot: string, fields: Fields = {}, person: object = {}) => {
  const { id, address } = await api.receive(person);
  return { id, address, answer: await change(id, slot, fields) };
};

/** What the owner is warned of. */
async function overlapsIn(answer: Response): Promise<unknown> {
  const body = await answer.json();
  expect([answer.status, body.error], JSON.stringify(body)).toEqual([409, 'That time is not free.']);
  return body.conflict.fields.overlaps;
}

const sunday = '2026-11-08T23:00:00.000Z';

test.each<[when: string, slot: string, hours: number, warned: readonly object[]]>([
  ['this afternoon', '2026-11-02T20:00:00.000Z', 1, []],
  ['in a minute, for a quarter of an hour, before the shop opens', later(NOW, 1 / 60), 1 / 4, [{ what: 'closed' }]],
  ['until an hour after closing', '2026-11-03T22:00:00.000Z', 2, [{ what: 'closed' }]],
  ['a quarter of an hour just before closing', '2026-11-03T22:15:00.000Z', 1 / 4, []],
  ['on a Sunday at 6 PM', sunday, 1, [{ what: 'closed' }]],
  ['in sixty days, for four hours', '2027-01-04T15:00:00.000Z', 4, []],
  ['in two years, over night', '2028-11-01T03:00:00.000Z', 12, [{ what: 'closed' }]],
  ['on a holiday', '2026-11-26T15:00:00.000Z', 1, [{ what: 'holiday', name: expect.any(String) }]],
])('the owner books what was agreed %s', async (_, slot, hours, warned) => {
  const end = later(slot, hours);
  const { id, answer } = await books(slot, { end });
  if (warned.length > 0) {
    expect(await overlapsIn(answer)).toEqual(warned);
    expect([(await api.booking(id)).start, (await api.record(slot))?.state]).toEqual([undefined, 'free']);
    expect((await change(id, slot, { end, isAnyway: true })).status).toBe(200);
  } else expect(answer.status).toBe(200);
  await api.run('sweep');
  expect(await api.booking(id)).toMatchObject({ start: slot, end, kind: 'consultation', status: 'booked' });
  const { slot: key = '' } = await api.visit(id);
  const record = (await api.store('slots').get(key))?.value;
  expect(record).toMatchObject({ state: 'booked', lead: id, end: Date.parse(end) });
  const visitors = await api.openSlots();
  const isOver = visitors.some((one) => one.start < end && slot < one.end);
  expect(isOver).toBe(false);
});

test('over a visit and a time away the owner is warned by name, then it is done; the visitors’ rules stay', async () => {
  const first = await books('2026-11-03T22:00:00.000Z', { isAnyway: true }, { name: 'Ann Fox' });
  const away = { first: '2026-11-03', last: '2026-11-03', from: '16:00', until: '17:00', note: 'Dentist' };
  await api.text(api.asOwner('POST', '/api/away', away), 201);
  const [slot, end] = ['2026-11-03T21:15:00.000Z', '2026-11-03T22:15:00.000Z'];
  const { id, address, answer } = await books(slot, { end });
  expect(await overlapsIn(answer)).toEqual([
    { what: 'visit', name: 'Ann Fox', start: '2026-11-03T22:00:00.000Z', end: '2026-11-03T23:00:00.000Z' },
    { what: 'away', start: '2026-11-03T21:00:00.000Z', end: '2026-11-03T22:00:00.000Z' },
  ]);
  expect((await change(id, slot, { end, isAnyway: true })).status).toBe(200);
  await api.run('sweep');
  expect([(await api.booking(first.id)).start, (await api.booking(id)).start]).toEqual([
    '2026-11-03T22:00:00.000Z',
    slot,
  ]);
  const move = await api.submit(address, { action: 'move', slot: '2026-11-03T22:00:00.000Z' });
  expect(move.status).toBe(409);
});

test('the owner is refused a time that is over, too far, not on the minute, too short or too long', async () => {
  const { id } = await api.receive();
  const tries: [slot: string, end: string | undefined, status: number, error: string][] = [
    [later(sunday, -24 * 7), undefined, 409, 'That time is over. Please choose one to come.'],
    ['2028-12-01T15:00:00.000Z', undefined, 409, 'Please choose a time in the next two years.'],
    ['2026-11-08T23:00:30.000Z', undefined, 400, 'Please send a full minute'],
    [sunday, later(sunday, 1 / 6), 400, 'A visit takes from 15 minutes to 12 hours'],
    [sunday, later(sunday, 12.25), 400, 'A visit takes from 15 minutes to 12 hours'],
    [sunday, later(sunday, -1), 400, 'A visit takes from 15 minutes to 12 hours'],
  ];
  for (const [slot, end, status, error] of tries) {
    const answer = await change(id, slot, { end, isAnyway: true });
    expect([answer.status, (await answer.json()).error]).toEqual([status, error]);
  }
  const kind = await change(id, sunday, { kind: 'party' });
  expect([kind.status, (await kind.json()).error]).toEqual([400, 'Please select a kind of visit']);
});

test('two visits begin at one minute if the owner books anyway: each stands, no visitor gets the time of either', async () => {
  const [slot, end] = ['2026-11-03T15:00:00.000Z', '2026-11-03T19:00:00.000Z'];
  const first = await books(slot, {}, { name: 'Ann Fox' });
  const { id, answer } = await books(slot, { end });
  expect(await overlapsIn(answer)).toMatchObject([{ what: 'visit', name: 'Ann Fox', start: slot }]);
  for (const _ of ['once', 'twice']) expect((await change(id, slot, { end, isAnyway: true })).status).toBe(200);
  const under = async () => (await api.openSlots()).filter(({ start }) => slot <= start && start < end).length;
  const [both, none] = [(await api.feed()).match(/^UID:.*$/gm), await under()];
  expect([new Set(both).size, none]).toEqual([2, 0]);
  await api.run('sweep');
  await api.text(api.command(first.id, { do: 'cancel', from: slot, isQuiet: true }));
  await api.run('sweep');
  expect([(await api.booking(id)).start, await under()]).toEqual([slot, 0]);
  await api.text(api.command(id, { do: 'cancel', from: slot, isQuiet: true }));
  await api.run('sweep');
  expect(await under()).toBeGreaterThan(0);
});

test('a visit’s end and kind are changed where it is: its entry and its invitation follow, and the old entry goes', async () => {
  const slot = '2026-11-04T15:00:00.000Z';
  const [short, long] = [later(slot, 1), later(slot, 3)];
  const { id } = await books(slot, { end: short, isQuiet: false });
  for (const _ of ['once', 'twice']) {
    const fields = { from: slot, end: long, kind: 'measure', isQuiet: false };
    expect((await change(id, slot, fields)).status).toBe(200);
  }
  await api.run('sweep');
  expect(await api.booking(id)).toMatchObject({ start: slot, end: long, kind: 'measure', changes: 2 });
  const under = async () => (await api.openSlots()).some(({ start }) => slot <= start && start < long);
  expect(await under()).toBe(false);
  const calendar = await api.feed();
  expect(calendar.match(/^(SUMMARY:\w+|DTEND.*|SEQUENCE.*)/gm)).toEqual([
    expect.stringMatching(/^SEQUENCE:2/),
    expect.stringMatching(/^DTEND;.*:20261104T130000/),
    expect.stringMatching(/^SUMMARY:Measure/),
  ]);
  const mails = JSON.stringify(await api.data());
  expect([...mails.matchAll(/SEQUENCE:(\d)/g)].map(([, number]) => number).toSorted()).toEqual(['1', '2']);
  // A shorter visit gives the rest of its time back.
  expect((await change(id, slot, { from: slot, end: short })).status).toBe(200);
  await api.run('sweep');
  expect(await under()).toBe(true);
});

test('a moved visit keeps its length and its kind, and may overlap itself; the owner may give it others', async () => {
  const [slot, moved] = ['2026-11-03T15:00:00.000Z', '2026-11-03T15:30:00.000Z'];
  const { id } = await books(slot, { end: later(slot, 4), kind: 'installation' });
  expect((await change(id, moved, { from: slot })).status).toBe(200);
  await api.run('sweep');
  expect(await api.booking(id)).toMatchObject({ start: moved, end: later(moved, 4), kind: 'installation' });
  expect((await api.record(slot))?.state).toBe('free');
  expect((await change(id, slot, { from: moved, end: later(slot, 1), kind: 'service' })).status).toBe(200);
  expect(await api.record(slot)).toMatchObject({ end: Date.parse(later(slot, 1)), kind: 'service' });
});

test('an installation: its visitor sees, cancels and does not move it; mails, files and messages say what it is', async () => {
  const slot = '2026-11-05T15:00:00.000Z';
  const { id, address, answer } = await books(slot, { end: later(slot, 4), kind: 'installation', isQuiet: false });
  expect(answer.status).toBe(200);
  const page = await api.text(api.ask('GET', address));
  expect(page).toMatch(/Installation<\/dd>/);
  expect(page).toMatch(/4 hours<\/dd>/);
  expect(page).toContain('To move your installation, call');
  expect(page).not.toMatch(/free of charge|name="slot"/);
  expect(page).toContain('value="cancel"');
  expect(await api.text(api.ask('GET', `/es${address}`))).toContain('Para cambiar la hora de su instalación, llame al');
  const [open] = await api.openSlots();
  const moved = await api.submit(address, { action: 'move', slot: open?.start ?? '' });
  expect([moved.status, await moved.text()]).toEqual([409, expect.stringContaining('To move this visit, please call')]);
  expect((await api.booking(id)).start).toBe(slot);
  expect(await api.text(api.ask('GET', `${address}/visit.ics`))).toMatch(/SUMMARY:Installation with /);
  const calendar = await api.feed();
  expect(calendar).toContain('SUMMARY:Installation: ');
  expect((await api.submit(address, { action: 'cancel' })).status).toBe(303);
  const mails = JSON.stringify(await api.data());
  expect(mails).toContain('Your installation is booked: Thursday, November 5 at 10:00 AM ET');
  expect(mails).toContain('Your installation is cancelled: Thursday, November 5');
  expect(mails).toContain('Installation cancelled: Thursday, November 5');
  expect(mails).not.toMatch(/consultation (is|has)/);
});

test('the next visit keeps the one that has begun: its slot, its entry, through sweeps', async () => {
  const [slot, next] = ['2026-11-03T15:00:00.000Z', '2026-12-20T15:00:00.000Z'];
  const { id } = await books(slot);
  vi.setSystemTime(Date.parse(slot) + 10 * MINUTE);
  const end = later(next, 6);
  const warned = await change(id, next, { from: slot, end, kind: 'installation' });
  expect(await overlapsIn(warned)).toEqual([{ what: 'closed' }]);
  const lead = await api.agreed(id, next, { from: slot, end, kind: 'installation' });
  expect(pastVisits(lead, Date.now())).toMatchObject([{ start: slot }]);
  expect(standingVisits(lead, Date.now())).toMatchObject([{ start: next, end, kind: 'installation' }]);
  await api.run('sweep');
  expect(await api.record(slot)).toMatchObject({ state: 'booked', lead: id });
  const calendar = await api.feed();
  const uids = calendar.match(/^UID:.*$/gm) ?? [];
  expect([uids.length, new Set(uids).size]).toEqual([2, 2]);
  // The visit that is under way still counts.
  const over = await books('2026-11-03T15:45:00.000Z');
  expect(await overlapsIn(over.answer)).toMatchObject([{ what: 'visit', start: slot }]);
});

test('a visit that the owner booked anyway is not to be moved for the hours, but for a time away', async () => {
  const { id } = await books(sunday, { isAnyway: true });
  const hours = async () => JSON.parse(await api.text(api.asOwner('GET', '/api/hours'))).blocked;
  expect(await hours()).toEqual([]);
  await api.text(api.asOwner('POST', '/api/away', { first: '2026-11-08', last: '2026-11-08', note: '' }), 201);
  expect(await hours()).toMatchObject([{ leadId: id }]);
});
