import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGoogleSettings, SCOPES } from '#server/calendar/google/settings';
import { connected } from '#tests/support/google/google-trial';
import { type GoogleDouble, startGoogleDouble } from '#tests/support/google/google-double';
import { askConsent, ConnectError } from './google-connect/consent.ts';

let google: GoogleDouble;
beforeEach(async () => {
  google = await startGoogleDouble();
});
afterEach(() => google.close());

interface Run {
  readonly code: number;
  readonly output: string;
  readonly complained: string;
}

/** Said to be empty, so that no `.env` of this folder fills them in. */
const nothingSet = {
  GOOGLE_CALENDAR_ID: '',
  GOOGLE_CLIENT_ID: '',
  GOOGLE_CLIENT_SECRET: '',
  GOOGLE_SERVICE_ACCOUNT_EMAIL: '',
  GOOGLE_SERVICE_ACCOUNT_KEY: '',
  GOOGLE_IMPERSONATE: '',
};

/** Runs the command; `browse` is the owner, who is told the address to open. */
async function run(
  env: Record<string, string>,
  browse: (address: string) => Promise<unknown> = (address) => fetch(address),
  typed = '',
): Promise<Run> {
  const script = path.resolve('scripts/google-connect.ts');
  const child = spawn(process.execPath, [script, '--authorize-url', `${google.origin}/o/oauth2/v2/auth`], {
    env: { ...nothingSet, GOOGLE_API_ROOT: google.origin, GOOGLE_TOKEN_URL: google.tokenUrl, ...env },
  });
  child.stdin.end(typed);
  let complained = '';
  let opened: Promise<unknown> | undefined;
  child.stderr.on('data', (part) => {
    complained += String(part);
    const address = /^(http\S+)\n/m.exec(complained)?.[1];
    if (address) opened ??= browse(address);
  });
  const ended = new Promise<number>((resolve) => child.on('close', (exit) => resolve(exit ?? -1)));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  await opened;
  return { code, output, complained };
}

const client = () => ({
  GOOGLE_CLIENT_ID: google.oauth.client.id,
  GOOGLE_CLIENT_SECRET: google.oauth.client.secret,
  GOOGLE_CALENDAR_ID: google.calendarId,
});

test('what it prints lets the site into the calendar, for free/busy and events alone; it asks for what is not set', async () => {
  const shown: URL[] = [];
  const { id, secret } = google.oauth.client;
  const browse = async (address: string) => {
    shown.push(new URL(address));
    expect(await (await fetch(address)).text()).toContain('You can close this page');
  };
  const { code, output } = await run({}, browse, `${id}\n${secret}\n`);
  expect(code).toBe(0);
  const printed = Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/).slice(0, 2)),
  );
  expect(printed).toEqual({
    GOOGLE_CALENDAR_ID: 'primary',
    GOOGLE_CLIENT_ID: id,
    GOOGLE_CLIENT_SECRET: secret,
    GOOGLE_REFRESH_TOKEN: expect.any(String),
  });
  expect(readGoogleSettings(printed)).not.toBeNull();
  const calendar = connected({ ...google.env, ...printed });
  expect(await calendar.busy({ start: 0, end: 1000 }, Number.MAX_SAFE_INTEGER)).toEqual([]);
  expect(Object.fromEntries(shown[0]?.searchParams ?? [])).toMatchObject({
    scope: SCOPES.join(' '),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'consent',
  });
});

test.each([
  ['no client', /^GOOGLE_CLIENT_ID: \nGOOGLE_CLIENT_ID is missing/, nothingSet],
  [
    'a calendar that this account does not have',
    /cannot be read: .*GOOGLE_CALENDAR_ID/,
    { GOOGLE_CALENDAR_ID: 'other@group.calendar.google.com' },
  ],
])('%s: one clear sentence, and nothing to set', async (_, sentence, env) => {
  const { code, output, complained } = await run({ ...client(), ...env });
  expect([code, output]).toEqual([1, '']);
  expect(complained).toMatch(sentence);
  expect(complained).not.toMatch(/^ {4}at /m);
});

/** The consent page sends the browser on; `change` is what somebody does to that address. */
const detour = (change: (home: URL) => void) => async (address: string) => {
  const consent = await fetch(address, { redirect: 'manual' });
  const home = new URL(consent.headers.get('location') ?? '');
  change(home);
  return await fetch(home);
};
const ofAnotherVerifier = (address: string) => {
  const other = new URL(address);
  other.searchParams.set('code_challenge', 'x'.repeat(43));
  return fetch(other);
};

type Browse = (address: string) => Promise<unknown>;
/** `prepare` changes Google's double, or answers what the owner's browser does instead of following the address. */
const rows: [what: string, sentence: RegExp, prepare: (google: GoogleDouble) => unknown][] = [
  ['a wrong state', /another request/, () => detour((home) => home.searchParams.set('state', 'other'))],
  ['no state', /another request/, () => detour((home) => home.searchParams.delete('state'))],
  ['a denied consent', /Access was denied/, ({ oauth }) => Object.assign(oauth, { consent: 'denied' })],
  ['a code that is not ours', /\(invalid_grant\)/, () => detour((home) => home.searchParams.set('code', 'other'))],
  ['a code of another verifier', /did not take the code \(invalid_grant\)/, () => ofAnotherVerifier],
  ['a token endpoint that fails', /\(status 503\)/, ({ faults }) => faults.next('token', 'error503')],
  ['a token endpoint that is not reached', /did not answer/, ({ faults }) => faults.next('token', 'cut')],
  ['no refresh token', /myaccount\.google\.com/, ({ oauth }) => Object.assign(oauth, { givesRefreshToken: false })],
  ['a box that was not ticked', /Not all was allowed/, ({ oauth }) => Object.assign(oauth, { unticked: SCOPES[0] })],
];

/** Asks for consent as the command does; `browse` is the owner. */
async function ask(clientSecret: string, browse: Browse): Promise<string> {
  const opened: Promise<unknown>[] = [];
  const token = askConsent({
    clientId: google.oauth.client.id,
    clientSecret,
    authorizeUrl: `${google.origin}/o/oauth2/v2/auth`,
    tokenUrl: google.tokenUrl,
    show: (address) => void opened.push(browse(address)),
  });
  return await token.finally(() => Promise.all(opened));
}

test.each(rows)('%s is refused in one clear sentence', async (_, sentence, prepare) => {
  const prepared = prepare(google);
  const browse = typeof prepared === 'function' ? (prepared as Browse) : fetch;
  const error = await ask(google.oauth.client.secret, browse).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectError);
  expect(String(error)).toMatch(sentence);
});

test('so is a wrong client secret', async () => {
  await expect(ask('other', fetch)).rejects.toThrow(/invalid_client.*secret/);
});
