/** `npm run seed`: puts the demo gallery into the local store, where there is no item yet. */
import path from 'node:path';
import { localAdmin } from '#local/admin';
import { loadEnv } from '#server/env';
import { root } from './command.ts';
import { checkEnvironment } from './environment.ts';
import { seedGallery } from './seed/gallery.ts';

checkEnvironment();
const env = loadEnv(process.env);
const dataDir = path.resolve(root, env.DATA_DIR);
const admin = await localAdmin(dataDir, env);
Object.assign(process.env, { DATA_DIR: dataDir, ...admin.env });
const made = await seedGallery(admin.env.SESSION_SECRET);
console.log(made > 0 ? `The demo gallery has ${made} items` : 'The gallery has items already: nothing was added');
