import { expect, test } from 'vitest';
import { readEvent } from '#tests/support/ics-event';
import { apiForTests, origin } from '#tests/support/admin-api';

const api = apiForTests();
const spanish = { 'accept-language': 'es' };
const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
  api.ask('POST', address, { headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

test('a call is refused in the language of its page, with its issues, and says which one it is; else in English', async () => {
  const answer = await post('/api/consultation-requests', {}, spanish);
  const { error, issues } = await answer.json();
  expect([answer.status, answer.headers.get('content-language'), error]).toEqual([
    400,
    'es',
    'Por favor, escriba su nombre',
  ]);
  expect(issues).toContainEqual({ path: ['zipCode'], message: 'Por favor, escriba un código postal válido' });
  const english = await post('/api/consultation-requests', {}, { 'accept-language': 'fr-CA, fr;q=0.9' });
  expect([(await english.json()).error, english.headers.get('content-language')]).toEqual([
    'Please enter your name',
    null,
  ]);
  const nowhere = await api.ask('GET', '/api/nowhere', { headers: spanish });
  expect([nowhere.status, (await nowhere.json()).error]).toEqual([404, 'No hay nada en esta dirección']);
});

test('a visit has a page in each language, with its file in the same one', async () => {
  const { address } = await api.booked(await api.openSlot(), { language: 'es' });
  for (const [path, lang, title, summary] of [
    [address, 'en', 'Your Visit', 'Free in-home consultation with'],
    [`/es${address}`, 'es', 'Su visita', 'Consulta gratis en su casa con'],
  ] as const) {
    expect(await (await api.ask('GET', path)).text()).toContain(title);
    const file = await api.ask('GET', `${path}/visit.ics`);
    const { event } = readEvent(await file.text());
    expect([event.summary.startsWith(summary), event.description.includes(`${origin}/es/visit/`)]).toEqual([
      true,
      lang === 'es',
    ]);
  }
  const refused = await api.text(api.submit(`/es${address}`, { action: 'move' }), 400);
  expect(refused).toContain('Por favor, elija una hora.');
  expect(await api.text(api.ask('GET', '/es/visit/none.at-all'), 404)).toContain('No encontramos esta visita');
  const moved = await api.submit(`/es${address}`, { action: 'cancel' });
  expect([moved.status, moved.headers.get('location')]).toEqual([303, `/es${address}`]);
});

test('the plain form is answered in its own language, whatever the browser speaks', async () => {
  const form = { name: 'J', zipCode: '30047', phone: '(407) 555-0188', preferredContact: 'phone' };
  const read = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    (await api.submit('/api/callback', fields, headers)).text();
  expect(await read({ ...form, language: 'es' }, { 'accept-language': 'en-US' })).toContain('escriba su nombre</p>');
  expect(await read(form, spanish)).toContain('Please enter your name</p>');
  const kept = await api.submit('/api/callback', { ...form, name: 'Elise Romero', language: 'es' });
  expect([kept.status, kept.headers.get('location')]).toEqual([303, '/es/thank-you']);
});
