import { expect, test, vi } from 'vitest';
import { startSession } from '#server/auth/session';
import { apiForTests, owner, secret } from '#tests/support/admin-api';
import { slotKey } from '#server/slots/records';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();
const key = new TextEncoder().encode(secret);

async function as(token: string, method: string, address: string, body: object) {
  const answer = await api.ask(method, address, { body, headers: { cookie: `session=${token}` } });
  expect(answer.ok, `${method} ${address}: ${answer.status}`).toBe(true);
  return answer;
}

test('whatever maria notes, corrects, books and tells is kept as hers, and shown at the notes', async () => {
  const by = 'maria';
  const tokenOf = () => startSession(key, by, Date.now());
  const token = await tokenOf();
  const added = await as(token, 'POST', '/api/leads', newVisitor());
  const { id } = await added.json();
  expect(await api.lead(id)).toMatchObject({ by });
  const change = (body: object) => as(token, 'PUT', `/api/leads/${id}`, body);
  await change({ note: { id: 'dogs', text: 'Two dogs.' } });
  const changed = await (await change({ request: { name: 'Ann Smith' } })).json();
  expect(changed.notes.map((note: { by: string }) => note.by)).toEqual([by, by]);
  const slot = await api.openSlot();
  const visit = `/api/leads/${id}/visit`;
  await as(token, 'POST', visit, { action: 'book', slot: slot.start, from: null, isQuiet: true });
  expect((await api.visit(id)).byOwner).toMatchObject([{ slot: slotKey(Date.parse(slot.start)), by }]);
  const note = (text: string) => ({ action: 'note', from: slot.start, note: text });
  await api.text(api.changeVisit(id, note('Ladder')));
  const answer = await as(token, 'POST', visit, note('Ladder, dogs'));
  await api.text(api.changeVisit(id, note('Ladder, dogs')));
  expect([(await api.visit(id)).noteBy, (await answer.text()).includes('noteBy')]).toEqual([by, false]);
  vi.setSystemTime(Date.parse(slot.end));
  const later = await tokenOf();
  await as(later, 'PUT', `/api/leads/${id}`, { outcome: { visit: slot.start, result: 'quoted' } });
  expect(await api.visits(id)).toMatchObject([{ start: slot.start, outcome: 'quoted', by }]);
  vi.useRealTimers();
});

test('a note that somebody else sends again stays the first one’s, and a session is of who has signed in', async () => {
  const { cookie } = await api.signIn();
  const { id } = await api.receive();
  const note = { note: { id: 'gate', text: 'The gate code is 7.' } };
  await as(cookie.replace('session=', ''), 'PUT', `/api/leads/${id}`, note);
  await as(await startSession(key, 'maria', Date.now()), 'PUT', `/api/leads/${id}`, note);
  expect(await api.lead(id)).toMatchObject({ by: owner.username, notes: [{ by: owner.username }] });
});
