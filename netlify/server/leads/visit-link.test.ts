import { expect, test } from 'vitest';
import { memoryStore } from '#tests/support/stores/interleave';
import { leadId } from './lead-id.ts';
import { readVisitToken, visitSecret, visitToken } from './visit-link.ts';

const lead = leadId('ann');

test('the secret is made once', async () => {
  const auth = memoryStore(new Map(), 'auth');
  const secrets = await Promise.all([visitSecret(auth), visitSecret(auth)]);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(secrets[1]).toBe(secrets[0]);
  expect(await visitSecret(auth)).toBe(secrets[0]);
});

test('a token names the lead it was signed for, and nobody else can sign one', () => {
  const token = visitToken('secret', lead);
  expect(readVisitToken('secret', token)).toBe(lead);
  expect(readVisitToken('another secret', token)).toBeNull();
  expect(readVisitToken('secret', token.replace(lead, leadId('bob')))).toBeNull();
  for (const wrong of ['', '.', lead, `${lead}.`, `${token}.x`, token.slice(0, -1), `${lead}.${'A'.repeat(43)}`]) {
    expect(readVisitToken('secret', wrong), wrong).toBeNull();
  }
});
