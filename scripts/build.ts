/** `npm run build`: all that Netlify publishes, as it builds it. */
import { buildSite } from './build-site.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { root } from './command.ts';
import { samplesLeft } from './content-check/collections.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
await buildSite();
await bundleFunctions();
if (process.env['CONTEXT'] === 'production') {
  for (const file of await samplesLeft(root)) console.warn(`WARNING: ${file} is a sample, and now live. Replace it.`);
}
