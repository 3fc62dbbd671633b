import { describe, expect, test } from 'vitest';
import { AdminLead } from '#contracts/admin-lead';
import { LeadPage } from '#contracts/lead-query';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';
import { DAY, HOUR } from '#lib/time/units';

const api = apiForTests();
const PATH = '/api/leads';

const receive = async (fields: object = {}) => (await api.receive({ ...consultation, ...fields })).id;

/** What the owner sees with a query. */
async function list(query: Record<string, string> = {}): Promise<LeadPage> {
  return await api.read(LeadPage, `${PATH}?${new URLSearchParams(query)}`);
}
const names = async (query: Record<string, string>) => (await list(query)).leads.map(({ request }) => request.name);

const change = (id: string, body: object) => api.asOwner('PUT', `${PATH}/${id}`, body);

describe('who may do what', () => {
  const unknown = `${PATH}/${'0'.repeat(32)}`;

  test.each(['GET', 'PUT'])('%s of a lead that is not there: 404', async (method) => {
    for (const address of [unknown, `${PATH}/nobody`]) {
      expect(
        (await api.asOwner(method, address, method === 'PUT' ? { note: { id: 'n', text: 'x' } } : undefined)).status,
      ).toBe(404);
    }
  });

  test.each<[object, string]>([
    [{ status: 'sold' }, 'Please select a status'],
    [{ note: { id: 'n', text: 'x'.repeat(4001) } }, 'Please use at most 4000 characters'],
    [{ note: { id: 'n', text: ' \u200b ' } }, 'Please enter text'],
    [{ note: { id: '', text: 'x' } }, 'Please send the id of the note'],
  ])('a change to %j: 400', async (body, error) => {
    const answer = await change(await receive(), body);
    expect([answer.status, (await answer.json()).error]).toEqual([400, error]);
  });

  test.each(['status=sold', 'after=yesterday', 'from=yesterday', 'visit=soon', `search=${'x'.repeat(201)}`])(
    'a query with %s: 400',
    async (query) => {
      for (const address of [PATH, `${PATH}/export`]) {
        expect((await api.asOwner('GET', `${address}?${query}`)).status).toBe(400);
      }
    },
  );
});

test('a lead is listed as it came, and changes field by field', async () => {
  const attribution = { utm_source: 'google', utm_medium: 'cpc', landing: '/' };
  const id = await receive({ name: 'Harold Finch', attribution });
  const listed = (await list({ search: 'harold' })).leads[0];
  expect(listed).toMatchObject({ id, status: 'new', notes: [], isSpam: false, source: 'dialog' });
  expect(listed?.request.attribution).toEqual(attribution);
  expect(listed).not.toHaveProperty('slot');

  await Promise.all([
    change(id, { status: 'contacted' }),
    change(id, { note: { id: 'n', text: ' Called.\nTwo dogs. ' } }),
  ]);
  const read = await api.asOwner('GET', `${PATH}/${id}`);
  const changed = AdminLead.parse(await read.json());
  expect(changed).toMatchObject({ status: 'contacted', notes: [{ text: 'Called.\nTwo dogs.' }] });
  expect(changed.updatedAt >= changed.createdAt).toBe(true);
  expect(AdminLead.parse(await (await change(id, { status: 'contacted' })).json())).toEqual(changed);
  const dogs = { search: 'two dogs' };
  expect((await list({ ...dogs, status: 'contacted' })).leads.map((lead) => lead.id)).toEqual([id]);
  expect(await list({ ...dogs, status: 'new' })).toMatchObject({ leads: [], matching: 0 });
});

test.each([
  ['a name in other capitals, without its accents, in another order', 'ALVAREZ jose', true],
  ['a phone with the country', '+1 321.555.0123', true],
  ['an address', 'JOSE@EXAMPLE', true],
  ['a ZIP', '30086', true],
  ['a word of the message', 'skylight', true],
  ['two words, one of them elsewhere', 'jose 31801', false],
  ['digits that are in no phone', '3215550199', false],
  ['what only a pattern would find', '.*', false],
])('searching for %s', async (_, search, isFound) => {
  await receive({
    name: 'José Álvarez',
    phone: '321-555-0123',
    email: 'jose@example.com',
    zipCode: '30086',
    message: 'Two Skylights',
  });
  expect((await names({ search })).includes('José Álvarez')).toBe(isFound);
});

const phones = [
  '321',
  '321555',
  '(321) 55',
  '321-555-01',
  '321–555',
  '555-0123',
  '0123',
  '+1 321',
  '1321555',
  '+1 (321) 555-0',
  '1321',
  '+1 321 555',
  '555-01',
];
test('half a phone number finds it, with the country and without', async () => {
  await receive({ name: 'Half Number', phone: '(321) 555-0123' });
  for (const search of phones) expect(await names({ search }), search).toContain('Half Number');
  for (const search of ['+1 555', '+1 0123', '1 322']) expect(await names({ search })).not.toContain('Half Number');
});

/** Every small Latin letter that English collation takes for plain ones, and some that it leaves alone. */
const collator = new Intl.Collator('en', { sensitivity: 'base' });
const plainLetters = [...'abcdefghijklmnopqrstuvwxyz', 'ae', 'oe', 'ss'];
const latin = Array.from({ length: 0x24f - 0xdf }, (_, index) => String.fromCodePoint(0xdf + index));
const plainOf = (letter: string) => plainLetters.find((plain) => collator.compare(letter, plain) === 0);
const asTyped: [name: string, search: string][] = [
  ...latin.map((letter): [string, string] => [letter, plainOf(letter) ?? letter]),
  ...Object.entries({ þ: 'th', ı: 'i', ŧ: 't', ŋ: 'n' }),
];

test('the search reads letters and apostrophes as a plain keyboard types them, and the other way around', async () => {
  const pairs = asTyped.filter(([letter, plain]) => letter !== plain);
  expect(pairs.length).toBeGreaterThan(150);
  await receive({ name: 'Every Letter', message: `letters ${pairs.map(([letter]) => `z${letter}z`).join(' ')}` });
  await receive({ name: 'Søren O’Brien' });
  await receive({ name: "Lukasz O'Connor" });
  for (let index = 0; index < pairs.length; index += 40) {
    const some = pairs.slice(index, index + 40);
    expect(await names({ search: some.map(([, plain]) => `z${plain}z`).join(' ') })).toEqual(['Every Letter']);
    expect(await names({ search: some.map(([letter]) => `Z${letter.toUpperCase()}Z`).join(' ') })).toEqual([
      'Every Letter',
    ]);
  }
  for (const apostrophe of "'’‘ʼ`´′＇") {
    expect(await names({ search: `soren o${apostrophe}brien` })).toEqual(['Søren O’Brien']);
    expect(await names({ search: `ŁUKASZ o${apostrophe}connor` })).toEqual(["Lukasz O'Connor"]);
  }
});

test.each(['Haines Corner', 'shutters', 'Facebook or Instagram', 'spring sale', 'Spanish', 'gate code'])(
  'what a lead asked for, where it came from, and what was noted are found: %s',
  async (search) => {
    const fields = { name: 'Found By All', message: 'Haines Corner', about: 'Product: Shutters', language: 'es' };
    const id = await receive({ ...fields, attribution: { fbclid: 'x', utm_campaign: 'Spring Sale' } });
    await change(id, { note: { id: 'n', text: 'Gate code 4711' } });
    const found = await names({ search: `${search} found by` });
    expect(found).toContain('Found By All');
    expect(found).not.toContain('Harold Finch');
  },
);

describe('filters', () => {
  const ours = { name: 'Filtered', attribution: { utm_source: 'Flyer', utm_campaign: 'Fall', landing: '/' } };
  const store = () => api.store('leads');
  /** A lead of another moment, as it is stored. */
  async function stored(fields: object, request: object = {}): Promise<void> {
    const id = await receive({ ...ours, ...request });
    const before = Object((await store().get(`leads/${id}`))?.value);
    await store().put(`leads/${id}`, { ...before, ...fields });
  }
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();

  test('by the day in the business’s zone, both included', async () => {
    // 11:30 PM on the last of January and 0:30 AM on the first of March, Eastern.
    for (const createdAt of ['2026-02-01T04:30:00.000Z', '2026-02-01T05:30:00.000Z', '2026-03-01T05:30:00.000Z'])
      await stored({ createdAt });
    const days = { search: 'filtered', from: '2026-02-01', to: '2026-02-28' };
    expect((await list(days)).leads.map(({ createdAt }) => createdAt)).toEqual(['2026-02-01T05:30:00.000Z']);
    expect((await list({ ...days, from: '2026-01-31', to: '2026-03-01' })).matching).toBe(3);
    expect((await list({ ...days, from: '' })).matching).toBe(2);
  });

  test.each([
    { source: 'FLYER' },
    { campaign: 'fall' },
    { landing: 'home page' },
    { city: consultation.city },
    { service: consultation.serviceInterest },
  ])('by %j, in capitals or not', async (query) => {
    const id = await receive({ ...ours, name: 'Narrowed down' });
    const found = await list({ search: 'narrowed', ...query });
    expect(found.leads.map((lead) => lead.id)).toContain(id);
    const [field = ''] = Object.keys(query);
    expect((await list({ search: 'narrowed', [field]: 'Another' })).leads).toEqual([]);
    expect(found.sources).toContain('Flyer');
    const file = await api.asOwner('GET', `${PATH}/export?${new URLSearchParams({ ...query, search: 'narrowed' })}`);
    expect(await file.text()).toContain('"Narrowed down"');
  });

  test('by the visit: still to come, begun, or none', async () => {
    const visit = (start: string) => ({ slot: start, slotEnd: new Date(Date.parse(start) + HOUR).toISOString() });
    await stored({ ...visit(ago(-2)), status: 'booked' }, { name: 'Visit Ahead' });
    await stored({ ...visit(ago(2)), status: 'booked' }, { name: 'Visit Past' });
    await stored({ ...visit(ago(-2)), visits: [{ start: ago(9), end: ago(8.9) }] }, { name: 'Visit Both' });
    await stored({}, { name: 'Visit None' });
    const by = async (which: string) => (await names({ search: 'visit', visit: which })).toSorted();
    expect(await by('ahead')).toEqual(['Visit Ahead', 'Visit Both']);
    expect(await by('past')).toEqual(['Visit Both', 'Visit Past']);
    expect(await by('none')).toEqual(['Visit None']);
  });

  test('by the day of a step, and by a booking that was cancelled later', async () => {
    const day = (text: string) => ({ from: text, to: text });
    const noon = (text: string) => `${text}T17:00:00.000Z`;
    const first = { start: noon('2026-03-06'), end: '2026-03-06T18:00:00.000Z' };
    await stored(
      { createdAt: noon('2026-03-02'), bookedAt: noon('2026-03-04'), visits: [first] },
      { name: 'Step Booked' },
    );
    await stored(
      { createdAt: noon('2026-03-02'), status: 'won', closedAt: noon('2026-03-08'), amount: 90 },
      { name: 'Step Won' },
    );
    const on = async (query: Record<string, string>) => await names({ search: 'step', ...query });
    await stored({ createdAt: noon('2026-03-02'), isSpam: true }, { name: 'Step Robot' });
    expect((await on(day('2026-03-02'))).toSorted()).toEqual(['Step Booked', 'Step Robot', 'Step Won']);
    const received = await on({ step: 'requests', ...day('2026-03-02') });
    expect(received.toSorted()).toEqual(['Step Booked', 'Step Won']);
    expect(await on({ step: 'bookings', ...day('2026-03-04') })).toEqual(['Step Booked']);
    expect(await on({ step: 'visits', ...day('2026-03-06') })).toEqual(['Step Booked']);
    expect(await on({ step: 'won', ...day('2026-03-08') })).toEqual(['Step Won']);
    expect(await on({ step: 'won' })).toEqual(['Step Won']);
    expect(await on({ step: 'won', ...day('2026-03-02') })).toEqual([]);
    expect(await on({ visit: 'booked' })).toEqual(['Step Booked']);
  });
});

test('the scheduled function removes old closed leads where that is set, and only then', async () => {
  const id = await receive({ name: 'Closed long ago' });
  const stored = await api.store('leads').get(`leads/${id}`);
  const old = { ...Object(stored?.value), status: 'closed', updatedAt: '2020-01-01T00:00:00.000Z' };
  await api.store('leads').put(`leads/${id}`, old);
  await api.run('sweep-leads');
  expect(await names({ search: 'closed long ago' })).toEqual(['Closed long ago']);
  process.env['LEADS_KEEP_DAYS'] = '365';
  await api.run('sweep-leads');
  delete process.env['LEADS_KEEP_DAYS'];
  expect(await names({ search: 'closed long ago' })).toEqual([]);
  expect((await api.asOwner('GET', `${PATH}/${id}`)).status).toBe(404);
});

test('the export: a CSV file of what matches', async () => {
  await receive({ name: 'Ann "Annie" Lee', message: 'First line\nsecond; line', attribution: { gclid: 'abc' } });
  const answer = await api.asOwner('GET', `${PATH}/export?search=annie`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = new TextDecoder().decode(bytes);
  const [headings, line, ...rest] = text.split('\r\n');
  expect(headings).toMatch(/^"Received \(Eastern\)","Status","Name",/);
  expect(line).toContain('"New","Ann ""Annie"" Lee","(407) 555-0188"');
  expect(line).toContain('"First line\nsecond; line"');
  expect(line).toContain('"Google ad"');
  expect(rest).toEqual(['']);
});
