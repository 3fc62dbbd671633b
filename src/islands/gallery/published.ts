import type { AuthStatus } from '#contracts/auth';
import type { GalleryList } from '#contracts/gallery';

/** In ms. Then the visitor can try again. */
const TIMEOUT = 20_000;

/** The published items. Rejects on failure or timeout. Skips zod, a fifth of the page's code: the API's tests check. */
export async function readPublished(origin = ''): Promise<GalleryList> {
  const items = await within(TIMEOUT, takeBegun() ?? readJson(`${origin}/api/gallery`));
  if (!Array.isArray(items)) throw new Error('The answer is not the list of the gallery');
  return items as GalleryList;
}

/** The page's early request (src/islands/gallery/first-pictures.ts), usable once. */
function takeBegun(): Promise<unknown> | undefined {
  const list = globalThis.galleryBegun?.list;
  globalThis.galleryBegun = undefined;
  return list;
}

/** True if the owner is signed in. Rejects if unknown. */
export async function isSignedIn(): Promise<boolean> {
  const status = (await readJson('/api/auth/check')) as Partial<AuthStatus> | null;
  if (typeof status?.authenticated !== 'boolean') throw new Error('The answer does not say who is signed in');
  return status.authenticated;
}

async function readJson(address: string): Promise<unknown> {
  const answer = await fetch(address, { credentials: 'include' });
  if (!answer.ok) throw new Error(`${address} was refused with ${answer.status}`);
  return await answer.json();
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, ms, new Error(`No answer in ${ms} ms`)));
  return await Promise.race([work, late]);
}
