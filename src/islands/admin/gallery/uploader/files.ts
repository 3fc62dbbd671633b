import type { Body, Meta, Uppy, UppyFile } from '@uppy/core';
import { type MediaLook, prepareFilm, preparePicture } from '#browser/prepared-media';
import { say } from '#browser/say';
import { mediaTypeOf, type UploadedFile } from '../new-items.ts';
import type { Uploads } from '../uploads.ts';

export interface Stored extends Body {
  readonly mediaUrl: string;
}

export type MediaUppy = Uppy<Meta, Stored>;
export type MediaFile = UppyFile<Meta, Stored>;

export const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/** Without files that were removed meanwhile. */
export const filesOf = (uppy: MediaUppy, ids: readonly string[]) => ids.flatMap((id) => uppy.getFile(id) ?? []);

interface Prepared {
  readonly look: MediaLook | null;
  /** A film's frame. */
  readonly poster: Blob | null;
  readonly hasLimitedPlayback?: true;
}

/** Prepares files before the upload, and fails only an unreadable picture. Fills the returned map. */
export function prepareFiles(uppy: MediaUppy, allSeen: () => Promise<void>): ReadonlyMap<string, Prepared> {
  const prepared = new Map<string, Prepared>();
  uppy.on('file-removed', ({ id }) => void prepared.delete(id));

  async function prepare(file: MediaFile): Promise<void> {
    if (prepared.has(file.id) || !(file.data instanceof Blob)) return;
    uppy.emit('preprocess-progress', file, { mode: 'indeterminate', message: say('Preparing') });
    try {
      const { file: data, ...rest } = await preparedOf(file, file.data);
      if (!uppy.getFile(file.id)) return;
      // Uppy revokes a preview's address when it removes the file.
      const preview = rest.poster && { preview: URL.createObjectURL(rest.poster) };
      uppy.setFileState(file.id, { data, size: data.size, ...preview });
      prepared.set(file.id, rest);
    } catch (error) {
      const present = uppy.getFile(file.id);
      if (present) uppy.emit('upload-error', present, asError(error));
    } finally {
      const present = uppy.getFile(file.id);
      if (present) uppy.emit('preprocess-complete', present);
    }
  }

  // One at a time: a phone cannot hold ten large unpacked pictures.
  uppy.addPreProcessor(async (ids) => {
    await allSeen();
    for (const id of ids) {
      const file = uppy.getFile(id);
      if (file && !file.error) await prepare(file);
    }
    // Also for waiting and failed files: Uppy would offer to upload them again, and its pause would skip them.
    uppy.emit('upload-start', filesOf(uppy, ids));
  });
  return prepared;
}

async function preparedOf(file: MediaFile, data: Blob): Promise<Prepared & { readonly file: Blob }> {
  if (mediaTypeOf(file) === 'image') {
    const { file: prepared, ...look } = await preparePicture(data);
    return { file: prepared, look, poster: null };
  }
  const { file: prepared, look, problem } = await prepareFilm(data);
  const limit = problem && { hasLimitedPlayback: true as const };
  if (!look) return { file: prepared, look, poster: null, ...limit };
  const { poster, ...rest } = look;
  return { file: prepared, look: rest, poster, ...limit };
}

/** Hands each uploaded file to `take` once, however often the others are retried. */
export function handOn(
  uppy: MediaUppy,
  prepared: ReadonlyMap<string, Prepared>,
  { sendAlong }: Pick<Uploads, 'sendAlong'>,
  take: (files: readonly UploadedFile[]) => Promise<void>,
): void {
  const taken = new Set<string>();
  uppy.on('file-removed', ({ id }) => void taken.delete(id));

  async function uploadedFile(file: MediaFile, mediaUrl: string): Promise<UploadedFile> {
    const { look = null, poster = null, ...limit } = prepared.get(file.id) ?? {};
    const posterUrl = poster && (await sendAlong(poster));
    const { name } = file.meta;
    const mediaType = mediaTypeOf(file);
    return { name, media: { mediaUrl, mediaType, ...look, ...limit, ...(posterUrl && { posterUrl }) } };
  }

  /** The address of an uploaded file that was not handed on yet. */
  const newAddress = ({ id, error, response }: MediaFile) =>
    error || taken.has(id) ? undefined : response?.body?.mediaUrl;

  uppy.addPostProcessor(async (ids) => {
    const uploaded: UploadedFile[] = [];
    const finished: string[] = [];
    for (const file of filesOf(uppy, ids)) {
      const mediaUrl = newAddress(file);
      if (!mediaUrl) continue;
      uppy.emit('postprocess-progress', file, { mode: 'indeterminate', message: say('Adding to the gallery') });
      taken.add(file.id);
      finished.push(file.id);
      uploaded.push(await uploadedFile(file, mediaUrl));
    }
    await take(uploaded);
    for (const file of filesOf(uppy, finished)) uppy.emit('postprocess-complete', file);
  });
}
