/** `npm start`: the whole site on this machine with a demo gallery. Builds it first if its sources have changed. */
import { existsSync } from 'node:fs';
import { loadEnv } from '#server/env';
import { databaseFile } from '#server/storage/local';
import { buildSiteIfChanged } from './build-site.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { mustRun } from './command.ts';
import { checkDataFolder, checkEnvironment, checkPort } from './environment.ts';

checkEnvironment();
const dataDir = checkDataFolder();
await checkPort(loadEnv(process.env).PORT);
await buildSiteIfChanged();
await bundleFunctions();
// Only without a database: an owner who deletes the demo must not get it back.
if (!existsSync(databaseFile(dataDir))) await mustRun('node', ['scripts/seed.ts']);
await import('../netlify/local/main.ts');
