import { createRequire } from 'node:module';
import { StorageError, type Store } from './port.ts';

/**
 * The bundler puts this file in the place of `local.ts`: a deploy has no data folder, and must carry neither SQLite nor a
 * database that lies beside it. On a developer's machine the driver is a file of its own, which the caller names.
 */
export function localStore(dataDir: string, name: string, driver?: string): Store {
  if (!driver) throw new StorageError('A deploy has no local store.');
  return createRequire(driver)(driver).localStore(dataDir, name);
}
