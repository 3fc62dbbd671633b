import { expect, test } from 'vitest';
import { Lead } from '#lead/lead';
import { shownAt } from '#lead/request-fields';
import { leadReference } from './lead-id.ts';
import { csvCell, csvLines } from './lead-csv.ts';

test.each([
  ['', '""'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("http://evil.example","x")', '"\'=HYPERLINK(""http://evil.example"",""x"")"'],
  ['+1 (404) 555-0142', '"\'+1 (404) 555-0142"'],
  ['\tplain', '"\'\tplain"'],
  ['\r=1', '"\'\r=1"'],
  ['\nplain', '"\'\nplain"'],
  ['  =1', '"\'  =1"'],
  ['"=1"', '"\'""=1"""'],
  ["'=1", '"\'\'=1"'],
  ['“=1', '"\'“=1"'],
  ['(404) 555-0142', '"(404) 555-0142"'],
  ['a=b', '"a=b"'],
])('%j becomes %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

test.each([...'\u200b\u00ad\ufeff\u202e\u2060\u00a0\u3164\u2800\u034f\ufe0f\u0007\u0301\u{e0001}', '\u200b \u200d"'])(
  'a cell that begins with %j before a formula is text',
  (hidden) => {
    for (const sign of ['=', '+', '-', '@', '＝', '﹦', '−']) {
      expect(csvCell(`${hidden}${sign}1`)).toBe(`"'${`${hidden}${sign}1`.replaceAll('"', '""')}"`);
    }
    expect(csvCell(`${hidden}a=1`)).toBe(`"${hidden.replaceAll('"', '""')}a=1"`);
  },
);

const now = Date.parse('2026-11-10T12:00:00.000Z');
const lead = Lead.parse({
  id: 'f'.repeat(32),
  createdAt: '2026-11-01T05:30:00.000Z',
  updatedAt: '2026-11-02T12:00:00.000Z',
  source: 'form',
  status: 'contacted',
  isSpam: true,
  request: {
    name: '=cmd|calc',
    phone: '-407-555-0142',
    zipCode: '30041',
    city: 'Atlanta Area',
    serviceInterest: 'General Inquiry',
    preferredContact: 'text',
    message: '+do this',
    consent: '2026-11',
    attribution: { utm_campaign: '@evil', referrer: 'https://example.com/' },
    heardFrom: 'sign',
  },
  visits: [
    {
      id: 'f/1',
      slot: 's',
      start: '2026-10-01T15:30:00.000Z',
      end: '2026-10-01T16:30:00.000Z',
      kind: 'consultation',
      outcome: 'quoted',
    },
    { id: 'f/2', slot: 's', start: '2026-12-01T15:30:00.000Z', end: '2026-12-01T16:30:00.000Z', kind: 'measure' },
  ],
  amount: 12_400,
  followUp: '2026-12-08',
  lostReason: 'price',
  notes: [
    { id: 'a', text: '\t=1' },
    { id: 'b', at: '2026-12-01T15:30:00.000Z', by: 'owner', text: 'Gate code' },
    { id: 'c', at: '2026-12-01T15:31:00.000Z', by: 'owner', text: 'Gate code 12', corrects: 'b' },
  ],
});

test('beside a request’s fields are at most 11 columns, times are Eastern, and no cell of a visitor is a formula', () => {
  const [head = '', line = '', ...rest] = [...csvLines([lead], now)];
  const cells = (text: string) => text.trim().slice(1, -1).split('","');
  const row = Object.fromEntries(cells(head.slice(1)).map((heading, index) => [heading, cells(line)[index]]));
  expect(row).toMatchObject({
    'Received (Eastern)': '2026-11-01 01:30',
    Status: 'Contacted',
    Name: "'=cmd|calc",
    Phone: "'-407-555-0142",
    Email: '',
    Prefers: 'Text Message',
    'Consent wording': '2026-11',
    Message: "'+do this",
    Notes: "'\t=1\n2026-12-01 10:30, owner, corrected: Gate code\n2026-12-01 10:31, owner: Gate code 12",
    'Visits (Eastern)': '2026-10-01 11:30, Consultation: Quoted\n2026-12-01 10:30, Measure',
    Amount: '12400.00',
    'Follow up on': '2026-12-08',
    'Lost because': 'Too expensive',
    'Came from': 'Yard sign or truck',
    Campaign: "'@evil",
    'What the link said': 'utm_campaign: @evil\nreferrer: https://example.com/',
    'Sent with': 'Plain form, likely by a robot',
    Reference: leadReference(lead.id),
  });
  const visits = lead.visits.map((visit, index) =>
    index === 0 ? visit : { ...visit, slot: undefined, cancelledAt: '2026-11-01T06:30:00.000Z' },
  );
  expect([...csvLines([{ ...lead, visits }], now)][1]).toContain('Quoted\nCancelled on 2026-11-01 01:30');
  expect(Object.keys(row).length - shownAt('csv').length).toBeLessThanOrEqual(11);
  expect(rest).toEqual([]);
  expect(head.startsWith('\ufeff"') && head.endsWith('"\r\n') && line.endsWith('"\r\n')).toBe(true);
});
