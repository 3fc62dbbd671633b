import { type Env, envNames, loadEnv, type Variables } from '#server/env';

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
      /** The person whom the service account impersonates, if the domain delegates. */
      readonly subject: string | undefined;
    };

export interface GoogleSettings {
  readonly calendarId: string;
  /** Other calendars whose busy times count. */
  readonly busyCalendars: readonly string[];
  readonly access: GoogleAccess;
  /** Other addresses of Google's services, for a test server. */
  readonly apiRoot: string | undefined;
  readonly tokenUrl: string;
}

export const TOKEN_URL = 'https://oauth2.googleapis.com/token';

/** Only events and free/busy. */
export const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.freebusy',
];

const GOOGLE_NAMES = envNames.filter((name) => name.startsWith('GOOGLE_'));

export function namesGoogle(source: Variables): boolean {
  return GOOGLE_NAMES.some((name) => source[name]);
}

/**
 * Google's settings, or `null`. Throws `EnvError` for a mistake in them, and ignores other variables, so that no other
 * mistake stops bookings. An account wins over a service account: it may invite guests.
 */
export function readGoogleSettings(source: Variables): GoogleSettings | null {
  const env = loadEnv(Object.fromEntries(GOOGLE_NAMES.map((name) => [name, source[name]])));
  const access = accountOf(env) ?? serviceAccountOf(env);
  if (!env.GOOGLE_CALENDAR_ID || !access) return null;
  return {
    calendarId: env.GOOGLE_CALENDAR_ID,
    busyCalendars: env.GOOGLE_BUSY_CALENDARS?.split(',').flatMap((id) => id.trim() || []) ?? [],
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

/** Variables hold the key's line ends as `\n`. */
function serviceAccountOf(env: Env): GoogleAccess | null {
  const { GOOGLE_SERVICE_ACCOUNT_EMAIL: email, GOOGLE_SERVICE_ACCOUNT_KEY: key, GOOGLE_IMPERSONATE: subject } = env;
  return email && key ? { kind: 'service-account', email, privateKey: key.replaceAll('\\n', '\n'), subject } : null;
}
