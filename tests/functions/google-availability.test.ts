import { describe, expect, test } from 'vitest';
import type { Fault } from '#tests/support/google/google-faults';
import { googleSite } from '#tests/support/google/google-site';

const site = googleSite({ inMemory: true });

const UNAVAILABLE = { slots: [], error: 'Our calendar did not answer. Please try again in a moment.' };
const passing: Fault[] = ['tooMany', 'error500', 'error503', 'hang', 'cut', 'garbage'];
const limits: Fault[] = ['rateLimit', 'userRateLimit'];

describe('a failure that passes is not seen: the same slots as before', () => {
  test.each([
    ...passing.map((fault) => ['token', fault] as const),
    ...[...passing, ...limits].map((fault) => ['freeBusy', fault] as const),
  ])('%s: %s', async (call, fault) => {
    const before = await site.openSlots();
    site.google.oauth.expireAccessTokens();
    site.google.faults.next(call, fault);
    expect(await site.availability()).toEqual({ status: 200, body: { slots: before } });
  });

  test('an access token that ended before its time is renewed', async () => {
    const before = await site.openSlots();
    site.google.oauth.expireAccessTokens();
    expect(await site.availability()).toEqual({ status: 200, body: { slots: before } });
  });

  test('an access token is renewed when its hour is over', async () => {
    await site.openSlots();
    const { given } = site.google.oauth;
    site.pass(3_600_000);
    expect((await site.availability()).status).toBe(200);
    expect(site.google.oauth.given).toBe(given + 1);
  });
});

describe('a failure that lasts: 503, no slot at all, and a sentence', () => {
  const lasting: [what: string, arrange: () => void][] = [
    ...passing.map((fault): [string, () => void] => [`token: ${fault}`, () => fails('token', fault)]),
    ...[...passing, ...limits].map((fault): [string, () => void] => [
      `freeBusy: ${fault}`,
      () => fails('freeBusy', fault),
    ]),
    ['freeBusy: forbidden', () => site.google.faults.next('freeBusy', 'forbidden')],
    ['freeBusy: an error of the calendar, notFound', () => (site.google.busyError = 'notFound')],
    ['freeBusy: an error of the calendar, internalError', () => (site.google.busyError = 'internalError')],
    ['freeBusy: the calendar left out', () => (site.google.leavesCalendarOut = true)],
    ['freeBusy: the calendar is no longer shared', () => (site.google.isShared = false)],
    ['token: invalid_grant', () => site.google.oauth.revoke()],
    ['tokens that the API does not know: 401 again', () => (site.google.oauth.givesWrongTokens = true)],
    ['no token in the variables', () => site.connect({ ...site.google.env, GOOGLE_REFRESH_TOKEN: 'wrong' })],
    ['a mistake in the variables', () => site.connect({ ...site.google.env, GOOGLE_TOKEN_URL: 'nowhere' })],
    [
      'a key that cannot be read',
      () => site.connect({ ...site.google.serviceAccountEnv, GOOGLE_SERVICE_ACCOUNT_KEY: 'x' }),
    ],
  ];

  function fails(call: 'token' | 'freeBusy', fault: Fault): void {
    site.google.faults.decide = (heard) => (heard === call ? fault : null);
  }

  test.each(lasting)('%s', async (_what, arrange) => {
    expect((await site.openSlots()).length).toBeGreaterThan(20);
    site.google.oauth.expireAccessTokens();
    arrange();
    expect(await site.availability()).toEqual({ status: 503, body: UNAVAILABLE });
  });
});
