import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { nameByWidth } from './picture-names.ts';

const picture = (width: number) =>
  sharp({ create: { width, height: 8, channels: 3, background: '#0f5b5c' } })
    .webp()
    .toBuffer();

async function named(files: Readonly<Record<string, Buffer | string>>): Promise<{ names: string[]; html: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pictures-'));
  try {
    await mkdir(path.join(folder, '_astro'));
    for (const [name, bytes] of Object.entries(files)) await writeFile(path.join(folder, name), bytes);
    await nameByWidth(folder);
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    return { names: (await readdir(path.join(folder, '_astro'))).toSorted(), html };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('made pictures are named by their widths, in the files and in the pages; others stay', async () => {
  const { names, html } = await named({
    '_astro/room.Ab_1-cD9_Z1abc.webp': await picture(16),
    '_astro/room.Ab_1-cD9_2defG.webp': await picture(32),
    '_astro/plain.Ab_1-cD9.webp': await picture(16),
    'index.html':
      'srcset="/_astro/room.Ab_1-cD9_Z1abc.webp 16w, /_astro/room.Ab_1-cD9_2defG.webp 32w" /_astro/plain.Ab_1-cD9.webp',
  });
  expect(names).toEqual(['plain.Ab_1-cD9.webp', 'room.Ab_1-_16.webp', 'room.Ab_1-_32.webp']);
  expect(html).toBe(
    'srcset="/_astro/room.Ab_1-_16.webp 16w, /_astro/room.Ab_1-_32.webp 32w" /_astro/plain.Ab_1-cD9.webp',
  );
});

test('two pictures of one source and width are an error', async () => {
  const files = {
    '_astro/room.Ab_1-cD9_Z1abc.webp': await picture(16),
    '_astro/room.Ab_1-cD9_2defG.webp': await picture(16),
    'index.html': '',
  };
  await expect(named(files)).rejects.toThrow('Two pictures would be called room.Ab_1-_16.webp');
});
