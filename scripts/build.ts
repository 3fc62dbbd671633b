/** `npm run build`: all that Netlify publishes, as it builds it. */
import { buildSite } from './build-site.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
await buildSite();
await bundleFunctions();
