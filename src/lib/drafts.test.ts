import { afterEach, expect, test, vi } from 'vitest';
import { isShown } from './drafts.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['production', false],
  ['deploy-preview', true],
  ['branch-deploy', true],
  [undefined, true],
])('where the context is %s, a draft is shown: %s', (context, shown) => {
  vi.stubEnv('CONTEXT', context);
  expect(isShown({ data: { draft: true } })).toBe(shown);
  expect(isShown({ data: { draft: false } })).toBe(true);
});
