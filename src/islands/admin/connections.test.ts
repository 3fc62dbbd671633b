import { afterAll, expect, test, vi } from 'vitest';
import { adminLead } from '#tests/support/admin-page';

// Files share their modules: the next one reads the settings anew.
afterAll(() => void vi.resetModules());

const phone = '(321) 555-0123';
const email = 'ann@example.com';

test.each([
  ['on', { phone, texts: true, email: '' }, {}, 'text'],
  ['on', { phone, texts: true, email }, {}, 'text and mail'],
  ['on', { phone, texts: true, email }, { hasStopped: true }, 'mail'],
  ['on', { phone, email: '' }, {}, 'There is no mail address, and they have not agreed to texts'],
  [
    'on',
    { phone, texts: true, email: '' },
    { hasStopped: true },
    'There is no mail address, and they have stopped texts',
  ],
  ['', { phone, texts: true, email: '' }, {}, 'There is no mail address'],
  ['ask', { phone, texts: true, email: '' }, {}, 'There is no mail address'],
] as const)('with texts %j, %j %j is told of a moved visit by %j', async (texts, request, state, words) => {
  vi.stubEnv('TEXTS', texts);
  vi.resetModules();
  const { noWayWords, waysTo, wayWords } = await import('./connections.ts');
  const lead = adminLead('a', state, request);
  expect(wayWords(waysTo(lead, 'moved')) || noWayWords(lead)).toBe(words);
});
