/**
 * `npm run google:connect`: lets the site into the owner's Google calendar. Takes GOOGLE_CLIENT_ID and
 * GOOGLE_CLIENT_SECRET from the environment or `.env`, or asks for them, and prints the variables to set.
 * `--authorize-url` names another consent page, for a test server.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { TOKEN_URL } from '#server/calendar/google/settings';
import { root } from './command.ts';
import { checkCalendar } from './google-connect/check.ts';
import { AUTHORIZE_URL, askConsent, ConnectError } from './google-connect/consent.ts';

/** The values of the variables: what is set, else what is typed. The questions do not mix with what is printed. */
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
  if (!line) throw new ConnectError(`\n${name} is missing: the README says where Google shows it.`);
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

const file = path.join(root, '.env');
if (existsSync(file)) process.loadEnvFile(file);
const { values } = parseArgs({ options: { 'authorize-url': { type: 'string', default: AUTHORIZE_URL } } });
try {
  await connect(values['authorize-url']);
} catch (error) {
  if (!(error instanceof ConnectError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
