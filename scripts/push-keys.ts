/** `npm run push:keys`: prints a new pair of keys for push, for `.env` or for Netlify. With another pair, every device must be added again. */
import { makePushKeys } from '#local/push-keys';

for (const [name, key] of Object.entries(makePushKeys())) console.log(`${name}=${key}`);
