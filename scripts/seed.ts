/** `npm run seed`: adds the demo gallery to an empty local store. */
import path from 'node:path';
import { loadEnv } from '#server/env';
import { root } from './command.ts';
import { checkEnvironment } from './environment.ts';
import { seedStore } from './seed/gallery.ts';

checkEnvironment();
const made = await seedStore(path.resolve(root, loadEnv(process.env).DATA_DIR));
console.log(made > 0 ? `The demo gallery has ${made} items` : 'The gallery has items already: nothing was added');
