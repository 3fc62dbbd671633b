import { ShownLead } from '#lead/answers';
import { expect, test } from 'vitest';
import { cities, cityOfZip } from '#contracts/consultation';
import { apiForTests } from '#tests/support/admin-api';
import { consultation, newVisitor } from '#tests/support/visitor';

const api = apiForTests();
const PATH = '/api/leads';
const correct = (id: string, request: object, seen?: object) => api.command(id, { do: 'correct', request, seen });
const corrected = (id: string, request: object, seen?: object) => api.commanded(id, { do: 'correct', request, seen });
const notes = ({ notes: all }: ShownLead) => all.map(({ by, text }) => `${by}: ${text}`);
const otherCity = cities.find((city) => city !== consultation.city) ?? '';

test('a correction changes what it names, by the visitors’ own rules, and a note says what was there', async () => {
  const { id } = await api.receive({ name: 'Jon Smit', phone: '(407) 555-0101', email: 'jon@exmaple.com' });
  const lead = await corrected(id, {
    name: ' John  Smith ',
    phone: '+1 321.555.0142',
    email: 'jon@example.com',
    address: '12 Palm Way',
    city: otherCity,
    language: 'es',
  });
  expect(lead.request).toMatchObject({
    ...{ name: 'John Smith', phone: '(321) 555-0142', email: 'jon@example.com', address: '12 Palm Way' },
    ...{ city: otherCity, language: 'es', zipCode: consultation.zipCode },
  });
  expect(notes(lead)).toEqual([
    'owner: Corrected: name was Jon Smit, phone was (407) 555-0101, email was jon@exmaple.com, address was empty, ' +
      `city was ${consultation.city}, language was English.`,
  ]);
  // The same once more, after a lost answer.
  expect(await corrected(id, { name: 'John Smith' }, { name: 'Jon Smit' })).toEqual(lead);
});

test('what is optional can be emptied, and nobody is left without a way to be reached', async () => {
  const { id } = await api.receive({ preferredContact: 'email', address: '12 Palm Way' });
  const { request } = await corrected(id, { email: null, address: '', city: '', serviceInterest: '', zipCode: '' });
  expect(request).not.toHaveProperty('email');
  expect(request).not.toHaveProperty('address');
  expect(request).toMatchObject({ city: '', serviceInterest: '', zipCode: '', preferredContact: 'phone' });
  const refused = await correct(id, { phone: '' });
  expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: ['request', 'phone'] }] }]);
  expect((await api.shown(id)).request).toEqual(request);
});

test.each([
  { name: 'J' },
  { phone: '555' },
  { email: 'jon@' },
  { zipCode: '123' },
  { city: 'atlantis.example' },
  { phone: '(407) 555-0188, (407) 555-0199' },
  { serviceInterest: 'Pools' },
  { preferredContact: 'fax' },
  { address: 'x'.repeat(201) },
])('a correction to %j is refused', async (request) => {
  const { id } = await api.receive();
  const before = await api.lead(id);
  const answer = await correct(id, request);
  const { issues } = await answer.json();
  expect([answer.status, issues[0].path]).toEqual([400, ['request', ...Object.keys(request)]]);
  expect(await api.lead(id)).toEqual(before);
});

test('a field that has changed since it was seen is not written over, and says what it is now', async () => {
  const { id } = await api.receive({ phone: '(407) 555-0101' });
  await correct(id, { phone: '(407) 555-0102' });
  const stale = { phone: '(407) 555-0101', language: 'en' };
  const answer = await correct(id, { phone: '(407) 555-0103', language: 'es', name: 'New Name' }, stale);
  expect([answer.status, (await answer.json()).conflict.fields]).toEqual([409, { phone: '(407) 555-0102' }]);
  expect((await api.shown(id)).request).toMatchObject({ phone: '(407) 555-0102', name: consultation.name });
  const newer = { phone: '(407) 555-0103', language: 'es' };
  expect((await corrected(id, newer, { ...stale, phone: '(407) 555-0102' })).request).toMatchObject(newer);
});

test('a visitor who sends the same again undoes no correction and tells nobody; other words are newer', async () => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const sent = { ...newVisitor(), name: 'Jon Smit', message: 'Two windows' };
  const { id } = await api.receive(sent, key);
  await correct(id, { name: 'John Smith', phone: '(321) 555-0142', address: '12 Palm Way' });
  const before = await api.data();
  expect((await api.receive(sent, key)).id).toBe(id);
  const mails = (data: object) => Object.keys(data).filter((name) => /outbox|mailed/.test(name));
  expect(mails(await api.data())).toEqual(mails(before));
  await api.receive({ ...sent, phone: '(407) 555-0177', message: 'Three windows' }, key);
  expect((await api.shown(id)).request).toMatchObject({
    ...{ name: 'John Smith', phone: '(407) 555-0177', address: '12 Palm Way', message: 'Three windows' },
  });
  expect((await api.lead(id))?.asSent).toMatchObject({ name: 'Jon Smit' });
});

const agreed = { phone: '(407) 555-0101', texts: true };
test.each([true, undefined])('a visitor who sends a request again says anew whether to text: %s', async (texts) => {
  const key = { 'idempotency-key': crypto.randomUUID() };
  const sent = { ...newVisitor(), ...agreed };
  const { id } = await api.receive(sent, key);
  await correct(id, { name: 'John Smith' });
  await api.receive({ ...sent, phone: '(407) 555-0103', texts: texts ?? false }, key);
  const { request } = await api.shown(id);
  expect([request.name, request.texts]).toEqual(['John Smith', texts]);
});

test('a note says that a corrected number had agreed, and the CSV who has', async () => {
  const { id } = await api.receive(agreed);
  await correct(id, { phone: '(407) 555-0102' });
  expect(notes(await api.shown(id))).toEqual(['owner: Corrected: phone was (407) 555-0101, texts was yes.']);
  await correct(id, { texts: true });
  const csv = await (await api.asOwner('GET', '/api/leads/export')).text();
  expect(csv).toContain('"agreed to texts"');
});

test('a corrected street is in the owner’s calendar feed, and a corrected address gets the next mail', async () => {
  const slot = await api.openSlot(-1);
  const { id } = await api.booked(slot, { email: 'wrong@example.com' });
  await correct(id, { address: '77 Corrected Way', email: 'right@example.com' });
  expect(await api.feed()).toContain('77 Corrected Way');
  await api.command(id, { do: 'cancel', from: slot.start, isQuiet: false });
  const mails = Object.entries(await api.data()).filter(([key]) => key.includes('-cancelled-'));
  expect(JSON.stringify(mails)).toContain('right@example.com');
  expect(JSON.stringify(mails)).not.toContain('wrong@example.com');
});

test('a lead by phone needs a name and one way to reach the person', async () => {
  const add = (body: object) => api.asOwner('POST', PATH, body);
  const answer = await add({ name: 'Ann Lee', email: 'ann@example.com' });
  expect(answer.status).toBe(201);
  const { request, status } = ShownLead.parse(await answer.json());
  expect([status, request]).toEqual([
    'contacted',
    {
      ...{ name: 'Ann Lee', email: 'ann@example.com', zipCode: '', city: '', serviceInterest: '' },
      preferredContact: 'email',
    },
  ]);
  for (const body of [
    { name: 'Ann Lee' },
    { phone: '(407) 555-0101' },
    { name: 'Ann', phone: '4075550101', zipCode: '1' },
  ])
    expect((await add(body)).status, JSON.stringify(body)).toBe(400);
  expect(cityOfZip(consultation.zipCode)).toBe(consultation.city);
});
