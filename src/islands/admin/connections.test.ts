import { expect, test, vi } from 'vitest';
import { adminLead } from '#tests/support/admin-page';

const phone = '(321) 555-0123';
const email = 'ann@example.com';

test.each([
  ['on', { phone, texts: true, email: '' }, {}, 'text'],
  ['on', { phone, texts: true, email }, {}, 'text and mail'],
  ['on', { phone, texts: true, email }, { hasStopped: true }, 'mail'],
  ['on', { phone, email: '' }, {}, ''],
  ['', { phone, texts: true, email: '' }, {}, ''],
] as const)('with texts %j, %j %j is told of a moved visit by %j', async (texts, request, state, words) => {
  vi.stubEnv('TEXTS', texts);
  vi.resetModules();
  const { waysTo, wayWords } = await import('./connections.ts');
  expect(wayWords(waysTo(adminLead('a', state, request), 'moved'))).toBe(words);
});
