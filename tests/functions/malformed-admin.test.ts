import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ConsultationReceipt } from '#contracts/consultation';
import { Problem } from '#contracts/problem';
import { apiForTests } from '#tests/support/admin-api';
import { film, samples } from '#tests/support/sample-media';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();

/** An answer to anything at all: never a fault of ours, and a refusal always in the error shape. */
async function expectGoodAnswer(answer: Response, isHead = false): Promise<void> {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400 || isHead) return void (await answer.body?.cancel());
  const text = await answer.text();
  expect(Problem.parse(JSON.parse(text)).error).toMatch(/^[A-Z].{5,}/);
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d|node_modules|TypeError/);
}

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '<script>',
    '../../etc/passwd',
    'javascript:alert(1)',
    'x'.repeat(3000),
    '__proto__',
  ),
);
const anything = fc.oneof(nasty, fc.anything({ withNullPrototype: true }), fc.double(), fc.bigInt().map(String));
const field = fc.constantFrom(
  ...['title', 'description', 'alt', 'category', 'mediaType', 'mediaUrl', 'posterUrl', 'width', 'placeholder', 'focus'],
  ...[
    'status',
    'notes',
    'attribution',
    'weekly',
    'version',
    'first',
    'last',
    'from',
    'until',
    'note',
    'isPublished',
    'displayOrder',
    'id',
    'username',
    'password',
    '__proto__',
    'constructor',
  ],
);
const body = fc.array(fc.tuple(field, anything), { maxLength: 6 }).map((fields) => textOf(Object.fromEntries(fields)));

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"circular":';
  }
}

test('the owner’s calls with any body and any id', async () => {
  const session = await api.signIn();
  const mediaUrl = await api.upload(session, film(100));
  const { id } = await api.createItem(session, { title: 'Target', mediaType: 'video', mediaUrl });
  const received = await api.ask('POST', '/api/consultation-requests', { body: consultation });
  const { id: lead } = ConsultationReceipt.parse(await received.json());
  const address = fc.oneof(
    fc.constantFrom(`/api/gallery/${id}`, '/api/gallery', '/api/gallery/all', '/api/objects/upload'),
    fc.constantFrom('/api/hours', '/api/away', '/api/away/2026-12-01-2026-12-02', '/api/away/x'),
    fc.constantFrom('/api/auth/login', '/api/auth/check', '/api/leads', '/api/leads/export', `/api/leads/${lead}`),
    fc
      .tuple(
        fc.constantFrom('gallery/x', 'leads/x', 'leads?search=', 'leads?status=', 'leads/export?after=', 'away/'),
        nasty,
      )
      .map(([beginning, text]) => `/api/${beginning}${encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))}`),
  );
  const method = fc.constantFrom('PUT', 'POST', 'PUT', 'POST', 'GET', 'PATCH', 'OPTIONS', 'DELETE', 'CONSTRUCTOR');
  const call = async (at: string, how: string, sent: string) => {
    if (how === 'DELETE' && at.endsWith(id)) return;
    const headers = { ...session, 'content-type': 'application/json' };
    const content = how === 'GET' ? {} : { body: sent };
    await expectGoodAnswer(await api.ask(how, at, { headers, ...content, ip: crypto.randomUUID() }));
  };
  await fc.assert(fc.asyncProperty(address, method, body, call), { numRuns: 800 });
  const list = await api.ask('GET', '/api/gallery/all', { headers: session });
  expect((await list.json()).some((item: { id: string }) => item.id === id)).toBe(true);
});

test('any bytes in any part', async () => {
  const session = await api.signIn();
  const heads = await Promise.all(Object.values(samples).map((make) => make()));
  const cut = fc
    .tuple(fc.constantFrom(...heads), fc.nat(700))
    .map(([head, size]) => Uint8Array.from(head.subarray(0, size)));
  const changed = fc
    .tuple(cut, fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 8 }))
    .map(([head, changes]) => {
      const copy = Uint8Array.from(head);
      for (const [index, value] of changes) if (index < copy.length) copy[index] = value;
      return copy;
    });
  const bytes = fc.oneof(
    cut,
    changed,
    fc.uint8Array({ maxLength: 300 }).map((some) => Uint8Array.from(some)),
  );
  const number = fc.oneof(fc.nat(1000), fc.constantFrom(4_194_304, 4_194_303, 8_388_608, 52_428_800, 2 ** 53));
  const range = fc.oneof(
    fc.tuple(number, number, number).map(([first, last, total]) => `bytes ${first}-${last}/${total}`),
    fc.stringMatching(/^[ -~]{0,60}$/),
  );
  const put = async (file: Uint8Array<ArrayBuffer>, contentRange: string | undefined) => {
    const headers: Record<string, string> = contentRange === undefined ? {} : { 'content-range': contentRange };
    await expectGoodAnswer(await api.ask('PUT', await api.grant(session), { body: file, headers }));
  };
  await fc.assert(fc.asyncProperty(bytes, fc.option(range, { nil: undefined }), put), { numRuns: 800 });
});

test('any range, any condition, any cookie', async () => {
  const mediaUrl = await api.upload(await api.signIn(), film(5000));
  const header = fc.stringMatching(/^[ -~]{0,80}$/);
  const range = fc.oneof(
    header,
    fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
  );
  const asked = fc.record(
    { range, 'if-range': header, 'if-none-match': header, cookie: header.map((text) => `session=${text}`) },
    { requiredKeys: [] },
  );
  const get = async (headers: Record<string, string>, method: string, address: string) => {
    await expectGoodAnswer(await api.ask(method, address, { headers }), method === 'HEAD');
  };
  const method = fc.constantFrom('GET', 'HEAD');
  const address = fc.constantFrom(mediaUrl, '/api/auth/check', '/api/gallery');
  await fc.assert(fc.asyncProperty(asked, method, address, get), { numRuns: 600 });
});
