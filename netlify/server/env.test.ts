import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callEnvironment, EnvError, LOCAL_ACCESS_FILE, loadEnv } from './env.ts';

/** `$2b$10$` and 53 characters, as bcrypt writes a hash. */
const passwordHash = Buffer.from(`$2b$10$${'a'.repeat(53)}`).toString('base64');
const privateKey = '-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----\\n';

test('nothing set is right: the local defaults. An empty variable is not set, one of somebody else is left out', () => {
  const defaults = { PORT: 8888, DATA_DIR: '.data', RATE_LIMIT: 'on' };
  expect(loadEnv({})).toEqual(defaults);
  expect(loadEnv({ PORT: '', SMTP_URL: '  ', HOME: '/home/someone' })).toEqual(defaults);
});

const complete = {
  SITE_URL: 'https://www.example.com',
  ADMIN_USERNAME: 'owner',
  ADMIN_PASSWORD_HASH: passwordHash,
  SESSION_SECRET: 'x'.repeat(32),
  BACKUP_KEY: 'twenty characters or more',
  GOOGLE_CALENDAR_ID: 'primary',
  GOOGLE_BUSY_CALENDARS: 'family@group.calendar.google.com',
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_REFRESH_TOKEN: 'token',
  GOOGLE_SERVICE_ACCOUNT_EMAIL: 'visits@project.iam.gserviceaccount.com',
  GOOGLE_SERVICE_ACCOUNT_KEY: privateKey,
  GOOGLE_IMPERSONATE: 'owner@example.com',
  GOOGLE_API_ROOT: 'http://127.0.0.1:9000/',
  GOOGLE_TOKEN_URL: 'http://127.0.0.1:9000/token',
  SMTP_URL: 'smtps://user:pass@mail.example.com:465',
  MAIL_FROM: 'Larkspur <hello@example.com>',
  MAIL_TO: 'owner@example.com',
  VAPID_PUBLIC_KEY: `B${'a'.repeat(86)}`,
  VAPID_PRIVATE_KEY: 'b'.repeat(43),
  LEADS_WEBHOOK_URL: 'https://crm.example.com/hook',
  LEADS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
  TEXTS: 'on',
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_MESSAGING_SERVICE_SID: `MG${'0'.repeat(32)}`,
  TWILIO_API_ROOT: 'http://127.0.0.1:9000/',
  BUSY_ADDRESSES: 'webcal://p1.icloud.com/published/2/abc, https://outlook.office365.com/owa/calendar/a/b/c.ics',
  REMINDERS: 'off',
  LEADS_KEEP_DAYS: '730',
  PUBLIC_GA_ID: 'G-ABC123DEF4',
  PORT: '9000',
  DATA_DIR: '/var/data',
  ADMIN_PASSWORD: 'long enough',
  RATE_LIMIT: 'off',
};

test('everything set is right, and a port is a number', () => {
  expect(loadEnv(complete)).toEqual({ ...complete, PORT: 9000 });
});

test('the example file names every variable, and no other', () => {
  const example = readFileSync('.env.example', 'utf8');
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(Object.keys(complete).toSorted());
});

const wrong: [name: keyof typeof complete, value: string, sentence: string][] = [
  ['VAPID_PUBLIC_KEY', 'short', 'must be a key as `npm run push:keys` prints it.'],
  ['VAPID_PRIVATE_KEY', 'short', 'must be a key as `npm run push:keys` prints it.'],
  ['LEADS_WEBHOOK_URL', 'crm.example.com', 'must be a web address that begins with http:// or https://.'],
  ['LEADS_WEBHOOK_SECRET', 'whsec_short', 'must begin with whsec_, with 24 to 64 random bytes in base64 after it.'],
  ['TEXTS', 'yes', 'must be on, ask, log or off.'],
  ['TWILIO_ACCOUNT_SID', 'SK0', 'must begin with AC, with 32 digits and letters after it.'],
  ['TWILIO_MESSAGING_SERVICE_SID', 'SM0', 'must begin with MG, with 32 digits and letters after it.'],
  [
    'BUSY_ADDRESSES',
    'https://a.example.com/a.ics, b.ics',
    'must be addresses that begin with https:// or webcal://, with commas between them.',
  ],
  ['REMINDERS', 'no', 'must be on or off.'],
  ['SITE_URL', 'https://www.example.com/', 'must be an address without a path, such as https://www.example.com.'],
  [
    'ADMIN_PASSWORD_HASH',
    '$2b$10$plain',
    'must be a bcrypt hash in base64, as `npm run owner:reset -- --netlify` prints it.',
  ],
  ['SESSION_SECRET', 'short', 'must have at least 32 characters.'],
  ['GOOGLE_SERVICE_ACCOUNT_EMAIL', 'visits', 'must be the mail address of a service account.'],
  [
    'GOOGLE_SERVICE_ACCOUNT_KEY',
    'MIIE',
    'must be a private key in PEM form, which begins with -----BEGIN PRIVATE KEY-----.',
  ],
  ['GOOGLE_IMPERSONATE', 'owner', 'must be a mail address, such as Dealer <hello@example.com>.'],
  ['GOOGLE_API_ROOT', 'localhost:9000', 'must be a web address that begins with http:// or https://.'],
  ['SMTP_URL', 'mail.example.com', 'must be an address that begins with smtp:// or smtps://.'],
  ['MAIL_TO', 'a@b@c', 'must be a mail address, such as Dealer <hello@example.com>.'],
  ['LEADS_KEEP_DAYS', '0', 'must be a number of days, such as 730.'],
  ['PUBLIC_GA_ID', 'UA-12345', 'must be a Google Analytics id, such as G-ABC123DEF4.'],
  ['PORT', '70000', 'must be a port, 0 to 65535.'],
  ['ADMIN_PASSWORD', 'short', 'must have at least 8 characters.'],
  ['RATE_LIMIT', 'no', 'must be on or off.'],
];

test.each(wrong)('%s=%s is reported by name, in one sentence', (name, value, sentence) => {
  expect(() => loadEnv({ ...complete, [name]: value })).toThrow(new EnvError(`${name} ${sentence}`));
});

test('two wrong variables are both reported', () => {
  expect(() => loadEnv({ PORT: 'x', RATE_LIMIT: 'x' })).toThrow(
    new EnvError('PORT must be a port, 0 to 65535.\nRATE_LIMIT must be on or off.'),
  );
});

const calendar = { GOOGLE_CALENDAR_ID: complete.GOOGLE_CALENDAR_ID };
/** The groups of docs/environment.md, each with what it needs beside it. */
const groups: readonly { all: readonly (keyof typeof complete)[]; beside?: Record<string, string> }[] = [
  { all: ['ADMIN_USERNAME', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'] },
  { all: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_REFRESH_TOKEN'], beside: calendar },
  { all: ['GOOGLE_SERVICE_ACCOUNT_EMAIL', 'GOOGLE_SERVICE_ACCOUNT_KEY'], beside: calendar },
  { all: ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'] },
  { all: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] },
  { all: ['LEADS_WEBHOOK_URL', 'LEADS_WEBHOOK_SECRET'] },
  { all: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'], beside: { TEXTS: 'log' } },
];
const pick = (names: readonly (keyof typeof complete)[]) =>
  Object.fromEntries(names.map((name) => [name, complete[name]]));

describe.each(groups)('$all go together', ({ all, beside }) => {
  test('all of them are right, and each half is refused: a sentence for each that is missing', () => {
    expect(loadEnv({ ...beside, ...pick(all) })).toMatchObject(pick(all));
    for (const half of Array.from({ length: 2 ** all.length - 2 }, (_, index) => index + 1)) {
      const given = all.filter((_, bit) => half & (1 << bit));
      const missing = all.filter((name) => !given.includes(name)).toSorted();
      const lines = missing.map((name) =>
        expect.stringMatching(`^${name} is missing: (${given.join('|')}) needs it\\.$`),
      );
      expect(sentencesOf({ ...beside, ...pick(given) }).toSorted(), given.join()).toEqual(lines);
    }
  });
});

function sentencesOf(source: Record<string, string>): string[] {
  try {
    loadEnv(source);
    return [];
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.message.split('\n');
  }
}

test('a calendar needs one of the two ways into it, each of them the calendar, and a person to act for the account', () => {
  expect(sentencesOf(calendar)).toEqual([
    'GOOGLE_CLIENT_ID or GOOGLE_SERVICE_ACCOUNT_EMAIL is missing: GOOGLE_CALENDAR_ID needs one of them.',
  ]);
  const choices = [pick(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_REFRESH_TOKEN'])];
  choices.push(pick(['GOOGLE_SERVICE_ACCOUNT_EMAIL', 'GOOGLE_SERVICE_ACCOUNT_KEY']));
  for (const way of choices) {
    expect(sentencesOf(way)).toEqual([`GOOGLE_CALENDAR_ID is missing: ${Object.keys(way)[0]} needs it.`]);
  }
  const busy = { GOOGLE_BUSY_CALENDARS: 'family@group.calendar.google.com' };
  expect(sentencesOf(busy)).toEqual(['GOOGLE_CALENDAR_ID is missing: GOOGLE_BUSY_CALENDARS needs it.']);
  expect(sentencesOf({ ...calendar, ...busy })).toEqual(sentencesOf(calendar));
  expect(sentencesOf(pick(['GOOGLE_IMPERSONATE']))).toEqual([
    'GOOGLE_SERVICE_ACCOUNT_EMAIL is missing: GOOGLE_IMPERSONATE needs it.',
  ]);
});

test('texts are not turned on without the account that sends them, and are printed without one', () => {
  // The account may be entered at /admin/setup.
  for (const TEXTS of ['on', 'log', 'ask']) expect(sentencesOf({ TEXTS })).toEqual([]);
});

test('on one’s own machine ADMIN_PASSWORD stands for what is missing of the sign-in; a deploy does not read it', () => {
  const local = pick(['ADMIN_USERNAME', 'ADMIN_PASSWORD']);
  for (const CONTEXT of [undefined, 'dev']) expect(loadEnv({ ...local, CONTEXT })).toMatchObject(local);
  for (const CONTEXT of ['production', 'deploy-preview', 'branch-deploy']) {
    expect(sentencesOf({ ...local, CONTEXT })).toHaveLength(2);
  }
});

describe('what surrounds a call', () => {
  let DATA_DIR = '';
  const kept = { ADMIN_USERNAME: 'admin', SESSION_SECRET: 'kept' };
  beforeAll(() => {
    DATA_DIR = mkdtempSync(path.join(tmpdir(), 'sunhaven-'));
    writeFileSync(path.join(DATA_DIR, LOCAL_ACCESS_FILE), JSON.stringify(kept));
  });
  afterAll(() => rmSync(DATA_DIR, { recursive: true }));

  test.each(['production', 'deploy-preview', 'branch-deploy', 'dev'])(
    'in %s it is what Netlify says, and no file of this machine is looked at',
    (context) => {
      const env = { DATA_DIR, NETLIFY_DEV: 'true', NETLIFY_LOCAL: 'true' };
      expect(callEnvironment(context, env)).toEqual({ context, dataDir: DATA_DIR, env });
    },
  );

  test.each(['', undefined])('a context of %j is none, where no command line tool runs the functions', (context) => {
    expect(callEnvironment(context, { DATA_DIR })).toEqual({ context: '', dataDir: DATA_DIR, env: { DATA_DIR } });
  });

  test.each(['NETLIFY_DEV', 'NETLIFY_LOCAL'])('with %s it is the local host, and the kept access counts', (name) => {
    const env = { DATA_DIR, [name]: 'true' };
    expect(callEnvironment('', env)).toEqual({ context: 'dev', dataDir: DATA_DIR, env: { ...kept, ...env } });
    expect(callEnvironment('', { ...env, ADMIN_USERNAME: 'owner' }).env['ADMIN_USERNAME']).toBe('owner');
  });

  test('without what was kept, nobody gets in, and the rest works', () => {
    const env = { DATA_DIR: path.join(DATA_DIR, 'none'), NETLIFY_DEV: 'true' };
    expect(callEnvironment('', env)).toEqual({ context: 'dev', dataDir: env.DATA_DIR, env });
  });
});
