import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/stores/interleave';
import { visitSecret } from './visit-link.ts';

test('the secret is made once', async () => {
  const auth = memoryStore(new Map(), 'auth');
  const secrets = await Promise.all([visitSecret(auth), visitSecret(auth)]);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect(await visitSecret(auth)).toBe(secrets[0]);
});
