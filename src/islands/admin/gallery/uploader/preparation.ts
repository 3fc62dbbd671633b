import { prepareFilm } from '#lib/prepared-film';
import { preparePicture } from '#lib/prepared-picture';
import type { MediaLook } from '#lib/media-look';
import { mediaTypeOf } from '../store/uploaded-media.ts';
import type { MediaFile, MediaUppy } from './kinds.ts';

/** What the browser knows of a file that is ready to leave it. */
export interface Ready {
  readonly look: MediaLook | null;
  /** Of a film: a frame of it. */
  readonly poster: Blob | null;
}

/** Makes files ready before they leave the browser; a picture that cannot be read fails alone. Fills the map it returns. */
export function prepareFiles(uppy: MediaUppy): ReadonlyMap<string, Ready> {
  const ready = new Map<string, Ready>();
  uppy.on('file-removed', ({ id }) => void ready.delete(id));

  async function prepare(file: MediaFile): Promise<void> {
    if (ready.has(file.id) || !(file.data instanceof Blob)) return;
    uppy.emit('preprocess-progress', file, { mode: 'indeterminate', message: 'Preparing' });
    try {
      const { file: data, ...rest } = await preparedOf(file.name, file.data);
      if (!uppy.getFile(file.id)) return;
      // Uppy revokes the address of a preview when it removes the file.
      const preview = rest.poster && { preview: URL.createObjectURL(rest.poster) };
      uppy.setFileState(file.id, { data, size: data.size, ...preview });
      ready.set(file.id, rest);
    } catch (error) {
      const present = uppy.getFile(file.id);
      if (present) uppy.emit('upload-error', present, error instanceof Error ? error : new Error(String(error)));
    } finally {
      const present = uppy.getFile(file.id);
      if (present) uppy.emit('preprocess-complete', present);
    }
  }

  // One after the other: ten large pictures unpacked at once are more than a phone can hold.
  uppy.addPreProcessor(async (ids) => {
    for (const id of ids) {
      const file = uppy.getFile(id);
      if (file && !file.error) await prepare(file);
    }
    // All of them begin here, those too that wait for others or have failed: Uppy would take them for files that were
    // added meanwhile, and offer to upload them; and its pause would leave them out.
    uppy.emit(
      'upload-start',
      ids.flatMap((id) => uppy.getFile(id) ?? []),
    );
  });
  return ready;
}

async function preparedOf(name: string, data: Blob): Promise<Ready & { readonly file: Blob }> {
  if (mediaTypeOf(name) === 'image') {
    const { file, ...look } = await preparePicture(data);
    return { file, look, poster: null };
  }
  const { file, look } = await prepareFilm(data);
  if (!look) return { file, look, poster: null };
  const { poster, ...rest } = look;
  return { file, look: rest, poster };
}
