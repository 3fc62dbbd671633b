import { Today } from '#lead/answers';
import { requestsOf } from '#lead/lead';
import { readLedger, standingOf } from '#server/leads/text-ledger';
import { changeLead } from '#server/leads/lead-records';
import { createHash, createHmac } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { alertPhones, business } from '#business';
import { Alerts } from '#contracts/alerts';
import { Connections } from '#contracts/connections';
import { MINUTE } from '#lib/time/units';
import { CONSENT } from '#contracts/consultation';
import { LeadPictures } from '#contracts/pictures';
import { Conversation } from '#contracts/texts';
import { apiForTests, mailServerForTests, origin } from '#tests/support/admin-api';
import { TextProviderDouble } from '#tests/support/texts/provider-double';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests({ now: '2026-11-20T15:00:00Z' });
const mails = mailServerForTests();
const provider = new TextProviderDouble();
beforeAll(() => provider.start());
afterAll(() => provider.stop());
beforeEach(() => void Object.assign(process.env, provider.variables));
afterEach(() => {
  for (const name of Object.keys(provider.variables)) delete process.env[name];
  provider.taken.length = 0;
  api.sql(`DELETE FROM records WHERE key LIKE 'leads/%'`);
});

const INCOMING = `${origin}/api/texts/incoming`;
const call = async ([address, init]: [string, RequestInit]) =>
  await api.ask('POST', address, {
    headers: init.headers as Record<string, string>,
    body: init.body as URLSearchParams,
  });
const text = async (from: string, body: string, sid?: string) =>
  await api.text(call(provider.incoming(INCOMING, from, body, sid)));
const conversation = async (id: string) => await api.read(Conversation, `/api/leads/${id}/texts`);
const today = async () =>
  (await api.read(Today, '/api/today')).texts.flatMap(({ unansweredTexts = [] }) =>
    unansweredTexts.map((one) => one.text),
  );
const stops = async () => (await api.read(Today, '/api/today')).visits.map(({ lead }) => lead.hasStopped);
const subjects = () => mails.received.map(({ mail }) => mail.subject);
const bodies = () => provider.taken.map(({ body }) => body);

/** Books by phone alone, in Spanish, with the box ticked. */
async function bookByPhone(texts = true) {
  const { email: _, ...visitor } = newVisitor();
  const { id } = await api.booked(await api.openSlot(3), { ...visitor, language: 'es', ...(texts && { texts }) });
  await api.settled();
  return { id, from: `+1${visitor.phone.replace(/\D/g, '')}` };
}

test('who leaves only a phone is confirmed by text, answers, and is answered back', async () => {
  const { id, from } = await bookByPhone();
  expect(provider.taken).toMatchObject([{ to: from, body: expect.stringContaining(': su visita es el ') }]);
  expect(await text(from, '¿Puede ser <más tarde>?')).toMatch(/<Response><\/Response>$/);
  await api.settled();
  expect(subjects()).toContainEqual(expect.stringContaining('texted'));
  expect(await today()).toEqual(['¿Puede ser <más tarde>?']);
  const answer = { id: 'a-1', text: 'Sí, a las 4' };
  for (const _ of [1, 2]) await api.text(api.asOwner('POST', `/api/leads/${id}/texts`, answer));
  await api.settled();
  expect(bodies().slice(1)).toEqual(['Sí, a las 4']);
  expect(await today()).toEqual([]);
  const { texts, ...rest } = await conversation(id);
  const said = { at: expect.any(String), by: 'visitor', where: 'dialog' };
  expect(rest).toEqual({ standing: 'agreed', mayAnswer: true, number: from, said });
  expect(texts.map(({ from: by, about, state }) => [by, about, state])).toEqual([
    ['us', 'booked', 'sent'],
    ['them', undefined, undefined],
    ['us', 'answer', 'sent'],
  ]);
});

test('a text that is told twice, or again after a death, is one: also where the owner has answered meanwhile', async () => {
  const { id, from } = await bookByPhone();
  await Promise.all([1, 2].map(() => text(from, 'Hola', 'SMonce')));
  await api.changed(id, { unansweredTexts: null });
  await text(from, 'Hola', 'SMonce');
  await api.settled();
  expect(await today()).toEqual([]);
  expect(subjects().filter((subject) => subject?.includes('texted'))).toHaveLength(1);
  expect((await conversation(id)).texts.filter(({ from: by }) => by === 'them')).toHaveLength(1);
});

// All words: netlify/server/channels/texts/keywords.test.ts.
test.each(['STOP', '¡PARAR!'])(
  'after "%s" nothing is sent, and the answer takes neither of it nor of a new tick, until START',
  async (word) => {
    const { id, from } = await bookByPhone();
    expect(await text(from, word)).toContain('ya no le enviamos mensajes');
    const { standing, mayAnswer, said } = await conversation(id);
    expect([standing, mayAnswer, said]).toEqual(['stopped', false, { at: '2026-11-20T15:00:00.000Z', by: 'visitor' }]);
    expect([await stops(), (await api.shown(id)).hasStopped]).toEqual([[true], true]);
    expect((await api.asOwner('POST', `/api/leads/${id}/texts`, { id: 'a-1', text: 'Hi' })).status).toBe(409);
    await api.receive({ phone: from.replace('+1', ''), language: 'es', texts: true });
    await api.settled();
    expect((await conversation(id)).standing).toBe('stopped');
    expect(bodies()).toHaveLength(1);
    expect(await text(from, 'START')).toContain('de nuevo');
    expect(await stops()).toEqual([undefined]);
    expect((await conversation(id)).standing).toBe('agreed');
  },
);

test('a replay of an old START does not begin again what was stopped after it', async () => {
  const { id, from } = await bookByPhone();
  for (const [word, sid] of [
    ['STOP', 'SM1'],
    ['START', 'SM2'],
    ['STOP', 'SM3'],
    ['START', 'SM2'],
  ] as const)
    await text(from, word, sid);
  expect((await conversation(id)).standing).toBe('stopped');
});

test('a stop of somebody with a visit to come tells the owner, and its answer says that the visit stands and how to cancel it', async () => {
  const { id, from } = await bookByPhone();
  await text(from, '¿A las 4?');
  const answer = await text(from, 'Baja');
  expect(answer).toContain('Su visita sigue en pie: el ');
  const link = /https?:\S+/.exec(answer)?.[0]?.split('<')[0] ?? '';
  expect(await api.text(api.ask('GET', new URL(link).pathname))).toContain('Cancelar');
  await api.settled();
  expect([await today(), subjects().filter((subject) => subject?.includes('texted'))]).toEqual([
    ['¿A las 4?', 'Baja'],
    [expect.any(String), expect.any(String)],
  ]);
  expect((await conversation(id)).standing).toBe('stopped');
});

test('the ledger says of each tick and untick when, who, where and to which words, also of a lead that is gone, and can be exported', async () => {
  const { id, from } = await bookByPhone();
  const { address, ...visitor } = await api.receive({ phone: from.replace('+1', ''), texts: true, consent: CONSENT });
  const phone = (await api.lead(visitor.id))?.request.phone ?? '';
  await api.submit(address, { action: 'notes', textsDrawn: 'true', phone, phoneDrawn: phone });
  await api.commanded(visitor.id, { do: 'correct', request: { texts: true } });
  await text(from, 'STOP', 'SMstop');
  await api.settled();
  const { entries } = await readLedger(api.store('leads'), from);
  expect(entries.map(({ what, by, where, wording, lead }) => [what, by, where, wording, lead])).toEqual([
    ['agreed', 'visitor', 'dialog', undefined, id],
    ['agreed', 'visitor', 'dialog', CONSENT, visitor.id],
    ['withdrawn', 'visitor', 'visit', undefined, visitor.id],
    ['agreed', 'owner', 'desk', undefined, visitor.id],
    ['stopped', 'visitor', undefined, undefined, undefined],
  ]);
  const proof = await api.text(api.asOwner('GET', `/api/leads/${id}/texts/proof`));
  expect(proof.split('\r\n')[2]).toMatch(/^"'\+1\d{10}","2026-11-20T15:00:00.000Z","agreed","visitor","dialog","2027/);
});

test('a refusal in a sentence stops too, and is shown; a message that has such a word is a message, and so is SÍ of somebody who agreed', async () => {
  const { id, from } = await bookByPhone();
  for (const words of ['Cancelar mi cita', 'Can you stop by on Friday?', 'Sí']) await text(from, words);
  const asked = ['Cancelar mi cita', 'Can you stop by on Friday?', 'Sí'];
  expect([await today(), (await conversation(id)).standing]).toEqual([asked, 'agreed']);
  await text(from, 'ya no me escriban');
  expect([await today(), (await conversation(id)).standing]).toEqual([[...asked, 'ya no me escriban'], 'stopped']);
});

test('what the provider has answered by itself is a fact, whatever the text says, and is answered by nobody else', async () => {
  const { id, from } = await bookByPhone();
  const said = async (body: string, OptOutType: string) => {
    const fields = { MessageSid: `SM${body.length}${OptOutType}`, From: from, Body: body, OptOutType };
    expect(await api.text(call([INCOMING, provider.signed(INCOMING, fields)]))).toMatch(/<Response><\/Response>$/);
    return (await conversation(id)).standing;
  };
  expect(await said('Basta ya', 'STOP')).toBe('stopped');
  expect(await said('YES', 'START')).toBe('agreed');
  const { entries } = await readLedger(api.store('leads'), from);
  expect(entries.map(({ what, by }) => [what, by])).toEqual([
    ['agreed', 'visitor'],
    ['stopped', 'provider'],
    ['again', 'provider'],
  ]);
});

test('the owner’s own numbers stop and begin again as any other, and what they say else is no request', async () => {
  (alertPhones as string[]).push('(407) 555-0160');
  for (const [words, standing] of [
    ['Thanks, I saw it', 'unknown'],
    ['STOP', 'stopped'],
    ['START', 'agreed'],
  ] as const) {
    await text('+14075550160', words);
    expect(standingOf(await readLedger(api.store('leads'), '+14075550160'))).toBe(standing);
  }
  (alertPhones as string[]).pop();
  expect((await api.store('leads').list('leads/')).length).toBe(0);
});

test('the number of a stranger who texts is no key: who knows it gets neither their lead nor its link', async () => {
  await text('+14075550177', 'Do you do skylights?');
  await api.settled();
  const { leads } = await (await api.asOwner('GET', '/api/leads')).json();
  for (const key of ['text +14075550177', 'text%0A+14075550177', '+14075550177']) {
    const headers = { 'idempotency-key': key };
    const answer = await api.ask('POST', '/api/consultation-requests', { headers, body: newVisitor() });
    expect((await answer.json()).id).not.toBe(leads[0].id);
  }
});

test('HELP is answered with who we are', async () => {
  expect(await text('+14075550199', 'HELP')).toContain('Call us');
  expect((await api.store('leads').list('leads/')).length).toBe(0);
});

test('a stranger who texts is a new request of one lead, and may be answered', async () => {
  for (const words of ['Do you do skylights?', 'Hello?']) await text('+14075550177', words);
  await api.settled();
  const { leads } = await (await api.asOwner('GET', '/api/leads')).json();
  expect(leads).toMatchObject([
    { source: 'text', request: { phone: '(407) 555-0177', message: 'Do you do skylights?' } },
  ]);
  await api.text(api.asOwner('POST', `/api/leads/${leads[0].id}/texts`, { id: 'a-1', text: 'Yes' }));
  await api.settled();
  expect(bodies()).toEqual([`${business.shortName}: Yes\nSTOP ends texts`]);
  expect(await conversation(leads[0].id)).toMatchObject({ standing: 'unknown', mayAnswer: true });
});

test('whoever texts while their lead is being removed is a new request', async () => {
  const { id, from } = await bookByPhone();
  await changeLead(api.store('leads'), id, (lead) => ({ ...lead, isRemoving: true }));
  await text(from, 'Do you do skylights?');
  await api.settled();
  expect((await (await api.asOwner('GET', '/api/leads')).json()).leads).toMatchObject([{ source: 'text' }]);
});

test('nobody is answered by text who neither agreed nor wrote', async () => {
  const { id } = await bookByPhone(false);
  expect((await api.asOwner('POST', `/api/leads/${id}/texts`, { id: 'a-1', text: 'Hi' })).status).toBe(409);
  expect(bodies()).toEqual([]);
});

test('what became of a text is noted once, in any order, and a failure is told', async () => {
  const { id } = await bookByPhone();
  const [ours] = provider.taken;
  if (!ours) throw new Error('No text');
  for (const status of ['sent', 'undelivered', 'delivered', 'undelivered'])
    await api.text(call(provider.status(ours, status, status === 'undelivered' ? 30034 : undefined)));
  await api.settled();
  expect((await conversation(id)).texts).toMatchObject([{ state: 'failed', code: '30034' }]);
  const notices = mails.received.filter(({ mail }) => mail.subject?.includes('did not reach'));
  expect(notices.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('Register it with the provider')]);
});

test('a forged call is refused and changes nothing: of another secret, changed, moved to another address, or unsigned', async () => {
  const { id, from } = await bookByPhone();
  const fields = { MessageSid: 'SM9', From: from, Body: 'STOP' };
  const [good] = [provider.signed(INCOMING, fields)];
  const forged: [string, RequestInit][] = [
    [INCOMING, provider.signed(INCOMING, fields, 'another secret')],
    [INCOMING, { ...good, body: new URLSearchParams({ ...fields, From: '+14075550199' }) }],
    [`${INCOMING}?more=1`, good],
    [`${origin}/api/texts/status`, good],
    [INCOMING, { body: new URLSearchParams(fields), headers: {} }],
    [INCOMING, { body: new URLSearchParams(fields), headers: { 'x-twilio-signature': '' } }],
  ];
  for (const one of forged) expect((await call(one)).status).toBe(403);
  expect((await conversation(id)).standing).toBe('agreed');
});

test('a call in JSON is signed by its address with the hash of its body', async () => {
  const { id, from } = await bookByPhone();
  const body = JSON.stringify({ MessageSid: 'SM5', From: from, Body: 'STOP' });
  const address = `${INCOMING}?bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
  const token = provider.variables['TWILIO_AUTH_TOKEN'] ?? '';
  const headers = { 'x-twilio-signature': createHmac('sha1', token).update(address).digest('base64') };
  expect((await api.ask('POST', address, { headers, body: body.replace('STOP', 'HELP') })).status).toBe(403);
  expect((await api.ask('POST', address, { headers, body })).status).toBe(200);
  expect((await conversation(id)).standing).toBe('stopped');
});

test('while no texts go out a stop is heard all the same, and without a provider nobody is', async () => {
  const { id, from } = await bookByPhone();
  process.env['TEXTS'] = 'off';
  await text(from, 'Parar');
  expect(await conversation(id)).toMatchObject({ standing: 'off', mayAnswer: false });
  process.env['TEXTS'] = 'on';
  expect((await conversation(id)).standing).toBe('stopped');
  delete process.env['TWILIO_AUTH_TOKEN'];
  expect((await call(provider.incoming(INCOMING, from, 'Hi'))).status).toBe(403);
});

test('whoever wrote last is answered, at the number that wrote, and SÍ of one who never agreed is a message', async () => {
  await text('+14075550177', 'Do you do skylights?');
  await api.settled();
  const { leads } = await (await api.asOwner('GET', '/api/leads')).json();
  await api.commanded(leads[0].id, { do: 'correct', request: { phone: '(407) 555-0178' } });
  await text('+14075550177', 'Sí');
  expect(await today()).toEqual(['Do you do skylights?', 'Sí']);
  await api.text(api.asOwner('POST', `/api/leads/${leads[0].id}/texts`, { id: 'a-1', text: 'Yes' }));
  await api.settled();
  expect(provider.taken.map(({ to, body }) => [to, body])).toEqual([['+14075550177', expect.stringContaining('Yes')]]);
});

test('START agrees for the number that sent it alone', async () => {
  const { id } = await bookByPhone(false);
  const other = await api.receive({ phone: '(407) 555-0179' });
  await api.commanded(id, { do: 'merge', other: other.id });
  await text('+14075550179', 'START');
  const requests = requestsOf(await api.shown(id)).map((one) => [one.id, one.request.texts]);
  expect(Object.fromEntries(requests)).toEqual({ [id]: undefined, [other.id]: true });
  expect((await api.store('leads').list('texts/ledger/')).map(({ key }) => key)).toEqual(['texts/ledger/14075550179']);
});

test('a reaction and thanks are in the conversation, and nobody need answer; forty texts in ten minutes are one mail', async () => {
  const { id, from } = await bookByPhone();
  for (const words of ['Le gustó “Su visita es el 23”', '👍', 'Thanks!']) await text(from, words);
  expect([await today(), (await conversation(id)).texts.length]).toEqual([[], 4]);
  for (let count = 0; count < 40; count += 1) await text(from, `Question ${count}?`);
  await api.settled();
  expect(await today()).toHaveLength(40);
  expect(subjects().filter((subject) => subject?.includes('texted'))).toHaveLength(1);
});

test('an answer settles what its writer has seen; another text that has come is read first; a robot is not answered', async () => {
  const { id, from } = await bookByPhone();
  const answer = (key: string, seen: string[]) =>
    api.asOwner('POST', `/api/leads/${id}/texts`, { id: key, text: 'Yes', seen });
  await text(from, 'At 4?', 'SM41');
  await text(from, 'Or at 5?', 'SM42');
  const refused = await answer('a-1', ['sm41']);
  expect([refused.status, (await refused.json()).error]).toEqual([
    409,
    expect.stringContaining('Another text has come'),
  ]);
  await api.text(answer('a-1', ['sm41', 'sm42']));
  expect(await today()).toEqual([]);
  await changeLead(api.store('leads'), id, (lead) => ({ ...lead, isSpam: true }));
  expect((await answer('a-2', [])).status).toBe(409);
});

test('texts that have failed for an hour are one of the connections that do not work', async () => {
  const state = async () => (await api.read(Connections, '/api/connections')).texts;
  const waiting = async () => (await api.read(Alerts, '/api/alerts')).texts?.waiting;
  provider.answers = () => ({ code: 20003, status: 401 });
  await bookByPhone();
  expect(await state()).toBe('ok');
  vi.setSystemTime(Date.now() + 65 * MINUTE);
  expect([await state(), await waiting()]).toEqual(['failing', 1]);
  vi.setSystemTime(Date.now() - 65 * MINUTE);
  provider.answers = () => 'taken';
  await api
    .store('leads')
    .list('texts/outbox/')
    .then((all) => Promise.all(all.map(({ key }) => api.store('leads').delete(key))));
});

test('a picture is kept with its words, and is among the pictures of the lead', async () => {
  const { id, from } = await bookByPhone();
  const media = provider.offer(
    await sharp({ create: { width: 9, height: 9, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  );
  const fields = { MessageSid: 'SM51', From: from, Body: 'This window', NumMedia: '1', MediaUrl0: media };
  await api.text(call([INCOMING, provider.signed(INCOMING, fields)]));
  await api.settled();
  expect(await today()).toEqual([expect.stringMatching(/^This window\n\(A picture/)]);
  expect((await api.read(LeadPictures, `/api/leads/${id}/pictures`)).pictures).toHaveLength(1);
});

test('of two leads of one number that which was texted last hears the answer; a number abroad and a short code are kept', async () => {
  const first = await bookByPhone();
  await api.receive({ phone: first.from.replace('+1', '') });
  await text(first.from, 'Which day was it?');
  expect((await conversation(first.id)).texts.map(({ text: words }) => words)).toContain('Which day was it?');
  for (const from of ['+447700900123', '72727']) await text(from, 'Do you do skylights?');
  await api.settled();
  const { leads } = await (await api.asOwner('GET', '/api/leads')).json();
  expect(leads.map((lead: { request: { name: string } }) => lead.request.name)).toEqual(
    expect.arrayContaining(['Text from +447700900123', 'Text from 72727']),
  );
});

/** Sends the form of the visit's page as it is drawn, with changes. Answers how the page says that it confirms. */
async function correct({ id, change }: { readonly id: string; readonly change: Record<string, string> }) {
  const { phone = '', texts } = (await api.lead(id))?.request ?? {};
  const drawn = { phone, phoneDrawn: phone, ...(texts && { texts: 'true', textsDrawn: 'true' }) };
  const answer = await api.submit(await api.visitPage(id), { action: 'notes', ...drawn, ...change });
  await api.settled();
  const page = plain(await api.text(api.ask('GET', answer.headers.get('location') ?? '')));
  return /We will confirm [^.]*\./.exec(page)?.[0] ?? '';
}
const plain = (html: string) => html.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ');
const to = () => provider.taken.map((one) => one.to);
const NEW = '(407) 555-0166';

test('a number that is corrected on the page of the visit gets the confirmation once, also where the former one has had it', async () => {
  const { id, from } = await bookByPhone();
  const said = [];
  for (const phone of [NEW, NEW, '407-555-0166']) said.push(await correct({ id, change: { phone } }));
  expect(said).toEqual(['We will confirm by text to (407) 555-0166.', '', '']);
  expect(to()).toEqual([from, '+14075550166']);
  const [first, second] = bodies();
  expect(second).toBe(first);
  await correct({ id, change: { phone: from.replace('+1', '') } });
  expect(to()).toHaveLength(2);
});

test('a text that waits at night for a number that is corrected meanwhile goes to the new one alone, once', async () => {
  vi.setSystemTime('2026-11-21T02:00:00Z');
  const { id } = await bookByPhone();
  await correct({ id, change: { phone: NEW } });
  expect([to(), (await conversation(id)).texts.map(({ about }) => about)]).toEqual([[], ['booked']]);
  vi.setSystemTime('2026-11-21T14:00:00Z');
  for (const _ of [1, 2, 3]) await api.run('deliver-mail');
  expect(to()).toEqual(['+14075550166']);
});

test('whoever ticks the box on the page of the visit gets the confirmation, and an untouched or unticked one sends none', async () => {
  const { id, from } = await bookByPhone(false);
  await correct({ id, change: { message: 'Gate 9' } });
  expect(to()).toEqual([]);
  await correct({ id, change: { texts: 'true' } });
  await correct({ id, change: { message: 'Gate 8' } });
  expect(to()).toEqual([from]);
  await correct({ id, change: { phone: NEW, texts: '' } });
  expect(to()).toEqual([from]);
});

test('the answer to a booking promises a text to whom one goes, and to nobody else', async () => {
  const { from } = await bookByPhone();
  const { address } = await api.booked(await api.openSlot(4), { email: '', preferredContact: 'text' });
  const promised = async (phone: string) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const fields = { phone, email: '', texts: true, preferredContact: 'text' };
    const received = await api.receive(fields, headers);
    return (await (await api.book(received.id, await api.openSlot(5), headers)).json()).by;
  };
  expect(await promised(NEW)).toBe('text');
  await text(from, 'STOP');
  expect(await promised(from.replace('+1', ''))).toBeUndefined();
  expect(await promised('(407) 555-0167 x12')).toBeUndefined();
  for (const state of ['off', 'ask']) {
    process.env['TEXTS'] = state;
    expect(await promised(NEW)).toBeUndefined();
  }
  const page = plain(await api.text(api.ask('GET', `${address}?done=number`)));
  expect(page).toMatch(/We will contact you at \(\d{3}\) \d{3}-\d{4}\./);
});
