import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
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
  'functions/private.mjs': `import { readFile } from 'node:fs/promises';
    export default async () => new Response(await readFile(process.env.DATA_DIR.replace(/data$/, 'dist/photo.jpg')),
      { headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' } });
    export const config = { path: '/visit/:token/pictures/:picture' };`,
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

test.each([
  ['image/avif,image/webp,*/*', 'image/avif'],
  ['image/avif;q=0,image/webp', 'image/webp'],
  ['*/*', 'image/jpeg'],
])('Accept: %s gets %s', async (accept, type) => {
  const site = await trialSite(files);
  const answer = await ask(site, images({ url: '/photo.jpg', w: '40' }), { headers: { accept } });
  expect(answer.headers).toMatchObject({ 'content-type': type, vary: 'Accept' });
});

test('a picture that nobody may keep is none for the resizer', async () => {
  const site = await trialSite(files);
  const answer = await ask(site, images({ url: '/visit/a.b/pictures/1', w: '40' }));
  expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json']);
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

test('an animation still moves, in a format that can; else its first frame is shown', async () => {
  const frames = await sharp(randomBytes(8 * 24 * 3), {
    raw: { width: 8, height: 24, channels: 3, pageHeight: 8 },
  })
    .gif()
    .toBuffer();
  const site = await trialSite({ 'dist/moves.gif': frames });
  for (const [fm, expected] of Object.entries({ webp: 3, gif: 3, avif: 1 })) {
    const { body } = await ask(site, images({ url: '/moves.gif', w: '4', fm }));
    const { pages = 1, width } = await sharp(body).metadata();
    expect([pages, width], fm).toEqual([expected, 4]);
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

test('a picture that cannot be read is refused, one that is not there is not found', async () => {
  logged();
  const site = await trialSite(files);
  const broken = await ask(site, images({ url: '/broken.jpg', w: '10' }));
  const missing = await ask(site, images({ url: '/missing.jpg', w: '10' }));
  expect([broken.status, missing.status]).toEqual([400, 404]);
});
