import sharp from 'sharp';
import { expect, test } from 'vitest';
import { mediaKinds } from '#contracts/media';
import { apiForTests } from '#tests/support/admin-api';
import { bytes, film, pixelBomb, samples } from '#tests/support/sample-media';

const api = apiForTests();

async function send(file: Uint8Array, type = 'image/jpeg'): Promise<Response> {
  const uploadURL = await api.grant();
  return await api.ask('PUT', uploadURL, { body: Uint8Array.from(file), headers: { 'content-type': type } });
}

test.each(Object.entries(mediaKinds))(
  '%s is told by its bytes, served as %s, and a picture is measured by its header',
  async (extension, type) => {
    const answer = await send((await samples[extension]?.()) ?? bytes(''), 'text/html');
    const { mediaUrl } = await answer.json();
    const isPicture = type.startsWith('image/');
    const mediaType = isPicture ? 'image' : 'video';
    const item = await api.createItem({ title: 'Measured', mediaType, mediaUrl });
    expect([item.width, item.height]).toEqual(isPicture ? [64, 48] : [undefined, undefined]);
    expect(mediaUrl).toMatch(new RegExp(`\\.${extension}$`));
    expect((await api.ask('HEAD', mediaUrl)).headers.get('content-type')).toBe(type);
  },
);

const wrongType = { error: 'This is not a JPEG, PNG, WebP, AVIF or GIF picture nor an MP4, WebM, MOV or AVI video' };

const liars: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'an SVG': () => bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 200),
  'a page behind a byte order mark': () => bytes('\xef\xbb\xbf<html><script>alert(1)</script>', 200),
  'a script that begins like a GIF': () => bytes('GIF89a/*\0\0\0*/=1;alert(1)//', 200),
  'a page that begins like a GIF': () => bytes('GIF89a<script>alert(1)</script>', 200),
  'a page in the shape of an MP4': () => bytes('<!--ftypisom--><script>alert(1)</script>', 200),
  'a RIFF that is larger than the file': () => bytes('RIFF\xff\xff\xff\x7fWEBPVP8 ', 200),
  'a Matroska film that is no WebM': () => bytes('\x1a\x45\xdf\xa3\x9f\x42\x82\x88matroska', 200),
  'a HEIC picture': () => film(200, 'heic'),
  'one byte': () => bytes('\xff', 1),
};

test.each(Object.entries(liars))('%s is refused', async (_, make) => {
  const answer = await send(await make());
  expect([answer.status, await answer.json()]).toEqual([415, wrongType]);
});

const damaged: Record<string, Uint8Array> = {
  'a JPEG with a page inside': bytes('\xff\xd8\xff\xe0<script>alert(1)</script>', 200),
  'a JPEG whose segments go nowhere': bytes(`\xff\xd8${'\xff\xe0\0\0'.repeat(40)}`),
  'a PNG of no size': bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 200),
  'an AVIF without a size': film(200, 'avif'),
};

test.each(Object.entries(damaged))('%s is refused', async (_, file) => {
  const answer = await send(file);
  expect([answer.status, await answer.json()]).toEqual([415, { error: expect.stringContaining('damaged') }]);
});

test.each([
  ['a side that is too long', 16_385, 1],
  ['too many pixels alone', 7072, 7072],
])('a bomb of pixels is refused: %s', async (_, width, height) => {
  const answer = await send(pixelBomb(width, height));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toEqual({ error: expect.stringContaining('50 megapixels') });
});

test.each([{ lossless: true }, { alphaQuality: 50 }])('the size of every kind of WebP is read: %o', async (options) => {
  const file = await sharp({ create: { width: 301, height: 207, channels: 4, background: '#0008' } })
    .webp(options)
    .toBuffer();
  const mediaUrl = await api.upload(file);
  const item = await api.createItem({ title: 'Measured', mediaType: 'image', mediaUrl });
  expect([item.width, item.height]).toEqual([301, 207]);
});

test('a picture with a script behind its end is served as a picture that can do nothing', async () => {
  const gif = (await samples['gif']?.()) ?? bytes('');
  const polyglot = Buffer.concat([gif, Buffer.from('<script>alert(document.domain)</script>')]);
  const { mediaUrl } = await (await send(polyglot)).json();
  const answer = await api.ask('GET', mediaUrl);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/gif',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox(;|$)/),
    'content-disposition': expect.stringMatching(/^inline; filename="[a-z0-9]+\.gif"$/),
    'cross-origin-resource-policy': 'same-origin',
  });
});
