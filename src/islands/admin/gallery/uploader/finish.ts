import type { UploadedFile } from '../store/batch.ts';
import { mediaTypeOf } from '../store/uploaded-media.ts';
import type { Uploads } from '../store/uploads.ts';
import type { MediaFile, MediaUppy } from './kinds.ts';
import type { Ready } from './preparation.ts';

/** When files of an upload are on the server, hands them on, each once, however often the others are retried. */
export function handOn(
  uppy: MediaUppy,
  ready: ReadonlyMap<string, Ready>,
  { sendAlong }: Pick<Uploads, 'sendAlong'>,
  take: (files: readonly UploadedFile[]) => Promise<void>,
): void {
  const taken = new Set<string>();
  uppy.on('file-removed', ({ id }) => void taken.delete(id));

  async function uploadedFile(file: MediaFile, mediaUrl: string): Promise<UploadedFile> {
    const { look = null, poster = null } = ready.get(file.id) ?? {};
    const posterUrl = poster && (await sendAlong(poster));
    const { name } = file.meta;
    const mediaType = mediaTypeOf(file.name);
    return { name, media: { mediaUrl, mediaType, ...look, ...(posterUrl && { posterUrl }) } };
  }

  /** The address of a file that has arrived and was not handed on before. */
  const newAddress = ({ id, error, response }: MediaFile) =>
    error || taken.has(id) ? undefined : response?.body?.mediaUrl;

  uppy.addPostProcessor(async (ids) => {
    const uploaded: UploadedFile[] = [];
    const finished: string[] = [];
    for (const file of ids.flatMap((id) => uppy.getFile(id) ?? [])) {
      const mediaUrl = newAddress(file);
      if (!mediaUrl) continue;
      uppy.emit('postprocess-progress', file, { mode: 'indeterminate', message: 'Adding to the gallery' });
      taken.add(file.id);
      finished.push(file.id);
      uploaded.push(await uploadedFile(file, mediaUrl));
    }
    await take(uploaded);
    for (const file of finished.flatMap((id) => uppy.getFile(id) ?? [])) uppy.emit('postprocess-complete', file);
  });
}
