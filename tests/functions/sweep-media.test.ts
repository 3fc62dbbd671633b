import { expect, test, vi } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import { apiForTests } from '#tests/support/admin-api';
import { film, samples } from '#tests/support/sample-media';
import { HOUR, MINUTE } from '#lib/time/units';

const now = '2026-11-21T15:00:00Z';
const start = Date.parse(now);
const api = apiForTests({ now });

const sweepAt = async (time: number) => {
  vi.setSystemTime(time);
  await api.run('sweep-media');
};
const statusOf = async (address: string) => (await api.ask('HEAD', address)).status;

async function picture(): Promise<Uint8Array> {
  return (await samples['jpg']?.()) ?? film(100);
}

test('a file of an edit that was cancelled goes after a day, and so does half a file; the one that the item has stays', async () => {
  const { id, mediaUrl } = await api.createItem({
    title: 'Pool',
    mediaType: 'image',
    mediaUrl: await api.upload(await picture()),
  });
  const cancelled = await api.upload(await picture());
  const broken = await api.grant();
  expect((await api.sendPart(broken, film(PART_BYTES * 2), 0)).status).toBe(202);
  // The dialog may still be open: a day long the owner can save what was uploaded in it.
  await sweepAt(start + 24 * HOUR);
  expect(await statusOf(cancelled)).toBe(200);
  await sweepAt(start + 26 * HOUR);
  expect(await statusOf(cancelled)).toBe(404);
  expect(await statusOf(mediaUrl)).toBe(200);
  const left = (await api.store('media').list('')).map(({ key }) => key);
  const gone = [cancelled.slice('/media/'.length, -'.jpg'.length), new URL(broken).pathname.slice(-29)];
  for (const id of gone) expect(left.filter((key) => key.includes(id))).toEqual([]);
  const again = await api.asOwner('PUT', `/api/gallery/${id}`, { mediaUrl: cancelled });
  expect(again.status).toBe(400);
});

test('an upload that is still on its way is never swept, up to its last minute', async () => {
  const long = film(PART_BYTES + 100);
  const uploadURL = await api.grant();
  vi.setSystemTime(start + 14 * MINUTE);
  expect((await api.sendPart(uploadURL, long, 0)).status).toBe(202);
  await sweepAt(start + 14 * MINUTE + 24 * HOUR - 1000);
  const last = await api.sendPart(uploadURL, long, 1);
  expect(last.status).toBe(200);
  expect(await statusOf((await last.json()).mediaUrl)).toBe(200);
});
