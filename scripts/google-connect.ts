/**
 * `npm run google:connect`: connects the owner's Google calendar and prints the variables to set. Asks for a missing
 * GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET. `--authorize-url` is for a test server.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { AUTHORIZE_URL } from '#server/calendar/google/consent';
import { googleCaller } from '#server/calendar/google/client';
import { busyCall } from '#server/calendar/google/driver';
import { realEnvironment } from '#server/calendar/google/failures';
import { readGoogleSettings, TOKEN_URL } from '#server/calendar/google/settings';
import { CalendarError } from '#server/calendar/calendar';
import { EnvError } from '#server/env';
import { DAY } from '#lib/time/units';
import { parseOptions, root } from './command.ts';
import { askConsent, ConnectError } from './google-connect/consent.ts';

/** The variables' values, set or typed. Questions go to stderr, apart from the output. */
async function valuesOf(...names: readonly string[]): Promise<string[]> {
  const lines = createInterface({ input: process.stdin });
  const typed = lines[Symbol.asyncIterator]();
  try {
    const values: string[] = [];
    for (const name of names) values.push(process.env[name]?.trim() || (await ask(name, typed)));
    return values;
  } finally {
    lines.close();
  }
}

async function ask(name: string, typed: AsyncIterator<string>): Promise<string> {
  process.stderr.write(`${name}: `);
  const { done, value } = await typed.next();
  const line = done ? '' : value.trim();
  if (!line) throw new ConnectError(`\n${name} is missing: docs/google-calendar.md says where Google shows it.`);
  return line;
}

async function connect(authorizeUrl: string): Promise<void> {
  const [clientId = '', clientSecret = ''] = await valuesOf('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  const tokenUrl = process.env['GOOGLE_TOKEN_URL'] || TOKEN_URL;
  const show = (address: string) =>
    console.error(
      `Open this address in a browser on this machine, sign in with the account that has the calendar, and leave every box ticked:\n\n${address}\n`,
    );
  const refreshToken = await askConsent({ clientId, clientSecret, tokenUrl, authorizeUrl, show });
  const variables = {
    GOOGLE_CALENDAR_ID: process.env['GOOGLE_CALENDAR_ID'] || 'primary',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_REFRESH_TOKEN: refreshToken,
  };
  await checkCalendar({ ...process.env, ...variables });
  console.error('The calendar can be read. Set these four variables on Netlify and deploy, or put them into .env:\n');
  for (const [name, value] of Object.entries(variables)) console.log(`${name}=${value}`);
}

const TIMEOUT_MS = 15_000;

/** Reads the calendar as the site will. Throws `ConnectError`. */
async function checkCalendar(env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const now = Date.now();
  try {
    const settings = readGoogleSettings(env);
    if (!settings) throw new ConnectError('The calendar’s variables are not complete.');
    const window = { start: now, end: now + DAY };
    await googleCaller(settings, realEnvironment)(busyCall(settings.calendarId, window), now + TIMEOUT_MS);
  } catch (error) {
    if (error instanceof CalendarError) throw new ConnectError(`The calendar cannot be read: ${error.message}`);
    if (error instanceof EnvError) throw new ConnectError(error.message);
    throw error;
  }
}

const file = path.join(root, '.env');
if (existsSync(file)) process.loadEnvFile(file);
const { values } = parseOptions({ options: { 'authorize-url': { type: 'string', default: AUTHORIZE_URL } } });
try {
  await connect(values['authorize-url']);
} catch (error) {
  if (!(error instanceof ConnectError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
