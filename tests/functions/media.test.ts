import { beforeAll, expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import { apiForTests } from '#tests/support/admin-api';
import { film } from '#tests/support/sample-media';

const api = apiForTests();

const part = PART_BYTES;
const size = part * 2 + 1000;
const file = film(size);
let mediaUrl = '';
let etag = '';

beforeAll(async () => {
  mediaUrl = await api.upload(file);
  etag = (await api.ask('HEAD', mediaUrl)).headers.get('etag') ?? '';
});

const ask = (headers: Record<string, string> = {}, method = 'GET') => api.ask(method, mediaUrl, { headers });

test.each([
  ['two bytes, as iOS asks first', 'bytes=0-1', 0, 1],
  ['across two edges', `bytes=${part - 1}-${part * 2}`, part - 1, part * 2],
  ['the first byte behind an edge', `bytes=${part}-${part}`, part, part],
  ['open from the start: the rest of the part', 'bytes=0-', 0, part - 1],
  ['open from the middle', `bytes=${part + 5}-`, part + 5, part * 2 - 1],
  ['a suffix across an edge', 'bytes=-2000', size - 2000, size - 1],
])('%s', async (_, range, first, last) => {
  for (const method of ['GET', 'HEAD']) {
    const answer = await ask({ range }, method);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
    const body = Buffer.from(await answer.arrayBuffer());
    expect(body.equals(method === 'HEAD' ? Buffer.alloc(0) : file.subarray(first, last + 1))).toBe(true);
  }
});

test('beyond the end there is nothing, and no other unit is one of ours: the whole file', async () => {
  const beyond = await ask({ range: `bytes=${size}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  const other = await ask({ range: 'items=0-5' });
  expect([other.status, Buffer.from(await other.arrayBuffer()).equals(file)]).toEqual([200, true]);
});

test('without a range, the whole file, to be kept for ever; HEAD says the same without the bytes', async () => {
  const [answer, head] = [await ask(), await ask({}, 'HEAD')];
  expect([answer.status, head.status, await head.text()]).toEqual([200, 200, '']);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(answer.headers));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'netlify-cdn-cache-control': 'public, max-age=31536000',
    'netlify-cache-tag': `media-${mediaUrl.slice('/media/'.length, -'.mp4'.length)}`,
    'content-length': String(size),
    'content-type': 'video/mp4',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
  });
  expect(Buffer.from(await answer.arrayBuffer()).equals(file)).toBe(true);
});

test('what the browser has is not sent again; a range counts only for the version that it has', async () => {
  const known = await ask({ 'if-none-match': etag });
  expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
  const ranges = [etag, '"other"'].map((tag) => ask({ range: 'bytes=0-9', 'if-range': tag }));
  const answers = await Promise.all(ranges);
  expect(answers.map(({ status }) => status)).toEqual([206, 200]);
  for (const answer of answers) await answer.body?.cancel();
});

test('no answer is larger than a function can stream', async () => {
  const long = film(part * 6);
  const address = await api.upload(long);
  const whole = await api.ask('GET', address);
  expect([whole.status, whole.headers.get('content-range')]).toEqual([416, `bytes */${long.byteLength}`]);
  expect(await whole.json()).toEqual({ error: expect.stringContaining('in ranges') });
  const head = await api.ask('HEAD', address);
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(long.byteLength)]);
  const bounded = await api.ask('GET', address, { headers: { range: `bytes=10-${long.byteLength - 1}` } });
  expect(bounded.headers.get('content-range')).toBe(`bytes 10-20000009/${long.byteLength}`);
  expect((await bounded.arrayBuffer()).byteLength).toBe(20_000_000);
});

test.each(['/media/nothing.jpg', '/media/..%2F..%2Fpackage.json', '/media/%00.mp4'])(
  'there is nothing at %s',
  async (address) => {
    const answer = await api.ask('GET', address);
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'There is no such file' }]);
    // A file has one address: there is none under another extension.
    expect((await api.ask('GET', mediaUrl.replace('.mp4', '.webm'))).status).toBe(404);
  },
);
