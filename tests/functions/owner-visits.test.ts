import { ShownLead, Today } from '#lead/answers';
import { firstVisit, standingVisits } from '#lead/visits';
import { beforeEach, expect, test } from 'vitest';
import { LeadMails } from '#contracts/lead-mails';
import { mail } from '#server/channels/mail/mail';
import { boxOf, isStillTrue, listWaiting } from '#server/outbox/outbox';
import { slotKey } from '#server/slots/records';
import { leadReference } from '#server/leads/lead-id';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInOffer } from '#tests/support/limit-window';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();
beforeEach(earlyInOffer);

async function booked(fields: object = {}): Promise<{ id: string; address: string; slot: string }> {
  const slot = await api.openSlot();
  return { ...(await api.booked(slot, fields)), slot: slot.start };
}

const change = (id: string, body: object) => api.command(id, body);
/** When the lead's visits to come are, as the owner sees it. */
const startsOf = (lead: ShownLead) => standingVisits(lead, Date.now()).map(({ start }) => start);
const isOpen = async (start: string) => (await api.openSlots()).some((slot) => slot.start === start);

/** What was mailed, as `about to`, the oldest first. */
async function mails(id: string): Promise<string[]> {
  const { mails: found } = await api.read(LeadMails, `/api/leads/${id}/mails`);
  return found.map(({ about, to, state }) => `${about} to ${to}: ${state}`).sort();
}

test('the owner moves and cancels a visit, and tells: the times change hands, the visitor gets the news once, the owner none', async () => {
  const { id, slot } = await booked();
  const before = await mails(id);
  const to = (await api.openSlot(3)).start;
  const lead = await api.commanded(id, { do: 'book', slot: to, from: slot, isQuiet: false });
  expect([lead.id, lead.status, startsOf(lead)]).toEqual([id, 'booked', [to]]);
  expect([await isOpen(slot), await isOpen(to)]).toEqual([true, false]);
  const news = (await mails(id)).filter((mail) => mail === 'booked to visitor: waiting');
  expect([before.length, news.length, (await mails(id)).length]).toEqual([3, 2, 4]);
  for (const _ of ['once', 'twice'])
    expect((await change(id, { do: 'cancel', from: to, isQuiet: false })).status).toBe(200);
  expect((await mails(id)).filter((mail) => mail.startsWith('cancelled'))).toEqual(['cancelled to visitor: waiting']);
});

test('what was cancelled, called or marked as a robot is booked all the same, beyond three visits and five moves', async () => {
  const person = newVisitor();
  const ids: string[] = [];
  for (const company of ['', '', '', 'Acme', ''])
    ids.push((await api.receive({ ...person, ...(company && { company }) })).id);
  for (const [index, id] of ids.entries()) {
    if (index === 4) await api.changed(id, { status: 'lost' });
    const { start: slot } = await api.openSlot();
    expect((await api.commanded(id, { do: 'book', slot, from: null, isQuiet: true })).status).toBe('booked');
  }
  const [id = ''] = ids;
  for (let move = 0; move < 7; move += 1) {
    const { start: from } = await api.visit(id);
    const { start: slot } = await api.openSlot();
    await api.commanded(id, { do: 'book', slot, from, isQuiet: true });
  }
  expect((await api.visit(id)).moves).toBe(0);
  // The visitor has none to spare: those count.
  expect((await api.book((await api.receive(person)).id, await api.openSlot())).status).toBe(409);
});

test('the owner changes only the visit that the owner saw', async () => {
  const { id, slot } = await booked();
  const [to, other] = [(await api.openSlot(5)).start, (await api.openSlot(6)).start];
  const stale = await change(id, { do: 'book', slot: to, from: other, isQuiet: true });
  expect([stale.status, (await stale.json()).error]).toEqual([
    409,
    'The visit has changed since you opened it. Please look at it again.',
  ]);
  expect((await change(id, { do: 'cancel', from: other, isQuiet: true })).status).toBe(409);
  expect((await change(id, { do: 'book', slot: to, from: null, isQuiet: true })).status).toBe(409);
  expect((await api.booking(id)).start).toBe(slot);
});

/** Of the lead in the owner's calendar. */
const entries = async (id: string) =>
  (await api.feed()).split('BEGIN:VEVENT').filter((entry) => entry.includes(leadReference(id)));

test('two visits of one lead are to come, no visitor gets their times, and one of them is cancelled alone', async () => {
  const { id, slot } = await booked();
  // As long as a consultation: a usual one may not fit between that time and the evening.
  const { start: next, end } = await api.openSlot(5);
  const installation = { do: 'book', slot: next, end, kind: 'installation', isAnother: true, isQuiet: true };
  expect((await change(id, { ...installation, from: next })).status).toBe(409);
  for (const _ of ['once', 'twice']) {
    expect(startsOf(await api.commanded(id, { ...installation, from: slot }))).toEqual([slot, next]);
  }
  expect([await isOpen(slot), await isOpen(next)]).toEqual([false, false]);
  expect(new Set((await entries(id)).map((entry) => /^UID:.*/m.exec(entry)?.[0])).size).toBe(2);
  const lead = await api.commanded(id, { do: 'cancel', from: slot, isQuiet: true });
  expect([lead.status, startsOf(lead)]).toEqual(['booked', [next]]);
  await api.run('sweep');
  expect([await isOpen(slot), await isOpen(next)]).toEqual([true, false]);
  expect(await entries(id)).toEqual([expect.stringMatching(/^SUMMARY:Installation: /m)]);
});

test('a visit of no lead, and one without a change, is refused', async () => {
  const { id, slot } = await booked();
  const body = { do: 'cancel', from: slot, isQuiet: true };
  expect((await change('0'.repeat(32), body)).status).toBe(404);
  expect((await change(id, { do: 'book', slot, from: 'then', isQuiet: true })).status).toBe(400);
});

const add = (body: object, key = crypto.randomUUID()) =>
  api.asOwner('POST', '/api/leads', body, { 'idempotency-key': key });

test('a lead that came by phone is kept as called back, under the same rules, once for a key, and nobody is mailed', async () => {
  const key = crypto.randomUUID();
  const body = { ...newVisitor(), name: 'Came by Phone', company: 'A honeypot is no field of this form' };
  const answers = [await add(body, key), await add(body, key)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [lead, again] = await Promise.all(answers.map(async (answer) => ShownLead.parse(await answer.json())));
  expect(lead).toMatchObject({ source: 'phone', status: 'contacted', isSpam: false, notes: [] });
  expect(again?.id).toBe(lead?.id);
  expect(await mails(lead?.id ?? '')).toEqual([]);
  const { company: _, ...nameless } = { ...body, name: 'A' };
  const refused = await add(nameless);
  expect([refused.status, (await refused.json()).error]).toEqual([400, 'Please enter your name']);
});

test('before a lead is removed, a visit that is to come is cancelled first', async () => {
  const { id, slot } = await booked();
  const refused = await api.asOwner('DELETE', `/api/leads/${id}`);
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    'A visit is still to come. Please cancel it first.',
  ]);
  await change(id, { do: 'cancel', from: slot, isQuiet: true });
  expect((await api.asOwner('DELETE', `/api/leads/${id}`)).status).toBe(204);
  expect((await api.asOwner('GET', `/api/leads/${id}`)).status).toBe(404);
  expect((await api.asOwner('DELETE', `/api/leads/${id}`)).status).toBe(404);
});

test('the visitor cancels the visit of the page, and a second press no other', async () => {
  const { id, slot, address } = await booked();
  const later = (await api.openSlot(4)).start;
  expect((await change(id, { do: 'book', slot: later, from: slot, isAnother: true, isQuiet: true })).status).toBe(200);
  const press = (visit: string) => api.submit(address, { action: 'cancel', visit });
  for (const _ of ['once', 'twice']) expect((await press(slot)).status).toBe(303);
  const standing = (await api.visits(id)).filter((visit) => visit.slot).map(({ start }) => start);
  expect(standing).toEqual([later]);
});

test('a visit whose time somebody else has is booked anew by the owner, and is no longer missed', async () => {
  const { id, slot } = await booked();
  const other = await booked();
  const slots = api.store('slots');
  const key = slotKey(Date.parse(slot));
  const record = Object((await slots.get(key))?.value);
  await slots.put(key, { ...record, lead: other.id, visit: firstVisit(other.id) });
  const lists = async () => {
    const { waiting, visits } = await api.read(Today, '/api/today');
    return [waiting, visits.map(({ lead }) => lead)].map((leads) => leads.some((lead) => lead.id === id));
  };
  expect(await lists()).toEqual([true, false]);
  const to = (await api.openSlot(5)).start;
  expect((await change(id, { do: 'book', slot: to, from: null, isQuiet: true })).status).toBe(200);
  expect((await api.visits(id)).map(({ start }) => start)).toEqual([to]);
  expect((await lists())[0]).toBe(false);
});

test('a visit has a note of its own, which is changed in its place and goes with it', async () => {
  const slot = await api.openSlot();
  const { id } = await api.booked(slot);
  const note = (text: string, visit = slot.start) => api.commanded(id, { do: 'visitNote', visit, note: text });
  const sequence = (await api.visit(id)).changes;
  for (const text of ['Bring the long ladder', 'Ladder, two dogs']) await note(text);
  expect(await api.visit(id)).toMatchObject({ changes: sequence, noteBy: 'owner' });
  const next = (await api.openSlot(4)).start;
  const { visits } = await api.commanded(id, { do: 'book', slot: next, from: slot.start, isQuiet: true });
  expect(visits).toMatchObject([{ start: next, note: 'Ladder, two dogs' }]);
  await note('', next);
  expect(await api.visit(id)).not.toMatchObject({ noteBy: 'owner' });
  expect((await api.visit(id)).note).toBeUndefined();
});

test('a quiet change while the confirmation still waits leaves no visitor untold: it goes out with the new words', async () => {
  const { id, slot } = await booked();
  const toVisitor = async () => (await mails(id)).filter((mail) => mail.startsWith('booked to visitor'));
  expect(await toVisitor()).toHaveLength(1);
  const to = (await api.openSlot(3)).start;
  await api.text(change(id, { do: 'book', slot: to, from: slot, isQuiet: true }));
  expect(await toVisitor()).toHaveLength(2);
  const waiting = await listWaiting(boxOf(api.store('leads'), mail.outbox));
  const ofVisit = waiting.filter(({ key }) => key.startsWith(leadReference(id)) && key.endsWith('-visitor'));
  const isTrue = await Promise.all(
    ofVisit.map(({ waiting: { onlyIf } }) => onlyIf && isStillTrue(api.store('leads'), id, onlyIf, Date.now())),
  );
  expect(isTrue).toEqual([false, true]);
});
