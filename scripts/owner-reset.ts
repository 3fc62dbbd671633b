/**
 * `npm run owner:reset`: a new password for the owner of this machine's site, printed once. `--netlify`: prints what to set
 * there instead. All sessions end, there the owner's alone.
 */
import { loadEnv } from '#server/env';
import { newAccess } from '#server/auth/access';
import { newPassword, replaceLocalAccess } from '#local/admin';
import { parseOptions } from './command.ts';
import { checkDataFolder, checkEnvironment } from './environment.ts';

checkEnvironment();
const { values } = parseOptions({ options: { netlify: { type: 'boolean' } } });
if (values.netlify) await tellForNetlify();
else await resetHere();

async function tellForNetlify(): Promise<void> {
  const password = newPassword();
  const { ADMIN_PASSWORD_HASH, SESSION_SECRET } = await newAccess(password);
  console.log(`The new password, shown only now: ${password}

On Netlify, Project configuration, Environment variables, give this one its new value:
ADMIN_PASSWORD_HASH=${ADMIN_PASSWORD_HASH}

If the three were not set there until now, also set ADMIN_USERNAME to the name to sign in with, and this one:
SESSION_SECRET=${SESSION_SECRET}

Then Deploys, Trigger deploy, Deploy project. Once it is published, sign in as ADMIN_USERNAME says, with the new
password. The owner is signed out everywhere.`);
}

async function resetHere(): Promise<void> {
  const env = loadEnv(process.env);
  // The variables win over what the data folder holds.
  const set = (['ADMIN_PASSWORD', 'ADMIN_PASSWORD_HASH', 'SESSION_SECRET'] as const).filter((name) => env[name]);
  const password = await replaceLocalAccess(checkDataFolder());
  console.log(`The new password, shown only now: ${password}`);
  console.log(
    `The owner signs in at /login as ${env.ADMIN_USERNAME ?? 'admin'}, once the site has been started again.`,
  );
  if (set.length > 0) console.log(`First remove from .env what would win over it: ${set.join(', ')}.`);
}
