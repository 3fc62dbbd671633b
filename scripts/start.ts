/** `npm start`: the whole site on this machine, built first when its sources have changed. */
import { buildSiteIfChanged } from './build-site.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
await buildSiteIfChanged();
await bundleFunctions();
await import('../netlify/local/main.ts');
