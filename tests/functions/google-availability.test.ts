import { expect, test } from 'vitest';
import type { Fault, GoogleCall } from '#tests/support/google/google-faults';
import { googleSite } from '#tests/support/google/google-site';

const site = googleSite({ inMemory: true });

const UNAVAILABLE = { slots: [], error: 'Our calendar did not answer. Please try again in a moment.' };

test('a failure that passes is not seen: the same slots as before', async () => {
  const before = await site.openSlots();
  site.google.oauth.expireAccessTokens();
  site.google.faults.next('token', 'cut');
  site.google.faults.next('freeBusy', 'error503');
  expect(await site.availability()).toEqual({ status: 200, body: { slots: before } });
});

/** Whatever the driver throws, whoever it comes from; which fault is which is the driver's contract. */
test.each<[what: string, arrange: () => void]>([
  ['the token never comes', () => fails('token', 'error503')],
  ['the token is refused', () => site.google.oauth.revoke()],
  ['free/busy is never answered', () => fails('freeBusy', 'cut')],
  ['free/busy is refused', () => site.google.faults.next('freeBusy', 'forbidden')],
  ['free/busy leaves the calendar out', () => (site.google.leavesCalendarOut = true)],
  ['a mistake in the variables', () => site.connect({ ...site.google.env, GOOGLE_TOKEN_URL: 'nowhere' })],
  [
    'a key that cannot be read',
    () => site.connect({ ...site.google.serviceAccountEnv, GOOGLE_SERVICE_ACCOUNT_KEY: 'x' }),
  ],
])('a failure that lasts: 503, no slot at all, and a sentence: %s', async (_what, arrange) => {
  expect((await site.openSlots()).length).toBeGreaterThan(20);
  site.google.oauth.expireAccessTokens();
  arrange();
  expect(await site.availability()).toEqual({ status: 503, body: UNAVAILABLE });
});

function fails(call: GoogleCall, fault: Fault): void {
  site.google.faults.decide = (heard) => (heard === call ? fault : null);
}
