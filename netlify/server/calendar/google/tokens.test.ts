import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { moment, visitTo } from '#tests/support/calendar-suite';
import type { GoogleDouble } from '#tests/support/google/google-double';
import { connected, googleDoubles, TrialClock, trialsOf } from '#tests/support/google/google-trial';
import { DAY, MINUTE } from '#lib/time/units';
import { CalendarError } from '../calendar.ts';

const newDouble = googleDoubles();
const trial = trialsOf(newDouble);
const week = { start: moment, end: moment + 7 * DAY };
const later = moment + DAY;

test('an access token is asked for once, also by calls at the same time, until shortly before its end', async () => {
  const clock = new TrialClock();
  const { google, calendar } = await trial('env', clock);
  await Promise.all(Array.from({ length: 20 }, () => calendar.busy(week, later)));
  clock.time += 3500_000;
  await calendar.busy(week, later);
  expect(google.count('token')).toBe(1);
  clock.time += MINUTE;
  await calendar.busy(week, later);
  expect(google.count('token')).toBe(2);
});

test('an access token that ended before its time is renewed, and the call goes on', async () => {
  const { google, calendar } = await trial();
  await calendar.busy(week, later);
  google.oauth.expireAccessTokens();
  expect(await calendar.createEvent(visitTo(calendar), later)).toBe('created');
  expect(google.count('token')).toBe(2);
});

test.each(['error503', 'hang', 'cut', 'garbage'] as const)(
  'an access token is asked for again when that fails (%s)',
  async (fault) => {
    const { google, calendar } = await trial('env', new TrialClock(fault === 'hang' ? 700 : 10_000));
    google.faults.next('token', fault);
    expect(await calendar.createEvent(visitTo(calendar), later)).toBe('created');
    expect(google.count('insert')).toBe(1);
  },
);

test.each(['error503', 'hang'] as const)(
  'an access token that never comes (%s): unavailable, and nothing was sent',
  async (fault) => {
    const { google, calendar } = await trial('env', new TrialClock(fault === 'hang' ? 300 : 10_000));
    google.faults.decide = (call) => (call === 'token' ? fault : null);
    const error = await calendar.createEvent(visitTo(calendar), moment + 1000).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'CalendarError', kind: 'unavailable' });
  },
);

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyIs = (key: string) => ({ GOOGLE_SERVICE_ACCOUNT_KEY: key });
const connect = /npm run google:connect/;
const serviceAccount = /Check GOOGLE_SERVICE_ACCOUNT_EMAIL/;
const broken = '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n';
type Access = 'env' | 'serviceAccountEnv' | 'delegateEnv';
type Change = { readonly env?: Record<string, string>; readonly google?: Partial<GoogleDouble['oauth']> };
const rows: [what: string, access: Access, change: Change, reason: string, remedy: RegExp][] = [
  ['wrong client secret', 'env', { env: { GOOGLE_CLIENT_SECRET: 'other' } }, 'invalid_client', connect],
  ['wrong refresh token', 'env', { env: { GOOGLE_REFRESH_TOKEN: 'other' } }, 'invalid_grant', connect],
  ['tokens that the API refuses', 'env', { google: { givesWrongTokens: true } }, '401', connect],
  ['a key of another account', 'serviceAccountEnv', { env: keyIs(privateKey) }, 'invalid_grant', serviceAccount],
  ['a key that is none', 'serviceAccountEnv', { env: keyIs(broken) }, 'key cannot be read', serviceAccount],
  [
    'an unknown account',
    'serviceAccountEnv',
    { env: { GOOGLE_SERVICE_ACCOUNT_EMAIL: 'a@b.example' } },
    'invalid_grant',
    serviceAccount,
  ],
  [
    'a domain that does not delegate',
    'delegateEnv',
    { google: { delegates: false } },
    'unauthorized_client',
    serviceAccount,
  ],
];

test.each(rows)(
  'where Google does not let the site in, the log says what to do: %s',
  async (_, access, change, reason, remedy) => {
    const google = await newDouble();
    Object.assign(google.oauth, change.google);
    const calendar = connected({ ...google[access], ...change.env });
    const error = await calendar.createEvent(visitTo(calendar), later).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CalendarError);
    expect(error).toMatchObject({ kind: 'refused', message: expect.stringContaining(`${reason})`) });
    expect(error).toMatchObject({ message: expect.stringMatching(remedy) });
  },
);
