import type { AuthStatus } from '#contracts/auth';
import type { GalleryList } from '#contracts/gallery';

/** ms. A list that takes longer is as good as failed: there is a Try again beside the sentence that says so. */
const TIMEOUT = 20_000;

/**
 * The published items. Rejects when they cannot be had in time. Our own API keeps the contract, and its tests see to it: to
 * check it here again would bring zod, a fifth of what the page loads.
 */
export async function readPublished(origin = ''): Promise<GalleryList> {
  const items = await within(TIMEOUT, takeBegun() ?? readJson(`${origin}/api/gallery`));
  if (!Array.isArray(items)) throw new Error('The answer is not the list of the gallery');
  return items as GalleryList;
}

/** The answer that the page has asked for (src/scripts/gallery-begin.ts), once: whoever tries again asks anew. */
function takeBegun(): Promise<unknown> | undefined {
  const list = globalThis.galleryBegun?.list;
  globalThis.galleryBegun = undefined;
  return list;
}

/** Whether the owner is signed in here. Rejects when that cannot be known. */
export async function isSignedIn(): Promise<boolean> {
  return ((await readJson('/api/auth/check')) as AuthStatus).authenticated;
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
