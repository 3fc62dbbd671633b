import Uppy, { type Meta } from '@uppy/core';
import { MAX_GIF_BYTES, MAX_MEDIA_BYTES, mediaKinds } from '#contracts/media';
import { uppy as spanish } from '#i18n/es/uppy';
import { say } from '#browser/say';
import { pageLocale } from '#lib/page-locale';
import { HOUR } from '#lib/time/units';
import type { OpenUploader } from '../gallery-admin.ts';
import type { MediaUppy, Stored } from './files.ts';

/** Other names of the same kinds. */
const ALSO: Record<string, readonly string[]> = { jpg: ['jpeg', 'jfif'], mp4: ['m4v'] };
/** Becomes a JPEG when it is chosen (`chosen.ts`). */
const HEIC = { extensions: ['.heic', '.heif'], types: ['image/heic', 'image/heif'] };
const EXTENSIONS = [
  ...Object.keys(mediaKinds).flatMap((kind) => [kind, ...(ALSO[kind] ?? [])].map((name) => `.${name}`)),
  ...HEIC.extensions,
];
/** A file goes by its extension or by its type; the server looks at the bytes. */
const FILE_TYPES = [...EXTENSIONS, ...Object.values(mediaKinds), 'video/x-m4v', ...HEIC.types];
const MAX_FILES = { create: 10, replace: 1 };
/** ms */
export const NOTICE_FOR = 5000;

/** Uppy, but its notice of a lost connection stays: one without a duration would be gone at once. */
class OurUppy extends Uppy<Meta, Stored> {
  override info(...[message, type, duration]: Parameters<Uppy['info']>): void {
    super.info(message, type, duration === 0 ? HOUR : duration);
  }
}

export function createUppy(purpose: OpenUploader['purpose']): MediaUppy {
  const uppy = new OurUppy({
    id: `uploader-${purpose}`,
    infoTimeout: NOTICE_FOR,
    restrictions: {
      minFileSize: 1,
      maxFileSize: MAX_MEDIA_BYTES,
      maxNumberOfFiles: MAX_FILES[purpose],
      allowedFileTypes: FILE_TYPES,
    },
    locale: {
      strings: {
        ...(pageLocale === 'es-US' && spanish),
        youCanOnlyUploadFileTypes: say('You can only upload: {kinds}', { kinds: EXTENSIONS.join(', ') }),
      },
      pluralize: (count) => Number(count !== 1),
    },
    onBeforeFileAdded({ id, name, type, size }, files) {
      const isLarge = type === 'image/gif' && (size ?? 0) > MAX_GIF_BYTES;
      if (isLarge) uppy.info(uppy.i18n('exceedsSize', { file: name, size: '15 MB' }), 'error', NOTICE_FOR);
      return !isLarge && !Object.hasOwn(files, id);
    },
  });
  uppy.on('is-online', () => uppy.setState({ info: [] }));
  return uppy;
}
