import type { Meta } from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import ImageEditor from '@uppy/image-editor';
import { atom, type ReadableAtom } from 'nanostores';
import { browserEnvironment } from '#browser/environment';
import { session } from '../../sign-in/session.ts';
import { admin, type OpenUploader } from '../gallery-store.ts';
import { createUploads } from '../uploads.ts';
import { addCameras, hasCameraProgram } from './cameras.ts';
import { filesOf, handOn, type MediaFile, type MediaUppy, prepareFiles, type Stored } from './files.ts';
import { sendLargeFiles, sendWholeFiles } from './send.ts';
import { createUppy, NOTICE_FOR } from './uppy.ts';

interface FailedFile {
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
  /** The owner has closed it: a camera that is on goes off, and a picture of the gallery that was not sent is let go. */
  left(): void;
  /** Opens the editor with a picture that is in the gallery already. What comes out of it is a new file. */
  crop(picture: NonNullable<OpenUploader['picture']>): Promise<void>;
}

/** Puts Uppy's Dashboard into `target`, with its restrictions, sources and figures. */
export function mountWidget(purpose: OpenUploader['purpose'], target: HTMLElement): Widget {
  const uppy = createUppy(purpose);
  uppy.use(Dashboard, {
    inline: true,
    target,
    width: 750,
    height: 'var(--uploader-height)',
    thumbnailWidth: 280,
    proudlyDisplayPoweredByUppy: false,
    fileManagerSelectionType: 'both',
    showNativePhotoCameraButton: hasCameraProgram(),
    showNativeVideoCameraButton: hasCameraProgram(),
    metaFields: [{ id: 'name', name: 'File name', placeholder: 'It becomes the title' }],
    doneButtonHandler: admin.closeUploader,
    // Over a camera's panel stands its name, not where a file is imported from.
    locale: { strings: { importFrom: '%{name}' } },
  });
  if (!hasCameraProgram()) addCameras(uppy, Dashboard);
  uppy.use(StillEditor, {
    target: Dashboard,
    // It is written once more before it is sent.
    quality: 0.95,
    actions: { cropSquare: false, cropWidescreenVertical: false },
    cropperOptions: {
      ...CROPPER,
      // Its own reading of the turn is a request that the content policy forbids. Browsers turn pictures by themselves.
      checkOrientation: false,
      croppedCanvasOptions: { maxWidth: MAX_EDGE, maxHeight: MAX_EDGE, imageSmoothingQuality: 'high' },
    },
  });
  mendRoles(target);
  const uploads = createUploads(browserEnvironment, session);
  const prepared = prepareFiles(uppy);
  sendWholeFiles(uppy, uploads);
  sendLargeFiles(uppy, uploads);
  retryWhenBackOnline(uppy);
  keepFailuresApart(uppy);
  handOn(uppy, prepared, uploads, async (files) => {
    if (purpose === 'create') return admin.newItems.make(files, admin.$defaultCategory.get());
    const [file] = files;
    if (!file) return;
    admin.editing.replaceMedia(file.media);
    admin.closeUploader();
  });
  return watch(uppy, () => uppy.getPlugin<Dashboard<Meta, Stored>>('Dashboard'));
}

/**
 * Mends roles of Uppy's where a screen reader would be misled: one file alone stands in no list, and the slider that
 * straightens a picture is called a tooltip and a turn by 90°.
 */
function mendRoles(target: HTMLElement): void {
  const mend = () => {
    target.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
    target.querySelector('.uppy-ImageCropper-rangeWrapper[role]')?.removeAttribute('role');
    const slider = target.querySelector('.uppy-ImageCropper-range');
    if (slider && slider.ariaLabel !== 'Straighten') slider.ariaLabel = 'Straighten';
  };
  new MutationObserver(mend).observe(target, { childList: true, subtree: true });
}

/** What Uppy sets where nothing else is asked for, but for what is asked for above. */
const CROPPER = {
  viewMode: 0 as const,
  background: false,
  autoCropArea: 1,
  responsive: true,
  minCropBoxWidth: 70,
  minCropBoxHeight: 70,
  initialAspectRatio: 0,
};
/** Pixels on either side: what `preparePicture` makes of it anyway. */
const MAX_EDGE = 2560;

/** Crops and turns pictures that stand still: a GIF would no longer move. */
class StillEditor extends ImageEditor<Meta, Stored> {
  override canEditFile(file: MediaFile): boolean {
    return super.canEditFile(file) && file.type !== 'image/gif';
  }
}

/** What failed for want of a connection goes on by itself when there is one again. */
function retryWhenBackOnline(uppy: MediaUppy): void {
  const lost = new Set<string>();
  uppy.on('upload-error', (file, error) => {
    if (file && 'isNetworkError' in error) lost.add(file.id);
  });
  uppy.on('upload-success', (file) => void (file && lost.delete(file.id)));
  uppy.on('back-online', () => {
    const again = [...lost].filter((id) => uppy.getFile(id)?.error);
    lost.clear();
    for (const id of again) void uppy.retryUpload(id);
  });
}

/**
 * Keeps one file's failure from being taken for that of the whole upload. Uppy's status bar says "Upload failed" as soon
 * as one file has failed, and takes the pause away from the others; its resume forgets what has failed. Here the status
 * bar keeps to the others while any are on their way, and what has failed stays so until it is tried again. (Which file
 * failed, and why, is named at once, by the notices and below the widget.)
 */
function keepFailuresApart(uppy: MediaUppy): void {
  const failed = new Map<string, string>();
  uppy.on('upload-error', (file, { message }) => {
    if (file) failed.set(file.id, message);
    if (isAnyOnItsWay(uppy)) uppy.setState({ error: null });
  });
  uppy.on('upload-retry', ({ id }) => void failed.delete(id));
  uppy.on('retry-all', () => failed.clear());
  uppy.on('file-removed', ({ id }) => void failed.delete(id));
  uppy.on('resume-all', () => {
    for (const [id, error] of failed) uppy.setFileState(id, { error });
  });
  uppy.on('complete', () => {
    const [error] = failed.values();
    if (error) uppy.setState({ error });
  });
}

function isAnyOnItsWay(uppy: MediaUppy): boolean {
  const ids = Object.values(uppy.getState().currentUploads).flatMap(({ fileIDs }) => fileIDs);
  return filesOf(uppy, ids).some(({ error, progress }) => !error && !progress.uploadComplete);
}

/** Where a file comes from that is in the gallery already. */
const GALLERY = 'gallery';

/** What the page around the Dashboard has to know; while a file is not yet safe, the page is not left. */
function watch(uppy: MediaUppy, dashboard: () => Dashboard<Meta, Stored> | undefined): Widget {
  const $failed = atom<readonly FailedFile[]>([]);
  const isUnfinished = () => uppy.getFiles().some(({ progress }) => !progress.complete);
  uppy.on('state-update', () => {
    const failed = uppy.getFiles().flatMap(({ error, name }) => (error ? [{ name, reason: error }] : []));
    if (JSON.stringify(failed) !== JSON.stringify($failed.get())) $failed.set(failed);
    if (isUnfinished()) session.hold(uppy.getID());
    else session.release(uppy.getID());
  });
  // The browser asks before it closes a page with files on their way.
  window.addEventListener('beforeunload', (event) => isUnfinished() && event.preventDefault());
  return {
    $failed,
    tryAgain: () => void uppy.retryAll(),
    entered() {
      if (!isUnfinished()) uppy.clear();
    },
    left() {
      const given = uppy.getFiles().filter(({ source, progress }) => source === GALLERY && !progress.uploadStarted);
      if (given.length > 0 || dashboard()?.getPluginState().activePickerPanel) dashboard()?.hideAllPanels();
      uppy.removeFiles(given.map(({ id }) => id));
    },
    async crop({ url, title }) {
      if (isUnfinished()) return;
      uppy.clear();
      try {
        const answer = await fetch(url);
        if (!answer.ok) throw new Error(`${url} was refused with ${answer.status}`);
        const data = await answer.blob();
        const name = `${title}${url.slice(url.lastIndexOf('.'))}`;
        const file = uppy.getFile(uppy.addFile({ source: GALLERY, name, type: data.type, data }));
        dashboard()?.openFileEditor(file);
      } catch {
        uppy.info('The picture could not be loaded. Please try again.', 'error', NOTICE_FOR);
      }
    },
  };
}
