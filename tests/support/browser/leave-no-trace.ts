/** Test files share a process. Each must leave it as it was. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { SEEDS } from '../chance.ts';

// Each run tries others; a test that needs more, or has time for less, says so.
fc.configureGlobal({ numRuns: 40 * SEEDS });

const outset = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in outset)) delete process.env[name];
  Object.assign(process.env, outset);
});
