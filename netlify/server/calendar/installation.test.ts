import { expect, test } from 'vitest';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/interleave';
import { installationId } from './installation.ts';

test('two processes that start at once, one of which may die, agree on one name', async () => {
  const actor = (open: (name: string) => ReturnType<typeof memoryStore>) => installationId(open('calendar'));
  const start = (): Records => new Map();
  await everyInterleaving<string>({ start, actors: [actor, actor], mortal: [0] }, async (run) => {
    const kept = await installationId(memoryStore(run.records, 'calendar'));
    expect(run.outcomes[1], run.schedule).toBe(kept);
    expect(['dead', kept], run.schedule).toContain(run.outcomes[0]);
  });
});
