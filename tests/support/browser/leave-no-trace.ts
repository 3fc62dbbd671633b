/** Test files share a process. Each must leave it as it was. */
import { afterAll, vi } from 'vitest';

const outset = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) if (!(name in outset)) delete process.env[name];
  Object.assign(process.env, outset);
});
