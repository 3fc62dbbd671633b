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
    const { businessIn } = await import('#business');
    const { certifiedBrand, yearsOfExperience, rating, startingPrice, vendors } = businessIn('es');
    return { certifiedBrand, yearsOfExperience, rating, startingPrice, vendors };
  };
  const all = await claimsIn('deploy-preview');
  expect(Object.values(all)).not.toContain(undefined);
  expect(all.startingPrice).toBe('$640 (ejemplo)');
  // The test's brand has only its rating confirmed. The maker is still one whose products we sell.
  expect(await claimsIn('production')).toEqual({
    certifiedBrand: undefined,
    yearsOfExperience: undefined,
    rating: all.rating,
    startingPrice: undefined,
    vendors: all.vendors,
  });
  vi.resetModules();
});
