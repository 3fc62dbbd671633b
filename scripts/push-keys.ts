/** `npm run push:keys`: prints new push keys. With new keys the owner must add every device again. */
import { makePushKeys } from '#local/admin';

for (const [name, key] of Object.entries(makePushKeys())) console.log(`${name}=${key}`);
