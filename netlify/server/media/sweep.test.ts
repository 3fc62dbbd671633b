import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import type { Store } from '#server/storage/port';
import { openStore } from '#server/storage/stores';
import { film } from '#tests/support/sample-media';
import { newObjectId } from './upload.ts';
import { sweepMedia } from './upload.ts';
import { receivePart } from './upload.ts';

const HOUR = 60 * 60_000;
const now = Date.parse('2026-11-30T15:00:00Z');
let folder = '';
let media: Store;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sweep-'));
  media = openStore('media', { context: 'dev', dataDir: folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** Uploads a file, or the first part of one that never came whole; resolves to its id. */
async function uploaded(granted: number, total = 100): Promise<string> {
  const id = newObjectId(granted);
  const bytes = film(Math.min(total, PART_BYTES));
  await receivePart(media, { id, beginUntil: granted + HOUR }, { index: 0, total, bytes }, granted);
  return id;
}

test('what nobody uses goes after a day, and nothing else does', async () => {
  const used = await uploaded(now - 100 * HOUR);
  const young = [await uploaded(now - 24 * HOUR), await uploaded(now - 24 * HOUR, PART_BYTES * 3)];
  const unused = [await uploaded(now - 26 * HOUR), await uploaded(now - 26 * HOUR, PART_BYTES * 3)];
  await sweepMedia(media, { findUsed: async () => new Set([used]), now });
  const left = (await media.list('')).map(({ key }) => key);
  for (const id of [used, ...young]) expect(left.some((key) => key.startsWith(`bytes/${id}/`))).toBe(true);
  for (const id of unused) expect(left.filter((key) => key.includes(id))).toEqual([]);
});
