import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_GIF_BYTES, MAX_MEDIA_BYTES, PART_BYTES } from '#contracts/media';
import { newObjectId, signGrant } from '#server/media/upload';
import { origin, secret, apiForTests } from '#tests/support/admin-api';
import { film, samples } from '#tests/support/sample-media';
import { MINUTE } from '#lib/time/units';

const api = apiForTests();

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const put = (uploadURL: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  api.ask('PUT', uploadURL, { body: Uint8Array.from(body), headers });

/** A file as a player gets it, range by range. */
async function download(mediaUrl: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let first = 0, total = 1; first < total; ) {
    const answer = await api.ask('GET', mediaUrl, { headers: { range: `bytes=${first}-` } });
    expect(answer.status).toBe(206);
    const piece = await answer.bytes();
    pieces.push(piece);
    first += piece.byteLength;
    total = Number(answer.headers.get('content-range')?.split('/')[1]);
  }
  return Buffer.concat(pieces);
}

test('a small file goes in one PUT; the same bytes again are the same success, other bytes are refused', async () => {
  const uploadURL = await api.grant();
  const file = film(5000);
  const first = await put(uploadURL, file);
  const answer = await first.json();
  expect([first.status, answer]).toEqual([200, { mediaUrl: expect.stringMatching(/^\/media\/[a-z0-9]{29}\.mp4$/) }]);
  const again = await put(uploadURL, file);
  expect([again.status, await again.json()]).toEqual([200, answer]);
  for (const other of [film(5000, 'isom', 2), film(5001)]) {
    const refused = await put(uploadURL, other);
    expect([refused.status, await refused.json()]).toEqual([
      410,
      { error: 'Request has expired. Please choose the file again.' },
    ]);
  }
  expect(sha256(await download(answer.mediaUrl))).toBe(sha256(file));
});

test('24 MB in parts, out of order, some twice and at once, are the bytes that were sent, also when the session has ended', async () => {
  const uploadURL = await api.grant();
  await api.asOwner('POST', '/api/auth/logout');
  const file = film(24_000_000);
  const order = [5, 3, 0, 2, 2, 1];
  let received = 0;
  for (const index of order) {
    const answer = await api.sendPart(uploadURL, file, index);
    const progress = await answer.json();
    expect([answer.status, progress.total]).toEqual([202, file.byteLength]);
    expect(progress.received).toBeGreaterThanOrEqual(received);
    received = progress.received;
  }
  expect(received).toBe(file.byteLength - PART_BYTES);
  const last = await Promise.all([4, 4, 4, 0].map((index) => api.sendPart(uploadURL, file, index)));
  const addresses = new Set<string>();
  for (const answer of last) if (answer.status === 200) addresses.add((await answer.json()).mediaUrl);
  expect(addresses.size).toBe(1);
  const [mediaUrl = ''] = addresses;
  expect(await (await api.sendPart(uploadURL, file, 3)).json()).toEqual({ mediaUrl });
  expect((await api.sendPart(uploadURL, film(24_000_000, 'isom', 9), 3)).status).toBe(410);
  expect(sha256(await download(mediaUrl))).toBe(sha256(file));
});

const part = PART_BYTES;

test.each([
  ['one byte over the limit', `bytes 0-${part - 1}/${MAX_MEDIA_BYTES + 1}`, part, 413, 'A file may have at most 50 MB'],
  ['not aligned to the part size', `bytes 1-${part}/${part * 3}`, part, 400, 'Please send parts of 4194304 bytes'],
  ['shorter than a part in the middle', `bytes 0-99/${part * 3}`, 100, 400, 'Please send parts of 4194304 bytes'],
  ['a body shorter than it says', `bytes 0-${part - 1}/${part * 2}`, 100, 400, 'The part is not as long'],
  ['a body longer than it says', 'bytes 0-99/100', 101, 400, 'The part is not as long'],
  ['backwards', 'bytes 99-0/100', 100, 400, 'Please send parts of 4194304 bytes'],
  ['huge numbers', 'bytes 0-99999999999999999999/99999999999999999999', 100, 400, 'Please send Content-Range as'],
])('a part that is %s is refused', async (_, contentRange, size, status, error) => {
  const uploadURL = await api.grant();
  const answer = await put(uploadURL, film(size), { 'content-range': contentRange });
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(error) }]);
  const largest = { 'content-range': `bytes 0-${part - 1}/${MAX_MEDIA_BYTES}` };
  expect((await put(uploadURL, film(part), largest)).status, 'the limit itself').toBe(202);
});

test.each([
  ['empty', 0, {}, 400, 'The file is empty'],
  ['larger than one request may be', part + 1, {}, 413, 'Please send a larger file in parts'],
  ['cut on the way', 100, { 'content-length': '200' }, 400, 'The file did not arrive whole'],
  ['said to be over the limit', 100, { 'content-length': '52428801' }, 413, 'A file may have at most 50 MB'],
])('a whole file that is %s is refused, and its grant is not used up', async (_, size, headers, status, error) => {
  const uploadURL = await api.grant();
  const answer = await put(uploadURL, film(Math.max(size, 64)).subarray(0, size), headers);
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(error) }]);
  expect((await put(uploadURL, film(300))).status).toBe(200);
});

test('a body that breaks off is refused, not a fault of ours', async () => {
  const uploadURL = await api.grant();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(film(300)),
    pull: (controller) => controller.error(new Error('The connection was cut')),
  });
  const answer = await api.ask('PUT', uploadURL, { body });
  expect(answer.status).toBe(400);
});

test('a file of exactly one part, and of one byte more', async () => {
  for (const size of [part, part + 1]) {
    const file = film(size);
    const mediaUrl = await api.upload(file);
    expect(sha256(await download(mediaUrl))).toBe(sha256(file));
  }
});

test('a GIF may have 15 MB and no more', async () => {
  const gif = (await samples['gif']?.()) ?? film(1);
  const whole = new Uint8Array(MAX_GIF_BYTES + 1);
  whole.set(gif);
  const refused = await api.sendPart(await api.grant(), whole, 0);
  expect([refused.status, await refused.json()]).toEqual([413, { error: 'A GIF may have at most 15 MB' }]);
  expect((await api.sendPart(await api.grant(), whole.subarray(0, MAX_GIF_BYTES), 0)).status).toBe(202);
});

const key = new TextEncoder().encode(secret);
const minutes = (count: number) => Date.now() - count * MINUTE;

async function grantFrom(time: number): Promise<string> {
  const id = newObjectId(time);
  return `${origin}/api/uploads/${id}?grant=${await signGrant(key, id, time)}`;
}

test('the first byte has a quarter of an hour, a begun upload a day', async () => {
  expect((await put(await grantFrom(minutes(14.9)), film(300))).status).toBe(200);
  expect((await put(await grantFrom(minutes(15.1)), film(300))).status).toBe(410);
  const file = film(part * 2);
  const begun = async (ago: number) => {
    const uploadURL = await grantFrom(minutes(ago));
    const id = new URL(uploadURL).pathname.split('/').at(-1);
    await api.store('media').create(`uploads/${id}`, { total: file.byteLength, begunAt: minutes(ago) });
    return (await api.sendPart(uploadURL, file, 1)).status;
  };
  expect(await begun(23 * 60)).toBe(202);
  expect(await begun(24 * 60 + 1)).toBe(410);
  expect(await begun(26 * 60)).toBe(410);
});

test('a grant is for one object, and nobody else can make one', async () => {
  const session = await api.signIn();
  const [mine, other] = [new URL(await api.grant()), new URL(await api.grant())];
  const swapped = new URL(mine);
  swapped.search = other.search;
  const foreign = new URL(mine);
  foreign.searchParams.set('grant', await signGrant(new TextEncoder().encode('x'.repeat(40)), 'x', Date.now()));
  const asSession = new URL(mine);
  asSession.searchParams.set('grant', session.cookie.replace('session=', ''));
  for (const forged of [swapped, foreign, asSession]) expect((await put(forged.href, film(300))).status).toBe(403);
  const none = new URL(mine);
  none.search = '';
  expect((await put(none.href, film(300), session)).status).toBe(401);
  expect((await put(mine.href, film(300), { origin: 'https://evil.example' })).status).toBe(403);
  expect((await put(mine.href, film(300))).status).toBe(200);
});

test('the grant of a deleted item’s file cannot bring it back', async () => {
  const uploadURL = await api.grant();
  const { mediaUrl } = await (await put(uploadURL, film(300))).json();
  const { id } = await api.createItem({ title: 'Gone', mediaType: 'video', mediaUrl });
  await api.asOwner('DELETE', `/api/gallery/${id}`);
  expect((await put(uploadURL, film(300))).status).toBe(410);
  expect((await api.ask('GET', mediaUrl)).status).toBe(404);
});
