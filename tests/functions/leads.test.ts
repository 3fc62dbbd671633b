import { LeadPage } from '#lead/answers';
import { expect, test } from 'vitest';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();
const PATH = '/api/leads';

const receive = async (fields: object = {}) => (await api.receive({ ...consultation, ...fields })).id;

/** What the owner sees with a query. */
async function list(query: Record<string, string> = {}): Promise<LeadPage> {
  return await api.read(LeadPage, `${PATH}?${new URLSearchParams(query)}`);
}
const names = async (query: Record<string, string>) => (await list(query)).leads.map(({ request }) => request.name);

test('a lead that is not there: 404', async () => {
  for (const id of ['0'.repeat(32), 'nobody']) {
    await api.text(api.asOwner('GET', `${PATH}/${id}`), 404);
    await api.text(api.command(id, { do: 'note', note: { id: 'n', text: 'x' } }), 404);
  }
});

test.each<[object, string]>([
  [{ do: 'change', status: 'sold' }, 'Please select a status'],
  [{ do: 'change', isSpam: true }, 'This is not something that can be done here. Please load the page again.'],
  [
    { do: 'change', outcome: { visit: '2026-11-30T15:00:00.000Z', result: 'perhaps' } },
    'Please select how the visit went',
  ],
  [{ do: 'note', note: { id: 'n', text: 'x'.repeat(4001) } }, 'Please use at most 4000 characters'],
  [{ do: 'note', note: { id: 'n', text: ' \u200b ' } }, 'Please enter text'],
  [{ do: 'note', note: { id: '', text: 'x' } }, 'Please send the id of the note'],
])('a command of %j: 400', async (body, error) => {
  const answer = await api.command(await receive(), body);
  expect([answer.status, (await answer.json()).error]).toEqual([400, error]);
});

test('nobody is made a robot: 400', async () => {
  await api.text(api.command(await receive(), { do: 'change', isSpam: true }), 400);
});

test.each(['status=sold', 'after=yesterday', 'from=yesterday', 'visit=soon', `search=${'x'.repeat(201)}`])(
  'a query with %s: 400',
  async (query) => {
    for (const address of [PATH, `${PATH}/export`])
      expect((await api.asOwner('GET', `${address}?${query}`)).status).toBe(400);
  },
);

test('a lead is listed as it came, and changes field by field', async () => {
  const attribution = { utm_source: 'google', utm_medium: 'cpc', landing: '/' };
  const id = await receive({ name: 'Harold Finch', attribution });
  const listed = (await list({ search: 'harold' })).leads[0];
  expect(listed).toMatchObject({ id, status: 'new', notes: [], isSpam: false, source: 'dialog' });
  expect(listed?.request.attribution).toEqual(attribution);
  expect(listed?.visits).toEqual([]);

  await Promise.all([
    api.changed(id, { status: 'contacted' }),
    api.commanded(id, { do: 'note', note: { id: 'n', text: ' Called.\nTwo dogs. ' } }),
  ]);
  const changed = await api.shown(id);
  expect(changed).toMatchObject({ status: 'contacted', notes: [{ text: 'Called.\nTwo dogs.' }] });
  expect(changed.updatedAt >= changed.createdAt).toBe(true);
  expect(await api.changed(id, { status: 'contacted' })).toEqual(changed);
  const dogs = { search: 'two dogs' };
  expect((await list({ ...dogs, status: 'contacted' })).leads.map((lead) => lead.id)).toEqual([id]);
  expect(await list({ ...dogs, status: 'new' })).toMatchObject({ leads: [], matching: 0 });
});

test('the scheduled function removes old closed leads where that is set, and only then', async () => {
  const id = await receive({ name: 'Closed long ago' });
  const stored = await api.store('leads').get(`leads/${id}`);
  const old = { ...Object(stored?.value), status: 'lost', updatedAt: '2020-01-01T00:00:00.000Z' };
  await api.store('leads').put(`leads/${id}`, old);
  await api.run('sweep-leads');
  expect(await names({ search: 'closed long ago' })).toEqual(['Closed long ago']);
  process.env['LEADS_KEEP_DAYS'] = '365';
  await api.run('sweep-leads');
  delete process.env['LEADS_KEEP_DAYS'];
  expect(await names({ search: 'closed long ago' })).toEqual([]);
  expect((await api.asOwner('GET', `${PATH}/${id}`)).status).toBe(404);
});

test('a filter holds for the list and for the CSV file', async () => {
  await receive({ name: 'Ann "Annie" Lee', message: 'First line\nsecond; line', attribution: { gclid: 'abc' } });
  const query = 'search=annie&source=google+ad';
  const { leads, sources } = await api.read(LeadPage, `${PATH}?${query}`);
  expect([leads.length, sources.includes('Google ad')]).toEqual([1, true]);
  const answer = await api.asOwner('GET', `${PATH}/export?${query}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
  const [headings, line, ...rest] = Buffer.from(await answer.arrayBuffer())
    .toString()
    .split('\r\n');
  expect([headings, line, rest]).toEqual([
    expect.stringMatching(/^\ufeff"Received \(Eastern\)","Status","Name",/),
    expect.stringContaining('"New","Ann ""Annie"" Lee","(407) 555-0188"'),
    [''],
  ]);
});
