import { MAX_PICTURES } from '#contracts/pictures';
import { addPicture } from '#server/leads/pictures';
import { inspect } from '#server/media/inspect';
import { isPicture } from '#server/media/kind';
import type { Call } from './call.ts';
import type { Refused } from './refusal.ts';

const MAX_NAME = 60;

/** Keeps the pictures until one cannot be. Answers why not. */
export async function keepPictures(
  { services }: Pick<Call, 'services'>,
  files: readonly File[],
  { lead, by }: { readonly lead: string; readonly by?: string },
): Promise<Refused | null> {
  if (files.length === 0) return [400, 'picturesNone'];
  for (const file of files) {
    const name = file.name.slice(-MAX_NAME);
    const sent = await file.bytes();
    const found = inspect(sent, sent.length);
    if (typeof found === 'string' || !isPicture(found.extension)) return [415, { code: 'pictureKind', name }];
    const { bytes, extension } = found;
    const facts = { bytes, extension, at: new Date(services.now()).toISOString(), ...(by && { by }) };
    const outcome = await addPicture(services.leads, lead, facts);
    if (outcome === 'full') return [409, { code: 'picturesFull', max: MAX_PICTURES }];
    if (outcome === 'unknown') return [404, 'lost'];
  }
  return null;
}
