import type { GalleryItem } from '#contracts/gallery';
import type { MissingFile } from '#server/gallery/items';
import type { AdminCall } from './admin.ts';
import { empty, json, problem } from './answers.ts';
import { GALLERY_TAG } from './cache.ts';

const sentences: Record<MissingFile['missing'], string> = {
  mediaUrl: 'We could not find the file. Please upload it again.',
  posterUrl: 'We could not find the poster picture. Please upload it again.',
};

/** The answer to a new or changed item. What visitors see is taken out of the CDN's cache first. */
export async function itemAnswer(
  { services }: AdminCall,
  status: 200 | 201,
  outcome: GalleryItem | MissingFile | null,
): Promise<Response> {
  if (!outcome) return noItem();
  if ('missing' in outcome) {
    const error = sentences[outcome.missing];
    return problem(400, error, { issues: [{ path: [outcome.missing], message: error }] });
  }
  await services.purge(GALLERY_TAG);
  return json(status, outcome);
}

/** The answer to `DELETE /api/gallery/{id}`. */
export async function removalAnswer({ services }: AdminCall, wasThere: boolean): Promise<Response> {
  if (!wasThere) return noItem();
  await services.purge(GALLERY_TAG);
  return empty();
}

function noItem(): Response {
  return problem(404, 'There is no such gallery item. It may have been deleted.');
}
