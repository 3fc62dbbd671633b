import { expect, test } from 'vitest';
import { NetworkError, refusal } from '#browser/api-client';
import { testEnvironment } from '#tests/support/environment';
import { scriptedServer } from '#tests/support/scripted-server';
import { mediaUrlIn, type PutOptions, refusedUpload } from './gallery-api.ts';
import { createPartUpload, createUploads, type PartUploadContext } from './uploads.ts';

const server = scriptedServer();
const WHOLE = { body: { mediaUrl: '/media/0123456789abcdef.mp4' } };
const MORE = { status: 202, body: { received: 4, total: 10 } };
const SPENT = { status: 410, body: { error: 'Request has expired.' } };
const file = new Blob(['0123456789']);

/** `UploadsApi.put` with Node's `fetch`. */
async function put(url: string, bytes: Blob, { range, onProgress, signal }: PutOptions = {}): Promise<string | null> {
  const headers = range && { 'Content-Range': `bytes ${range.first}-${range.last}/${range.total}` };
  const answer = await fetch(url, {
    method: 'PUT',
    body: bytes,
    ...(headers && { headers }),
    ...(signal && { signal }),
  })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch((cause) => {
      throw signal?.aborted ? signal.reason : new NetworkError('No answer came', { cause });
    });
  onProgress?.(bytes.size);
  if (!answer.response.ok) throw refusal(answer.response.status, '', answer.text);
  return answer.response.status === 202 ? null : mediaUrlIn(answer.text);
}

/** An upload in parts of four bytes, with its calls and events. */
function begin(change: Partial<PartUploadContext> = {}) {
  const waits: number[] = [];
  const progress: number[] = [];
  let grants = 0;
  const context: PartUploadContext = {
    async grant() {
      grants += 1;
      return { uploadURL: `${server.origin()}/upload-${grants}`, partSize: 4 };
    },
    put,
    async wait(ms) {
      waits.push(ms);
    },
    isOnline: () => true,
    backOnline: () => new Promise(() => {}),
    ...change,
  };
  const stop = new AbortController();
  const upload = createPartUpload(file, context, (sent) => progress.push(sent));
  return { upload, run: () => upload.run(stop.signal), stop, waits, progress, grants: () => grants };
}

const sent = () => server.heard.map(({ path, body, headers }) => `${path} ${headers['content-range']} ${body}`);
const three = ['/upload-1 bytes 0-3/10 0123', '/upload-1 bytes 4-7/10 4567', '/upload-1 bytes 8-9/10 89'];

test('parts go in order, progress is what has left, and the last answer is the address', async () => {
  server.script('/upload-1', MORE, MORE, WHOLE);
  const { run, progress } = begin();
  await expect(run()).resolves.toBe('/media/0123456789abcdef.mp4');
  expect(sent()).toEqual(three);
  expect(progress).toEqual([0, 4, 4, 8, 8, 10, 10]);
});

test('a part that is cut off or refused for now is sent again, after 0, 1, 3 and 5 seconds', async () => {
  server.script('/upload-1', MORE, { cut: true }, { status: 503 }, { status: 429 }, { status: 408 }, MORE, WHOLE);
  const { run, waits } = begin();
  await run();
  expect(waits).toEqual([0, 1000, 3000, 5000]);
  expect(sent()).toEqual([three[0], ...Array(5).fill(three[1]), three[2]]);
});

test('after five tries it fails, and the next run goes on where it was', async () => {
  server.script('/upload-1', MORE, ...Array(5).fill({ cut: true }), MORE, WHOLE);
  const { run } = begin();
  await expect(run()).rejects.toBeInstanceOf(NetworkError);
  await expect(run()).resolves.toContain('/media/');
  expect(sent().filter((one) => one === three[0])).toHaveLength(1);
});

test.each([400, 401, 404, 413, 415, 501, 505])('a %i is not tried again', async (status) => {
  server.script('/upload-1', { status, body: { error: 'No' } });
  await expect(begin().run()).rejects.toMatchObject({ status });
  expect(server.heard).toHaveLength(1);
});

test.each([409, 418, 423, 500, 502, 504])('a %i is', async (status) => {
  server.script('/upload-1', { status }, WHOLE);
  await begin().run();
  expect(server.heard).toHaveLength(2);
});

test('offline it waits without counting, and goes on by itself', async () => {
  let online = false;
  const { promise: back, resolve: comeBack } = Promise.withResolvers<void>();
  server.script('/upload-1', { cut: true }, MORE, MORE, WHOLE);
  let waiting = false;
  const backOnline = () => {
    waiting = true;
    return back;
  };
  const { run, waits } = begin({ isOnline: () => online, backOnline });
  const done = run();
  await expect.poll(() => waiting).toBe(true);
  expect(server.heard).toHaveLength(1);
  online = true;
  comeBack();
  await expect(done).resolves.toContain('/media/');
  expect(waits).toEqual([]);
});

test('pause cuts the part that is under way; resume sends it again and goes on', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  server.script('/upload-1', MORE, { after: arrived, ...MORE }, MORE, WHOLE);
  const { upload, run, progress } = begin();
  const done = run();
  await expect.poll(() => server.heard.length).toBe(2);
  upload.pause();
  upload.pause();
  await expect.poll(() => progress.at(-1)).toBe(4);
  arrive();
  expect(server.heard).toHaveLength(2);
  upload.resume();
  await done;
  expect(sent()).toEqual([three[0], three[1], three[1], three[2]]);
});

test('a file of one part is one PUT without a range, which a pause lets through', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  server.script('/upload-1', { after: arrived, ...WHOLE });
  const { upload, run } = begin({ grant: async () => ({ uploadURL: `${server.origin()}/upload-1`, partSize: 10 }) });
  const done = run();
  await expect.poll(() => server.heard.length).toBe(1);
  upload.pause();
  arrive();
  await done;
  expect(sent()).toEqual(['/upload-1 undefined 0123456789']);
});

test('cancel ends it with the reason, also while it is paused', async () => {
  const { upload, run, stop } = begin();
  upload.pause();
  const done = run();
  stop.abort('cancelled');
  await expect(done).rejects.toBe('cancelled');
  expect(server.heard).toEqual([]);
});

test('a grant that no longer counts is asked for anew, and the file begins again', async () => {
  server.script('/upload-1', MORE, SPENT);
  server.script('/upload-2', MORE, MORE, WHOLE);
  const { run, grants } = begin();
  await run();
  expect(grants()).toBe(2);
  expect(sent().slice(2)).toEqual(three.map((one) => one.replace('upload-1', 'upload-2')));
});

test('no grant that counts, or a server that never has enough: it fails', async () => {
  for (const name of ['/upload-1', '/upload-2', '/upload-3']) server.script(name, SPENT);
  const { run, grants } = begin();
  await expect(run()).rejects.toMatchObject({ status: 410 });
  expect(grants()).toBe(3);
  server.script('/upload-1', MORE);
  await expect(begin().run()).rejects.toThrow('not whole');
});

test('every failure has words: the server’s, or those of the specification', async () => {
  const { signal } = new AbortController();
  const refused = (answer: object) => refusedUpload({ status: 507, statusText: '', ...answer } as XMLHttpRequest);
  expect(refused({ responseText: '{"error":"No room"}' }).message).toBe('No room');
  expect(refused({ responseText: '' }).message).toBe('Non 2xx');
  for (const [outcome, words] of [
    [{ state: 'failed', serverMessage: undefined }, /^Could not POST \/api\/objects\/upload\. /],
    [{ state: 'signed-out' }, /^Authorization required$/],
  ] as const) {
    const uploads = createUploads(testEnvironment(), { call: async () => outcome });
    await expect(uploads.grant(signal)).rejects.toThrow(words);
  }
});
