import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { serveImages } from '#local/images';
import { ask, logged, trialSite } from './trial-site.ts';

const photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#17606b' } })
  .withExif({ IFD0: { Artist: 'Someone' } })
  .jpeg()
  .toBuffer();

const files = {
  'dist/photo.jpg': photo,
  'dist/broken.jpg': 'no picture either',
  'dist/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'functions/media.mjs': `import { readFile } from 'node:fs/promises';
    export default async () => new Response(await readFile(process.env.DATA_DIR.replace(/data$/, 'dist/photo.jpg')),
      { headers: { 'content-type': 'image/jpeg' } });
    export const config = { path: '/media/:name' };`,
};

function images(parameters: Record<string, string>): string {
  return `/.netlify/images?${new URLSearchParams(parameters)}`;
}

test.each([
  [{ w: '300' }, [300, 200]],
  [{ w: '300', h: '300' }, [300, 200]],
  [{ w: '300', h: '300', fit: 'cover' }, [300, 300]],
  [{ w: '300', h: '100', fit: 'fill' }, [300, 100]],
  [{ w: '4000' }, [600, 400]],
])('%j makes a picture of %j pixels', async (size, expected) => {
  const site = await trialSite(files);
  const answer = await ask(site, images({ url: '/photo.jpg', fm: 'png', ...size }));
  const { width, height, exif } = await sharp(answer.body).metadata();
  expect([width, height, exif]).toEqual([...expected, undefined]);
});

test('of many at once two are made, those beyond two hundred are refused, what is kept waits for none, and none is higher than 4096', async () => {
  const { folder } = await trialSite({});
  const ofHeight = (height: number) =>
    sharp({ create: { width: 8, height, channels: 3, background: '#17606b' } })
      .png()
      .toBuffer();
  const [tall, small] = await Promise.all([ofHeight(5000), ofHeight(8)]);
  const readings = new Map<string, number>();
  let [mayMake, making] = [Promise.resolve(), 0];
  const source = async ({ href }: URL) => {
    const count = (readings.get(href) ?? 0) + 1;
    readings.set(href, count);
    if (count === 2) {
      making += 1;
      await mayMake;
    }
    return new Response(new Uint8Array(href.includes('/101.png') ? tall : small), {
      headers: { 'content-type': 'image/png' },
    });
  };
  const answer = serveImages({ cacheDir: path.join(folder, 'made'), source });
  const askOne = async (number: number, headers = {}) => {
    const address = new URL(
      images({ url: `/media/${number}.png`, w: String(number + 1), fm: 'png' }),
      'http://localhost',
    );
    const one = await answer(new Request(address, { headers }), { ip: '127.0.0.1' });
    statuses.push(one?.status);
    return one;
  };
  const statuses: unknown[] = [];
  const kept = await askOne(0);
  const { promise, resolve } = Promise.withResolvers<void>();
  [mayMake, making] = [promise, 0];
  const asked = Array.from({ length: 210 }, (_, index) => askOne(index + 1));
  const refused = Array(8).fill(503);
  await expect.poll(() => statuses).toEqual([200, ...refused]);
  await askOne(0);
  await askOne(0, { 'if-none-match': kept?.headers.get('etag') });
  expect([making, ...statuses]).toEqual([2, 200, ...refused, 200, 304]);
  resolve();
  const made = await Promise.all(asked);
  const { height } = await sharp(await made[100]?.bytes()).metadata();
  expect(height).toBe(4096);
});

test.each([
  ['image/avif,image/webp,*/*', 'image/avif'],
  ['image/avif;q=0,image/webp', 'image/webp'],
  ['*/*', 'image/jpeg'],
])('Accept: %s gets %s', async (accept, type) => {
  const site = await trialSite(files);
  const answer = await ask(site, images({ url: '/photo.jpg', w: '40' }), { headers: { accept } });
  expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'Accept' });
});

test('a picture that a function answers with is resized too', async () => {
  const answer = await ask(await trialSite(files), images({ url: '/media/a.jpg', w: '60', fm: 'webp' }));
  const { format, width } = await sharp(answer.body).metadata();
  expect([answer.status, format, width]).toEqual([200, 'webp', 60]);
});

test('a picture is made once, kept on disk, and answered for with 304', async () => {
  const site = await trialSite(files);
  const address = images({ url: '/photo.jpg', w: '50', fm: 'avif' });
  const [first] = await Promise.all([ask(site, address), ask(site, address), ask(site, address)]);
  expect(await readdir(path.join(site.folder, 'data/images'))).toHaveLength(1);
  const again = await ask(site, address, { headers: { 'if-none-match': first.headers.etag ?? '' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

const uint16 = (value: number) => [value & 255, value >> 8];

/** A square of noise in a GIF, a byte for a pixel: after 126 codes each, its coding begins anew. */
function noisyFrame(edge: number): Buffer {
  const noise = () => [128, ...randomBytes(126).map((byte) => byte & 127)];
  const codes = [...Array.from({ length: Math.ceil(edge ** 2 / 126) }, noise).flat(), 129];
  const blocks = codes.flatMap((code, index) => (index % 254 ? [code] : [Math.min(254, codes.length - index), code]));
  return Buffer.from([0x2c, 0, 0, 0, 0, ...uint16(edge), ...uint16(edge), 0, 7, ...blocks, 0]);
}

/** A square GIF whose frames change a square of it. */
function gif(frames: number, edge: number, changed: number): Buffer<ArrayBuffer> {
  const palette = Array.from({ length: 128 * 3 }, (_, index) => (index * 37) & 255);
  const head = Buffer.from([...Buffer.from('GIF89a'), ...uint16(edge), ...uint16(edge), 0xf6, 0, 0, ...palette]);
  const noisy = [noisyFrame(changed), noisyFrame(changed), noisyFrame(changed)];
  const drawn = Array.from({ length: frames }, (_, index) => noisy[index % noisy.length] ?? head);
  return Buffer.concat([head, ...drawn, Buffer.from([0x3b])]);
}

test.each([
  ['a few frames move', 3, [3, 8, 8], 10, ['webp', 'gif', 'avif']],
  ['thousands of frames are a still picture', 1, [5000, 4, 4], 10, ['webp', 'gif', 'avif']],
  ['more pixels than a picture may have are a still picture', 1, [600, 600, 1], 10, ['webp', 'gif', 'avif']],
  ['what takes too long is a still picture', 1, [160, 600, 600], 1, ['webp']],
])('%s', async (_, expected, [frames = 0, edge = 0, changed = 0], animation, types) => {
  logged();
  const { folder } = await trialSite({});
  const animated = gif(frames, edge, changed);
  const source = async () => new Response(animated, { headers: { 'content-type': 'image/gif' } });
  const answer = serveImages({ cacheDir: path.join(folder, 'made'), source, maxSeconds: { animation, still: 10 } });
  for (const fm of types) {
    const address = new URL(images({ url: '/media/a.gif', w: '320', fm }), 'http://localhost');
    const made = await answer(new Request(address), { ip: '127.0.0.1' });
    expect(made?.status, fm).toBe(200);
    const { pages = 1, format } = await sharp(await made?.bytes()).metadata();
    expect([pages, format]).toEqual(fm === 'avif' ? [1, 'heif'] : [expected, fm]);
  }
});

test.each([
  [{}, 'The parameter url is missing'],
  [{ url: 'https://example.com/a.jpg' }, 'The parameter url must be a path on this site'],
  [{ url: '//example.com/a.jpg' }, 'The parameter url must be a path on this site'],
  [{ url: '/\\example.com/a.jpg' }, 'The parameter url must be a path on this site'],
  [{ url: '/x/../.netlify/images?url=/photo.jpg' }, 'The parameter url must be a path on this site'],
  [{ url: '/photo.jpg', w: '0' }, 'The parameter w must be a number of pixels'],
  [{ url: '/photo.jpg', h: '9999' }, 'The parameter h must be at most 4096'],
  [{ url: '/photo.jpg', fit: 'stretch' }, 'The parameter fit must be contain, cover or fill'],
  [{ url: '/photo.jpg', fm: 'bmp' }, 'The parameter fm must be one of avif, webp, jpg, png, gif'],
  [{ url: '/photo.jpg', q: '101' }, 'The parameter q must be 1 to 100'],
  [{ url: '/drawing.svg' }, 'The source is not a picture that can be resized'],
])('%j is refused: %s', async (parameters, error) => {
  const answer = await ask(await trialSite(files), images(parameters));
  expect([answer.status, JSON.parse(answer.body.toString())]).toEqual([400, { error }]);
});

test('a picture that cannot be read is refused, one that is not there is not found; only GET and HEAD', async () => {
  logged();
  const site = await trialSite(files);
  const broken = await ask(site, images({ url: '/broken.jpg', w: '10' }));
  const missing = await ask(site, images({ url: '/missing.jpg', w: '10' }));
  expect([broken.status, missing.status]).toEqual([400, 404]);
  const address = images({ url: '/photo.jpg', w: '10', fm: 'png' });
  const [get, head, post] = await Promise.all(['GET', 'HEAD', 'POST'].map((method) => ask(site, address, { method })));
  expect(head?.headers['content-length']).toBe(String(get?.body.length));
  expect([head?.body.length, post?.status, post?.headers.allow]).toEqual([0, 405, 'GET, HEAD']);
});
