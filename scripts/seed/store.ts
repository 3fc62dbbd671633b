import { localAdmin } from '#local/admin';
import { loadEnv } from '#server/env';
import { seedGallery } from './gallery.ts';

/** Seeds the store of a data folder of the local host, as `seedGallery` does; from then on the functions use it. */
export async function seedStore(dataDir: string, count?: number): Promise<number> {
  const admin = await localAdmin(dataDir, loadEnv(process.env));
  Object.assign(process.env, { DATA_DIR: dataDir, ...admin.env });
  return await seedGallery(admin.env.SESSION_SECRET, count);
}
