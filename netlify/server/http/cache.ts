import { purgeCache } from '@netlify/functions';
import { logFailure } from './log.ts';

/** The tag of the public gallery in the CDN's cache. */
export const GALLERY_TAG = 'gallery';

const SHARED_SECONDS = 60;

/**
 * Headers of an answer that the CDN may keep for a minute, and drops when its tag is purged; a browser asks each time.
 * The CDN's own header is named, so that no other cache on the way keeps what we cannot purge.
 */
export function sharedFor(tag: string): Record<string, string> {
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, max-age=${SHARED_SECONDS}`,
    'netlify-cache-tag': tag,
  };
}

const PURGE_MOST_MS = 2000;

/** Asks the CDN to forget a tag. What it does not hear lasts a minute: a failure is logged and delays nobody. */
export async function purgeTag(tag: string): Promise<void> {
  const patience = Promise.withResolvers<void>();
  const timer = setTimeout(patience.resolve, PURGE_MOST_MS);
  const purge = purgeCache({ tags: [tag] }).catch((error: unknown) => logFailure(`Purging the tag ${tag}`, error));
  await Promise.race([purge, patience.promise]);
  clearTimeout(timer);
}
