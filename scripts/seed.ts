/** `npm run seed`: puts the demo gallery into the local store, where there is no item yet. */
import path from 'node:path';
import { loadEnv } from '#server/env';
import { root } from './command.ts';
import { checkEnvironment } from './environment.ts';
import { seedStore } from './seed/gallery.ts';

checkEnvironment();
const made = await seedStore(path.resolve(root, loadEnv(process.env).DATA_DIR));
console.log(made > 0 ? `The demo gallery has ${made} items` : 'The gallery has items already: nothing was added');
