import Uppy from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import { atom, type ReadableAtom } from 'nanostores';
import { GIF_MOST_BYTES, MEDIA_MOST_BYTES } from '#contracts/media';
import { browser, uploads } from '../store/browser.ts';
import { closeUploader, type UploaderDoor } from '../store/uploader-door.ts';
import { desk } from '../desk.ts';
import { retryWhenBackOnline } from './back-online.ts';
import { keepFailuresApart } from './failures.ts';
import { handOn } from './finish.ts';
import type { MediaUppy } from './kinds.ts';
import { sendLargeFiles } from './large-files.ts';
import { prepareFiles } from './preparation.ts';
import { sendWholeFiles } from './whole-files.ts';

const TYPES = ['.jpg', '.jpeg', '.png', '.webp', '.avif', '.gif', '.mp4', '.webm', '.mov', '.avi'];
const MOST_AT_ONCE = { create: 10, replace: 1 };
/** ms (specification, section 9). */
const NOTICE_FOR = 5000;

export interface FailedFile {
  readonly name: string;
  /** In words for the owner. */
  readonly reason: string;
}

/** An uploader on the page, for one purpose. */
export interface Widget {
  readonly $failed: ReadableAtom<readonly FailedFile[]>;
  tryAgain(): void;
  /** The owner has opened it again: what is done is cleared away, what is on its way or has failed is still there. */
  entered(): void;
}

/** Puts Uppy's Dashboard into `place`, with the specification's restrictions, sources and figures. */
export function mountWidget(purpose: UploaderDoor['purpose'], place: HTMLElement): Widget {
  const uppy: MediaUppy = new Uppy({
    id: `uploader-${purpose}`,
    infoTimeout: NOTICE_FOR,
    restrictions: {
      maxFileSize: MEDIA_MOST_BYTES,
      maxNumberOfFiles: MOST_AT_ONCE[purpose],
      allowedFileTypes: TYPES,
    },
    onBeforeFileAdded(file, files) {
      if (Object.hasOwn(files, file.id)) return false;
      const isHeavy = file.type === 'image/gif' && (file.size ?? 0) > GIF_MOST_BYTES;
      if (isHeavy) uppy.info(uppy.i18n('exceedsSize', { file: file.name, size: '15 MB' }), 'error', NOTICE_FOR);
      return !isHeavy;
    },
  });
  uppy.use(Dashboard, {
    inline: true,
    target: place,
    width: 750,
    height: 550,
    thumbnailWidth: 280,
    proudlyDisplayPoweredByUppy: false,
    fileManagerSelectionType: 'both',
    showNativePhotoCameraButton: true,
    showNativeVideoCameraButton: true,
    metaFields: [{ id: 'name', name: 'File name', placeholder: 'It becomes the title' }],
    doneButtonHandler: closeUploader,
  });
  const ready = prepareFiles(uppy);
  sendWholeFiles(uppy, uploads);
  sendLargeFiles(uppy, uploads);
  retryWhenBackOnline(uppy);
  keepFailuresApart(uppy);
  handOn(uppy, ready, uploads, async (files) => {
    if (purpose === 'create') return desk.batch.make(files, desk.$defaultCategory.get());
    const [file] = files;
    if (!file) return;
    desk.editing.replaceMedia(file.media);
    closeUploader();
  });
  return watch(uppy);
}

/** What the page around the Dashboard has to know; while a file is not yet safe, the page is not left. */
function watch(uppy: MediaUppy): Widget {
  const $failed = atom<readonly FailedFile[]>([]);
  const isOnItsWay = () => uppy.getFiles().some(({ progress }) => !progress.complete);
  uppy.on('state-update', () => {
    const failed = uppy.getFiles().flatMap(({ error, name }) => (error ? [{ name, reason: error }] : []));
    if (JSON.stringify(failed) !== JSON.stringify($failed.get())) $failed.set(failed);
    if (isOnItsWay()) browser.session.hold(uppy.getID());
    else browser.session.release(uppy.getID());
  });
  // The browser asks before it closes a page with files on their way.
  window.addEventListener('beforeunload', (event) => isOnItsWay() && event.preventDefault());
  return {
    $failed,
    tryAgain: () => void uppy.retryAll(),
    entered() {
      if (!isOnItsWay()) uppy.clear();
    },
  };
}
