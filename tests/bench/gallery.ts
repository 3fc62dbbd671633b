import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GalleryItem } from '#contracts/gallery';
import { PART_BYTES } from '#contracts/media';
import { openStore } from '#server/storage/stores';
import { film, keepFile } from '#tests/support/sample-media';
import { timeHandler } from './answers.ts';
import type { Row } from './row.ts';

const ITEMS = 500;
const FILM_BYTES = PART_BYTES * 3;

/** A long public list, and the start and continuation of a film, in this process over its own database. */
export async function galleryRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const address = await keepFile(openStore('media', { context: 'dev', dataDir }), film(FILM_BYTES));
  await fillGallery(dataDir, address);
  const rows = [...(await listRows()), ...(await filmRows(address))];
  await rm(dataDir, { recursive: true });
  return rows;
}

async function fillGallery(dataDir: string, mediaUrl: string): Promise<void> {
  const gallery = openStore('gallery', { context: 'dev', dataDir });
  for (let count = 0; count < ITEMS; count += 1) {
    const at = new Date(1_790_000_000_000 + count * 1000).toISOString();
    const item: GalleryItem = {
      id: `item${count}`,
      title: `Roller shades in a sunroom, number ${count}`,
      description: 'Light-filtering roller shades, lowered together by one touch. Uploaded on 11/21/2026',
      category: 'motorized-shades',
      mediaType: 'video',
      mediaUrl,
      width: 1600,
      height: 1067,
      placeholder: `data:image/webp;base64,${'UklGRg'.repeat(30)}`,
      isPublished: true,
      displayOrder: count % 7,
      createdAt: at,
      updatedAt: at,
    };
    await gallery.put(`items/${item.id}`, item);
  }
}

async function listRows(): Promise<Row[]> {
  const { default: visitor } = await import('../../netlify/functions/visitor.ts');
  return timeHandler(`gallery list of ${ITEMS} items`, visitor, () => new Request('http://localhost/api/gallery'));
}

async function filmRows(address: string): Promise<Row[]> {
  const { default: visitor } = await import('../../netlify/functions/visitor.ts');
  const firstByte = async (answer: Response) => {
    const reader = answer.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
  };
  const ask = () => new Request(`http://localhost${address}`, { headers: { range: 'bytes=2097152-' } });
  const timing = { max: 10, read: firstByte };
  return await timeHandler('media, first byte behind 2 MB of a part', visitor, ask, timing);
}
