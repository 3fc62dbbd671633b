/** `npm start`: the whole site on this machine with a demo gallery. Builds it first if its sources have changed. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadEnv } from '#server/env';
import { databaseFile } from '#server/storage/stores';
import { buildSiteIfChanged } from './build-site.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { mustRun, root } from './command.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
await buildSiteIfChanged();
await bundleFunctions();
// Only without a database: an owner who deletes the demo must not get it back.
const hasDatabase = existsSync(databaseFile(path.resolve(root, loadEnv(process.env).DATA_DIR)));
if (!hasDatabase) await mustRun('node', ['scripts/seed.ts']);
await import('../netlify/local/main.ts');
