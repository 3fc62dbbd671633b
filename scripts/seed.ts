/** `npm run seed`: adds the demo gallery to an empty local store. */
import { checkDataFolder, checkEnvironment } from './environment.ts';
import { seedStore } from './seed/gallery.ts';

checkEnvironment();
const made = await seedStore(checkDataFolder());
console.log(made > 0 ? `The demo gallery has ${made} items` : 'The gallery has items already: nothing was added');
