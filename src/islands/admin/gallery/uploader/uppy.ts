import Uppy, { type Meta } from '@uppy/core';
import { MAX_GIF_BYTES, MAX_MEDIA_BYTES, mediaKinds } from '#contracts/media';
import type { OpenUploader } from '../gallery-store.ts';
import type { MediaUppy, Stored } from './files.ts';

const FILE_TYPES = Object.keys(mediaKinds).flatMap((kind) => (kind === 'jpg' ? ['.jpg', '.jpeg'] : [`.${kind}`]));
const MAX_FILES = { create: 10, replace: 1 };
/** ms */
export const NOTICE_FOR = 5000;

/** Uppy, but its offline notice stays while that is true. Uppy would remove it by the next timer. */
class LastingNotices extends Uppy<Meta, Stored> {
  override info(...[message, type, duration]: Parameters<Uppy['info']>): void {
    if (message === this.i18n('noInternetConnection')) {
      this.setState({ info: [...this.timed(), { type: 'error', message, details: null }] });
      this.emit('info-visible');
    } else super.info(message, type, duration);
  }

  /** Removes the oldest timed notice. */
  override hideInfo(): void {
    const [oldest] = this.timed();
    this.setState({ info: this.getState().info.filter((notice) => notice !== oldest) });
    this.emit('info-hidden');
  }

  endOffline(): void {
    this.setState({ info: this.timed() });
  }

  private timed() {
    return this.getState().info.filter(({ message }) => message !== this.i18n('noInternetConnection'));
  }
}

export function createUppy(purpose: OpenUploader['purpose']): MediaUppy {
  const uppy = new LastingNotices({
    id: `uploader-${purpose}`,
    infoTimeout: NOTICE_FOR,
    restrictions: {
      maxFileSize: MAX_MEDIA_BYTES,
      maxNumberOfFiles: MAX_FILES[purpose],
      allowedFileTypes: FILE_TYPES,
    },
    onBeforeFileAdded(file, files) {
      if (Object.hasOwn(files, file.id)) return false;
      const isHeavy = file.type === 'image/gif' && (file.size ?? 0) > MAX_GIF_BYTES;
      if (isHeavy) uppy.info(uppy.i18n('exceedsSize', { file: file.name, size: '15 MB' }), 'error', NOTICE_FOR);
      return !isHeavy;
    },
  });
  uppy.on('is-online', () => uppy.endOffline());
  return uppy;
}
