/** `npm run admin:hash`: reads the owner's password and prints the sign-in variables for `.env` or Netlify. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { truncates } from 'bcryptjs';
import { newAccess } from '#local/admin';

const LEAST = 8;

/** Does not show the typed password. `null` at the end of the input. */
async function askPassword(): Promise<string | null> {
  process.stderr.write('Password: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: process.stdin.isTTY });
  const [line = null] = await Promise.race([lines.question('').then((typed) => [typed]), ended(lines)]);
  lines.close();
  process.stderr.write('\n');
  return line;
}

function ended(lines: ReturnType<typeof createInterface>): Promise<string[]> {
  return new Promise((resolve) => lines.once('close', () => resolve([])));
}

function faultOf(password: string | null): string | null {
  if (password === null) return 'No password was typed: nothing was made.';
  if (password.length < LEAST) return `Please choose a password of at least ${LEAST} characters.`;
  return truncates(password) ? 'Please choose a password of at most 72 bytes.' : null;
}

const password = await askPassword();
const fault = faultOf(password);
if (password === null || fault) {
  console.error(fault);
  process.exitCode = 1;
} else {
  for (const [name, value] of Object.entries(await newAccess(password))) console.log(`${name}=${value}`);
}
