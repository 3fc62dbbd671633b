import path from 'node:path';
import * as z from 'zod/mini';

const text = z.optional(z.string());

function matching(isRight: (text: string) => boolean, rule: string) {
  return z.optional(z.string().check(z.refine(isRight, rule)));
}

function isAddress(...protocols: string[]): (text: string) => boolean {
  return (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** The site's address must be an origin: links are made by appending a path. */
function isOrigin(value: string): boolean {
  return isAddress('http:', 'https:')(value) && new URL(value).origin === value;
}

const MAILBOX = /^(?:[^<>@\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;
const mailbox = matching((value) => MAILBOX.test(value), 'must be a mail address, such as Dealer <hello@example.com>');
const webAddress = matching(isAddress('http:', 'https:'), 'must be a web address that begins with http:// or https://');

/** Each variable with its error message, which follows its name. See docs/environment.md. */
const Env = z.object({
  SITE_URL: matching(isOrigin, 'must be an address without a path, such as https://www.example.com'),

  ADMIN_USERNAME: text,
  ADMIN_PASSWORD_HASH: matching(
    (value) => /^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/.test(Buffer.from(value, 'base64').toString('latin1')),
    'must be a bcrypt hash in base64, as `npm run owner:reset -- --netlify` prints it',
  ),
  SESSION_SECRET: matching((value) => value.length >= 32, 'must have at least 32 characters'),

  GOOGLE_CALENDAR_ID: text,
  GOOGLE_BUSY_CALENDARS: text,
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_REFRESH_TOKEN: text,
  GOOGLE_SERVICE_ACCOUNT_EMAIL: matching(
    (value) => MAILBOX.test(value),
    'must be the mail address of a service account',
  ),
  GOOGLE_SERVICE_ACCOUNT_KEY: matching(
    (value) => value.includes('-----BEGIN PRIVATE KEY-----'),
    'must be a private key in PEM form, which begins with -----BEGIN PRIVATE KEY-----',
  ),
  GOOGLE_IMPERSONATE: mailbox,
  GOOGLE_API_ROOT: webAddress,
  GOOGLE_TOKEN_URL: webAddress,

  BUSY_ADDRESSES: matching(
    (value) => value.split(',').every((address) => isAddress('https:', 'webcal:')(address.trim())),
    'must be addresses that begin with https:// or webcal://, with commas between them',
  ),

  SMTP_URL: matching(isAddress('smtp:', 'smtps:'), 'must be an address that begins with smtp:// or smtps://'),
  MAIL_FROM: mailbox,
  MAIL_TO: mailbox,

  VAPID_PUBLIC_KEY: matching((value) => /^B[\w-]{86}$/.test(value), 'must be a key as `npm run push:keys` prints it'),
  VAPID_PRIVATE_KEY: matching((value) => /^[\w-]{43}$/.test(value), 'must be a key as `npm run push:keys` prints it'),
  LEADS_WEBHOOK_URL: webAddress,
  LEADS_WEBHOOK_SECRET: matching(
    (value) => /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(value),
    'must begin with whsec_, with 24 to 64 random bytes in base64 after it',
  ),
  TEXTS: z.optional(z.enum(['on', 'ask', 'log', 'off'], 'must be on, ask, log or off')),
  TWILIO_ACCOUNT_SID: matching(
    (value) => /^AC[0-9a-f]{32}$/.test(value),
    'must begin with AC, with 32 digits and letters after it',
  ),
  TWILIO_AUTH_TOKEN: text,
  TWILIO_MESSAGING_SERVICE_SID: matching(
    (value) => /^MG[0-9a-f]{32}$/.test(value),
    'must begin with MG, with 32 digits and letters after it',
  ),
  TWILIO_API_ROOT: webAddress,
  REMINDERS: z.optional(z.enum(['on', 'off'], 'must be on or off')),

  BACKUP_KEY: matching((value) => value.trim().length >= 20, 'must have at least 20 characters'),
  LEADS_KEEP_DAYS: matching((value) => /^[1-9]\d{0,4}$/.test(value.trim()), 'must be a number of days, such as 730'),

  PUBLIC_GA_ID: matching((value) => /^G-[A-Z0-9]+$/.test(value), 'must be a Google Analytics id, such as G-ABC123DEF4'),

  PORT: z._default(
    z.pipe(
      z
        .string()
        .check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a port, 0 to 65535')),
      z.transform(Number),
    ),
    8888,
  ),
  DATA_DIR: z._default(z.string(), '.data'),
  ADMIN_PASSWORD: matching((value) => value.length >= 8, 'must have at least 8 characters'),
  RATE_LIMIT: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
});
export type Env = z.infer<typeof Env>;

export const envNames: readonly string[] = Object.keys(Env.shape);

/** One sentence for each wrong variable, beginning with its name. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/** The checked variables. An empty one counts as not set; unknown ones are left out. Throws `EnvError`. */
export function loadEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const result = Env.safeParse(set);
  if (!result.success) {
    throw new EnvError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'));
  }
  const isDeploy = !['', 'dev'].includes(source['CONTEXT'] ?? '');
  const incomplete = missingPartners(result.data, isDeploy);
  if (incomplete.length > 0) throw new EnvError(incomplete.join('\n'));
  return result.data;
}

type Name = keyof Env;

/** Variables that go together, all or none; `also` is one that several groups need. */
const groups: readonly { readonly all: readonly Name[]; readonly also?: Name }[] = [
  { all: ['ADMIN_PASSWORD_HASH', 'ADMIN_USERNAME', 'SESSION_SECRET'] },
  { all: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_REFRESH_TOKEN'], also: 'GOOGLE_CALENDAR_ID' },
  { all: ['GOOGLE_SERVICE_ACCOUNT_EMAIL', 'GOOGLE_SERVICE_ACCOUNT_KEY'], also: 'GOOGLE_CALENDAR_ID' },
  { all: ['GOOGLE_BUSY_CALENDARS'], also: 'GOOGLE_CALENDAR_ID' },
  { all: ['GOOGLE_IMPERSONATE'], also: 'GOOGLE_SERVICE_ACCOUNT_EMAIL' },
  { all: ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO'] },
  { all: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] },
  { all: ['LEADS_WEBHOOK_URL', 'LEADS_WEBHOOK_SECRET'] },
  { all: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_MESSAGING_SERVICE_SID'], also: 'TEXTS' },
];

function missingPartners(env: Env, isDeploy: boolean): string[] {
  // On the local host ADMIN_PASSWORD is enough: what is missing beside it is made there. A deploy does not read it.
  const signsInLocally = env.ADMIN_PASSWORD !== undefined && !isDeploy;
  const missing = groups.flatMap(({ all, also }) => {
    const given = all.find((name) => env[name] !== undefined);
    if (!given || (signsInLocally && all.includes('ADMIN_USERNAME'))) return [];
    const needed = also ? [...all, also] : all;
    return needed.filter((name) => env[name] === undefined).map((name) => `${name} is missing: ${given} needs it.`);
  });
  const hasAccess = groups.some(
    ({ all, also }) => also === 'GOOGLE_CALENDAR_ID' && all.length > 1 && all.some((name) => env[name]),
  );
  if (env.GOOGLE_CALENDAR_ID !== undefined && !hasAccess) {
    missing.push('GOOGLE_CLIENT_ID or GOOGLE_SERVICE_ACCOUNT_EMAIL is missing: GOOGLE_CALENDAR_ID needs one of them.');
  }
  return [...new Set(missing)];
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** How many days closed leads are kept. `null`: for ever, unless `LEADS_KEEP_DAYS` is a whole number from 1. */
export function readKeepDays(env: Variables): number | null {
  const { LEADS_KEEP_DAYS: days = '' } = env;
  return /^[1-9]\d{0,4}$/.test(days.trim()) ? Number(days) : null;
}

/** The place of a call, and its variables. */
export interface Environment {
  /** `production`, `deploy-preview`, `branch-deploy`, `dev` on a developer's machine, or another name of Netlify's. */
  readonly context: string;
  readonly dataDir: string;
  readonly env: Variables;
}

/**
 * The environment of a call, by Netlify's `context.deploy.context`. Netlify's command line tool leaves that empty and
 * sets a variable that no deploy has. Its calls count as the local host's, with the data folder and the owner's access
 * in it. A deploy never reads that file.
 */
export function callEnvironment(deployContext: string | undefined, env: Variables): Environment {
  const dataDir = env['DATA_DIR'] || '.data';
  const isEmulated = !deployContext && Boolean(env['NETLIFY_DEV'] || env['NETLIFY_LOCAL']);
  if (!isEmulated) return { context: deployContext ?? '', dataDir, env };
  return { context: 'dev', dataDir, env: { ...keptVariables(dataDir), ...env } };
}

/** In the data folder: the owner's access for functions that run without the local host, and the store's driver. */
export const LOCAL_ACCESS_FILE = 'access.json';

/** In the folder of the bundles: the local store's driver, which `LOCAL_STORE_DRIVER` names for the functions. */
export const LOCAL_DRIVER_FILE = 'chunks/local-store.mjs';

const Kept = z.record(z.string(), z.string());

function keptVariables(dataDir: string): Variables {
  try {
    const { readFileSync } = process.getBuiltinModule('node:fs');
    return Kept.parse(JSON.parse(readFileSync(path.join(dataDir, LOCAL_ACCESS_FILE), 'utf8')));
  } catch {
    return {};
  }
}
