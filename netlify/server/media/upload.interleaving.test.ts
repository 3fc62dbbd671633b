import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import type { Store } from '#server/storage/port';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/stores/interleave';
import { film } from '#tests/support/sample-media';
import { keys } from './object.ts';
import { type Received, receivePart } from './upload.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const grant = { id: '0mwpu4w0x0c6f6cd4358aff031758', beginUntil: now + 1000 };
const total = PART_BYTES + 9;

/** Bytes as records: the schedules are about who writes when, and every part is small. */
function withBytes(store: Store): Store {
  return {
    ...store,
    putBytes: async (key, bytes) => void (await store.put(key, digestOf(bytes as Uint8Array))),
    // Content is under its own digest and never changes, so that reading it is no step.
    getBytes: async (key) => {
      const found = [head, otherHead, tail].find((bytes) => key.endsWith(digestOf(bytes))) ?? tail;
      return { size: found.byteLength, stream: new Blob([Uint8Array.from(found)]).stream() };
    },
  };
}

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const sends = (index: number, bytes: Uint8Array) => (open: (name: string) => Store) =>
  receivePart(withBytes(open('media')), grant, { index, total, bytes }, now);

const head = film(300).subarray(0, 240);
const otherHead = film(300, 'isom', 7).subarray(0, 240);
const tail = film(300).subarray(240);
const start = (): Records => new Map();
const media = (records: Records) => withBytes(memoryStore(records, 'media'));

/** What a whole object promises: every part is there, under the name of its own content. */
async function expectWhole(records: Records, schedule: string): Promise<readonly string[]> {
  const object = (await media(records).get(keys.object(grant.id)))?.value as { parts: string[] } | undefined;
  expect(object?.parts, schedule).toHaveLength(2);
  for (const [index, digest] of (object?.parts ?? []).entries()) {
    expect((await media(records).get(keys.bytes(grant.id, index, digest)))?.value, schedule).toBe(digest);
  }
  return object?.parts ?? [];
}

test('two files for one grant never mix: one sender of a place wins, the other is told so and leaves nothing', async () => {
  const winners = new Set<string>();
  await everyInterleaving<Received>(
    { start, actors: [sends(0, head), sends(0, otherHead)] },
    async ({ records, outcomes, schedule }) => {
      expect(
        outcomes.filter((outcome) => outcome === 'spent'),
        schedule,
      ).toHaveLength(1);
      await receivePart(media(records), grant, { index: 1, total, bytes: tail }, now);
      const [winner = ''] = await expectWhole(records, schedule);
      winners.add(winner);
      expect(await media(records).list(keys.allBytes(grant.id)), schedule).toHaveLength(2);
    },
  );
  expect(winners).toEqual(new Set([digestOf(head), digestOf(otherHead)]));
});

test('two parts at once: whoever ends last has the whole, and a death at any step is mended by sending the part again', async () => {
  const deaths = new Set<number>();
  await everyInterleaving<Received>(
    { start, actors: [sends(0, head), sends(1, tail)], mortal: [0] },
    async ({ records, outcomes, schedule }) => {
      if (outcomes[0] === 'dead') deaths.add(schedule.split(' ').filter((step) => step === '0').length);
      else {
        const isTold = outcomes.some((outcome) => typeof outcome === 'object' && 'mediaUrl' in outcome);
        expect(isTold, schedule).toBe(true);
        expect(await expectWhole(records, schedule), schedule).toEqual([digestOf(head), digestOf(tail)]);
      }
      const again = await receivePart(media(records), grant, { index: 0, total, bytes: head }, now);
      expect(again, schedule).toEqual({ mediaUrl: `/media/${grant.id}.mp4` });
      await expectWhole(records, schedule);
    },
  );
  expect(deaths.size).toBeGreaterThan(4);
});
