/** `npm run build`: builds all that Netlify publishes. */
import path from 'node:path';
import { keepLocalAccess } from '../netlify/local/admin.ts';
import { buildSite } from './build-site.ts';
import { bundledFunctions, bundleFunctions } from './bundle-functions.ts';
import { root } from './command.ts';
import { samplesLeft } from './content-check/collections.ts';
import { checkEnvironment } from './environment.ts';
import { loadEnv } from '#server/env';

checkEnvironment();
await buildSite();
await bundleFunctions();
if (process.env['CONTEXT'] === 'production') {
  for (const file of await samplesLeft(root))
    console.warn(`${file} is a sample: the live site leaves it out. Replace it.`);
}
// `netlify serve` runs the functions itself; they read the owner's access from the data folder.
if (process.env['NETLIFY_LOCAL']) {
  const env = loadEnv(process.env);
  console.log(await keepLocalAccess(path.resolve(root, env.DATA_DIR), env, bundledFunctions));
}
