import { afterEach, expect, test, vi } from 'vitest';
import { isShown } from './live.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ['production', false],
  ['deploy-preview', true],
  ['branch-deploy', true],
  [undefined, true],
])('where the context is %s, a draft or a sample is shown: %s', (context, shown) => {
  vi.stubEnv('CONTEXT', context);
  expect(isShown({ data: { draft: true } })).toBe(shown);
  expect(isShown({ data: { sample: true } })).toBe(shown);
  expect(isShown({ data: { draft: false, sample: false } })).toBe(true);
  expect(isShown({ data: {} })).toBe(true);
});

test('the live site makes the claims that are confirmed, other builds make all', async () => {
  const claimsIn = async (context: string) => {
    vi.stubEnv('CONTEXT', context);
    vi.resetModules();
    const { certifiedBrand, yearsOfExperience, rating, vendors } = (await import('#business')).business;
    return { certifiedBrand, yearsOfExperience, rating, vendors };
  };
  const all = await claimsIn('deploy-preview');
  expect(Object.values(all)).not.toContain(undefined);
  // The test's brand has only its rating confirmed. The maker is still one whose products we sell.
  expect(await claimsIn('production')).toEqual({
    certifiedBrand: undefined,
    yearsOfExperience: undefined,
    rating: all.rating,
    vendors: all.vendors,
  });
  vi.resetModules();
});
