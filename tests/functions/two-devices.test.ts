import { expect, test } from 'vitest';
import { filterCategories } from '#contracts/gallery-enums';
import { VisitHours } from '#contracts/hours';
import { MAX_NOTES } from '#contracts/lead-note';
import { apiForTests } from '#tests/support/admin-api';
import { film } from '#tests/support/sample-media';

const api = apiForTests();

const put = async (address: string, body: object): Promise<[status: number, body: unknown]> => {
  const answer = await api.asOwner('PUT', address, body);
  return [answer.status, await answer.json()];
};
const sentence = 'This has changed since you opened it. Please choose what to keep.';
const conflict = (fields: object) => [409, { error: sentence, conflict: { fields, at: expect.any(String) } }];
/** Of what has no time of its last change. */
const conflictNow = (fields: object) => [409, { error: sentence, conflict: { fields } }];
const hours = () => api.read(VisitHours, '/api/hours');

async function newLead() {
  const { id } = await api.receive();
  const command = async (body: object): Promise<[status: number, body: unknown]> => {
    const answer = await api.command(id, body);
    return [answer.status, await answer.json()];
  };
  const change = (fields: object) => command({ do: 'change', ...fields });
  const note = (name: string, text = name, more: object = {}) =>
    command({ do: 'note', note: { id: name, text, ...more } });
  return { id, change, note };
}

test('a note that is sent again after a lost answer stands once; a correction leaves the former one', async () => {
  const { id, note } = await newLead();
  for (const text of ['gate code', 'gate code', 'another text']) expect((await note('a', text))[0]).toBe(200);
  await note('b', 'gate code 12', { corrects: 'a' });
  expect((await api.shown(id)).notes).toMatchObject([{ text: 'gate code' }, { text: 'gate code 12', corrects: 'a' }]);
});

test('a lead holds so many notes, and then says so; one that it has may come again', async () => {
  const { id, note } = await newLead();
  const leads = api.store('leads');
  const stored = await leads.get(`leads/${id}`);
  const notes = Array.from({ length: MAX_NOTES }, (_, index) => ({ id: `n${index}`, text: 'x' }));
  await leads.put(`leads/${id}`, { ...Object(stored?.value), notes });
  const error = 'This lead has 200 notes, as many as it can hold.';
  expect(await note('one-more')).toEqual([409, { error }]);
  expect(await note('n7', 'x')).toMatchObject([200, { status: 'new' }]);
});

test('a lead’s status that has changed since is refused with the present one; without `seen` it is written', async () => {
  const { id, change, note } = await newLead();
  const seen = { status: 'new' };
  await change({ status: 'lost', seen });
  await note('a');
  expect(await change({ status: 'lost', seen })).toMatchObject([200, { status: 'lost' }]);
  const late = { status: 'contacted', amount: 900, seen };
  expect(await change(late)).toEqual(conflict({ status: 'lost' }));
  expect(await api.shown(id)).not.toHaveProperty('amount');
  expect(await change({ ...late, seen: { status: 'lost' } })).toMatchObject([200, { status: 'contacted' }]);
  expect(await change({ status: 'booked' })).toMatchObject([200, { status: 'booked' }]);
});

test('an item’s fields that have changed since are refused with the present values; a repeat is a success', async () => {
  const item = { title: 'Lanai', mediaType: 'video', mediaUrl: await api.upload(film(300)) } as const;
  const address = `/api/gallery/${(await api.createItem(item)).id}`;
  const late = { title: 'Porch', category: filterCategories[0] };
  const seen = { title: 'Sunroom', category: 'general' };
  expect(await put(address, { ...late, seen })).toEqual(conflict({ title: 'Lanai' }));
  expect(await put(address, { title: 'Lanai', seen })).toMatchObject([200, { title: 'Lanai' }]);
  const [, written] = await put(address, late);
  expect(written).toMatchObject(late);
  expect(written).not.toHaveProperty('seen');
});

test('A changes Monday, B Tuesday: both stand; the same day: 409 with the present hours, and nothing is written', async () => {
  const { weekly, version } = await hours();
  const day = [{ from: '09:00', until: '10:30' }];
  const save = (weekday: number, value: typeof day, seen: object = { ...weekly }) =>
    put('/api/hours', { weekly: weekly.with(weekday, value), version, seen });
  const saved = await Promise.all([save(1, day), save(2, [])]);
  expect(saved.map(([status]) => status)).toEqual([200, 200]);
  const both = weekly.with(1, day).with(2, []);
  expect((await hours()).weekly).toEqual(both);
  expect(await save(1, [])).toEqual(conflictNow({ 1: day }));
  expect((await hours()).weekly).toEqual(both);
  expect(await save(1, [], { ...weekly, 1: day })).toMatchObject([200, { weekly: both.with(1, []) }]);
  expect((await put('/api/hours', { weekly, version }))[0]).toBe(409);
});

test('A changes the length, B the notice and a day: all stand; the same setting: 409 with the present value', async () => {
  const { weekly, settings, version } = await hours();
  const save = (change: Partial<typeof settings>, week = weekly) =>
    put('/api/hours', {
      ...{ weekly: week, version, settings: { ...settings, ...change } },
      seen: { ...weekly, ...settings },
    });
  const saved = await Promise.all([save({ visitMinutes: 45 }), save({ noticeMinutes: 120 }, weekly.with(6, []))]);
  expect(saved.map(([status]) => status)).toEqual([200, 200]);
  const both = { weekly: weekly.with(6, []), settings: { ...settings, visitMinutes: 45, noticeMinutes: 120 } };
  expect(await hours()).toMatchObject(both);
  expect(await save({ visitMinutes: 30 })).toEqual(conflictNow({ visitMinutes: 45 }));
  // A page of before knows no settings, and leaves them as they are.
  expect(await put('/api/hours', { weekly, version, seen: { ...both.weekly } })).toMatchObject([
    200,
    { settings: both.settings },
  ]);
  const now = await hours();
  expect(await put('/api/hours', { weekly, settings, version: now.version })).toMatchObject([200, { settings }]);
});

test('a time that another device has blocked with another note: 409 with that note; it stays', async () => {
  const block = async (note: string, seen?: object): Promise<[number, unknown]> => {
    const body = { first: '2099-12-24', last: '2099-12-24', note, ...(seen && { seen }) };
    const answer = await api.asOwner('POST', '/api/away', body);
    return [answer.status, await answer.json()];
  };
  const unseen = { note: null };
  const [one, other] = await Promise.all([block('Dentist', unseen), block('Beach', unseen)]);
  const [kept, refused] = one[0] === 201 ? [one, other] : [other, one];
  const note = VisitHours.parse(kept[1]).away[0]?.note;
  expect(refused).toEqual(conflictNow({ note }));
  expect(await block('Mine', { note })).toMatchObject([201, { away: [{ note: 'Mine' }] }]);
  expect(await block('Without')).toMatchObject([201, { away: [{ note: 'Without' }] }]);
});
