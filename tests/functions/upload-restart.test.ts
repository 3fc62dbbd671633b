import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_MEDIA_BYTES, PART_BYTES, UploadAnswer, UploadGrant } from '#contracts/media';
import { SEEDS } from '#tests/support/chance';
import { film } from '#tests/support/sample-media';
import { SiteProcess } from '#tests/support/site-process';

let site: SiteProcess;

beforeAll(async () => {
  site = await SiteProcess.open({ ADMIN_PASSWORD: 'correct horse' }, ['--api']);
});
afterAll(() => site.close());

async function signIn(): Promise<string> {
  const answer = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'correct horse' }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function grantFor(cookie: string): Promise<string> {
  const answer = await fetch(`${site.url}/api/objects/upload`, { method: 'POST', headers: { cookie } });
  return UploadGrant.parse(await answer.json()).uploadURL;
}

const rangeOf = (file: Uint8Array, index: number) => {
  const first = index * PART_BYTES;
  const last = Math.min(first + PART_BYTES, file.byteLength) - 1;
  return { bytes: file.subarray(first, last + 1), header: `bytes ${first}-${last}/${file.byteLength}` };
};

async function sendPart(uploadURL: string, file: Uint8Array, index: number): Promise<Response> {
  const { bytes, header } = rangeOf(file, index);
  return await fetch(uploadURL, { method: 'PUT', body: Uint8Array.from(bytes), headers: { 'content-range': header } });
}

/** Sends half of a part and hangs up. */
async function cutPart(uploadURL: string, file: Uint8Array, index: number): Promise<void> {
  const { bytes, header } = rangeOf(file, index);
  const headers = { 'content-range': header, 'content-length': String(bytes.byteLength) };
  await new Promise<void>((resolve) => {
    const call = request(uploadURL, { method: 'PUT', headers });
    call.on('error', () => resolve());
    call.write(bytes.subarray(0, bytes.byteLength / 2), () => call.destroy(new Error('Hung up')));
  });
}

async function download(address: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let first = 0; first < size; first += PART_BYTES) {
    const answer = await fetch(site.url + address, { headers: { range: `bytes=${first}-` } });
    expect(answer.status).toBe(206);
    pieces.push(new Uint8Array(await answer.arrayBuffer()));
  }
  return Buffer.concat(pieces);
}

/** 50 MB in `npm run test:long`. */
const size = SEEDS > 1 ? MAX_MEDIA_BYTES : 5 * PART_BYTES - 1000;
const parts = Math.ceil(size / PART_BYTES);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a large film arrives whole through three cut connections and a server that is killed and started again', async () => {
  const cookie = await signIn();
  const uploadURL = await grantFor(cookie);
  const file = film(size);
  for (const index of [parts - 1, 0]) expect((await sendPart(uploadURL, file, index)).status).toBe(202);
  for (const index of [2, 2, 3]) await cutPart(uploadURL, file, index);
  const inFlight = [1, 2, 3].map((index) =>
    sendPart(uploadURL, file, index).then(
      (answer) => answer.status,
      () => 'cut',
    ),
  );
  const first = await Promise.race(inFlight);
  await site.kill();
  expect([202, 'cut']).toContain(first);
  await Promise.all(inFlight);
  await site.start();
  let last: Response | undefined;
  for (const index of Array.from({ length: parts }, (_, at) => parts - 1 - at)) {
    last = await sendPart(uploadURL, file, index);
    expect([200, 202]).toContain(last.status);
  }
  const { mediaUrl } = UploadAnswer.parse(await last?.json());
  expect(sha256(await download(mediaUrl))).toBe(sha256(file));
  const check = await fetch(`${site.url}/api/auth/check`, { headers: { cookie } });
  expect(await check.json()).toEqual({ authenticated: true });
  expect(site.output).not.toContain('Error');
});
