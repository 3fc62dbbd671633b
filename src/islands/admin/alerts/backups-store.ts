import { Backups } from '#contracts/backups';
import { browserEnvironment } from '#browser/environment';
import { createResource } from '#islands/ui/resource.ts';
import { session } from '../sign-in/session.ts';
import { READ_TIMEOUT } from '../timeouts.ts';

const { client } = browserEnvironment;

export const { $known: $backups, load: loadBackups } = createResource<Backups>(async () => {
  const outcome = await session.call(() => client.send('GET', '/api/backups', Backups, { timeout: READ_TIMEOUT }));
  if (outcome.state === 'failed') return { state: 'failed', message: outcome.serverMessage };
  return outcome;
});
