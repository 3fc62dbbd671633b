import { type Env, envNames, loadEnv, type Variables } from '#server/env';

/** How the site is let into the calendar. */
export type GoogleAccess =
  | {
      readonly kind: 'account';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly refreshToken: string;
    }
  | {
      readonly kind: 'service-account';
      readonly email: string;
      /** PKCS #8 in PEM form. */
      readonly privateKey: string;
      /** The person for whom the service account acts, where the domain delegates. */
      readonly subject: string | undefined;
    };

export interface GoogleSettings {
  readonly calendarId: string;
  readonly access: GoogleAccess;
  /** Other addresses for Google's services, for a test server. */
  readonly apiRoot: string | undefined;
  readonly tokenUrl: string;
}

export const TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Free/busy, and the events of the calendar: nothing else of the account. */
export const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.freebusy',
];

const GOOGLE_NAMES = envNames.filter((name) => name.startsWith('GOOGLE_'));

/** Whether any of Google's variables is set. Where none is, there is nothing to check at each call. */
export function namesGoogle(source: Variables): boolean {
  return GOOGLE_NAMES.some((name) => source[name]);
}

/**
 * The settings as the environment has them; `null` when the site is connected to no Google calendar. Throws `EnvError`
 * for a mistake in Google's variables; no other variable is looked at, so that none can keep a visitor from booking.
 * Where both kinds of access are set, the account counts: it may invite.
 */
export function readGoogleSettings(source: Variables): GoogleSettings | null {
  const env = loadEnv(Object.fromEntries(GOOGLE_NAMES.map((name) => [name, source[name]])));
  const access = accountOf(env) ?? serviceAccountOf(env);
  if (!env.GOOGLE_CALENDAR_ID || !access) return null;
  return {
    calendarId: env.GOOGLE_CALENDAR_ID,
    access,
    apiRoot: env.GOOGLE_API_ROOT,
    tokenUrl: env.GOOGLE_TOKEN_URL ?? TOKEN_URL,
  };
}

function accountOf(env: Env): GoogleAccess | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_REFRESH_TOKEN: refreshToken } = env;
  if (!clientId || !clientSecret || !refreshToken) return null;
  return { kind: 'account', clientId, clientSecret, refreshToken };
}

/** In a variable the key's line ends are written as `\n`. */
function serviceAccountOf(env: Env): GoogleAccess | null {
  const { GOOGLE_SERVICE_ACCOUNT_EMAIL: email, GOOGLE_SERVICE_ACCOUNT_KEY: key, GOOGLE_IMPERSONATE: subject } = env;
  return email && key ? { kind: 'service-account', email, privateKey: key.replaceAll('\\n', '\n'), subject } : null;
}
