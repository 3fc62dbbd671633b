import { expect, test, vi } from 'vitest';
import { apiForTests, owner } from '#tests/support/admin-api';
import { slotKey } from '#server/slots/records';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();

async function as(cookie: string, method: string, address: string, body: object) {
  const answer = await api.ask(method, address, { body, headers: { cookie } });
  expect(answer.ok, `${method} ${address}: ${answer.status}`).toBe(true);
  return answer;
}

test('whatever maria notes, corrects, books and tells is kept as hers, and shown at the notes', async () => {
  const by = 'maria';
  const signIn = async () => (await api.colleague('office', { name: by })).cookie;
  const token = await signIn();
  const added = await as(token, 'POST', '/api/leads', newVisitor());
  const { id } = await added.json();
  expect(await api.lead(id)).toMatchObject({ by });
  const command = (body: object, of = token) => as(of, 'POST', `/api/leads/${id}`, body);
  await command({ do: 'note', note: { id: 'dogs', text: 'Two dogs.' } });
  const changed = await (await command({ do: 'correct', request: { name: 'Ann Smith' } })).json();
  expect(changed.notes.map((note: { by: string }) => note.by)).toEqual([by, by]);
  const slot = await api.openSlot();
  await command({ do: 'book', slot: slot.start, from: null, isQuiet: true });
  expect((await api.visit(id)).byOwner).toMatchObject([{ slot: slotKey(Date.parse(slot.start)), by }]);
  const note = (text: string) => ({ do: 'visitNote', visit: slot.start, note: text });
  await api.commanded(id, note('Ladder'));
  await command(note('Ladder, dogs'));
  await api.commanded(id, note('Ladder, dogs'));
  expect((await api.visit(id)).noteBy).toBe(by);
  vi.setSystemTime(Date.parse(slot.end));
  await command({ do: 'change', outcome: { visit: slot.start, result: 'quoted' } }, await signIn());
  expect(await api.visits(id)).toMatchObject([{ start: slot.start, outcome: 'quoted', by }]);
  vi.useRealTimers();
});

test('a note that somebody else sends again stays the first one’s, and a session is of who has signed in', async () => {
  const { cookie } = await api.signIn();
  const { id } = await api.receive();
  const note = { do: 'note', note: { id: 'gate', text: 'The gate code is 7.' } };
  await as(cookie, 'POST', `/api/leads/${id}`, note);
  const maria = await api.colleague('office', { name: 'maria' });
  await as(maria.cookie, 'POST', `/api/leads/${id}`, note);
  expect(await api.lead(id)).toMatchObject({ by: owner.username, notes: [{ by: owner.username }] });
});
