import type { Meta } from '@uppy/core';
import Dashboard from '@uppy/dashboard';
import ImageEditor from '@uppy/image-editor';
import { atom, type WritableAtom } from 'nanostores';
import type { ReadOnly } from '#islands/ui/resource.ts';
import { browserEnvironment } from '#browser/environment';
import { say } from '#browser/say';
import { isSame } from '#lib/is-same';
import { session } from '../../sign-in/session.ts';
import { admin, type OpenUploader } from '../gallery-admin.ts';
import { createUploads } from '../uploads.ts';
import { addCameras, hasCameraProgram } from './cameras.ts';
import { lookAtChosen } from './chosen.ts';
import { filesOf, handOn, type MediaFile, type MediaUppy, prepareFiles, type Stored } from './files.ts';
import { sendFiles } from './send.ts';
import { createUppy, NOTICE_FOR } from './uppy.ts';

/** A file that failed, or of which the owner should know something before it is sent. */
export interface NamedFile {
  readonly name: string;
  readonly reason: string;
}

export type Widget = ReadOnly<ReturnType<typeof watch>>;

/** An uploader on the page, for one purpose. */
export function mountWidget(purpose: OpenUploader['purpose'], target: HTMLElement) {
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
    metaFields: [{ id: 'name', name: say('File name'), placeholder: say('It becomes the title') }],
    doneButtonHandler: admin.closeUploader,
    // A camera's panel shows its name, not "Import from".
    locale: { strings: { importFrom: '%{name}', saveChanges: say('Save') } },
  });
  if (!hasCameraProgram()) addCameras(uppy, Dashboard);
  uppy.use(StillEditor, {
    target: Dashboard,
    // It is compressed again before it is sent.
    quality: 0.95,
    actions: { cropSquare: false, cropWidescreenVertical: false },
    cropperOptions: {
      ...CROPPER,
      // Its own reading of the orientation needs a request that our policy forbids. Browsers turn pictures themselves.
      checkOrientation: false,
      croppedCanvasOptions: { maxWidth: MAX_EDGE, maxHeight: MAX_EDGE, imageSmoothingQuality: 'high' },
    },
  });
  mendRoles(target);
  const uploads = createUploads(browserEnvironment, session);
  const prepared = prepareFiles(uppy, lookAtChosen(uppy));
  sendFiles(uppy, uploads);
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

/** Screen readers would hear that one file stands in no list, and that the slider is a tooltip. */
function mendRoles(target: HTMLElement): void {
  const straighten = say('Straighten');
  const mend = () => {
    target.querySelector('.uppy-Dashboard-files:not([role])')?.setAttribute('role', 'list');
    target.querySelector('.uppy-ImageCropper-rangeWrapper[role]')?.removeAttribute('role');
    const slider = target.querySelector('.uppy-ImageCropper-range');
    if (slider && slider.ariaLabel !== straighten) slider.ariaLabel = straighten;
  };
  new MutationObserver(mend).observe(target, { childList: true, subtree: true });
}

/** Uppy's defaults, minus the settings above. */
const CROPPER = {
  viewMode: 0 as const,
  background: false,
  autoCropArea: 1,
  responsive: true,
  minCropBoxWidth: 70,
  minCropBoxHeight: 70,
  initialAspectRatio: 0,
};
/** Pixels on either side, as `preparePicture` scales it anyway. */
const MAX_EDGE = 2560;

/** Crops and turns still pictures: a GIF would stop moving. */
class StillEditor extends ImageEditor<Meta, Stored> {
  override canEditFile(file: MediaFile): boolean {
    return super.canEditFile(file) && file.type !== 'image/gif';
  }
}

/**
 * As soon as one file fails, Uppy's status bar says "Upload failed" and takes the pause button from the others, and its
 * resume forgets the failed ones. This hides failures from the status bar while other files are on their way, and keeps
 * them until the next try. Notices and the list below the widget name them at once.
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

/** Sets it only if it is another: Uppy's state changes many times a second. */
function update(store: WritableAtom<readonly NamedFile[]>, files: readonly NamedFile[]): void {
  if (!isSame(files, store.get())) store.set(files);
}

/** The source of a picture that is already in the gallery. */
const GALLERY = 'gallery';

/** The widget for the page around the Dashboard. Holds the page while a file is unfinished. */
function watch(uppy: MediaUppy, dashboard: () => Dashboard<Meta, Stored> | undefined) {
  const $failed = atom<readonly NamedFile[]>([]);
  const $advised = atom<readonly NamedFile[]>([]);
  const isUnfinished = () => uppy.getFiles().some(({ progress }) => !progress.complete);
  uppy.on('state-update', () => {
    const files = uppy.getFiles();
    update(
      $failed,
      files.flatMap(({ error, name }) => (error ? [{ name, reason: error }] : [])),
    );
    update(
      $advised,
      files.flatMap(({ name, meta, progress }) =>
        meta['advice'] && !progress.complete ? [{ name, reason: String(meta['advice']) }] : [],
      ),
    );
    if (isUnfinished()) session.hold(uppy.getID());
    else session.release(uppy.getID());
  });
  // The browser asks before closing a page with unfinished files.
  window.addEventListener('beforeunload', (event) => isUnfinished() && event.preventDefault());
  return {
    $failed,
    $advised,
    tryAgain: () => void uppy.retryAll(),
    /** After reopening: removes finished files, and keeps the others. */
    entered(): void {
      if (!isUnfinished()) uppy.clear();
    },
    /** After closing: turns a camera off, and removes an unsent picture of the gallery. */
    left(): void {
      const given = uppy.getFiles().filter(({ source, progress }) => source === GALLERY && !progress.uploadStarted);
      if (given.length > 0 || dashboard()?.getPluginState().activePickerPanel) dashboard()?.hideAllPanels();
      uppy.removeFiles(given.map(({ id }) => id));
    },
    /** Opens the editor with a picture of the gallery. The result is a new file. */
    async crop({ url, title }: NonNullable<OpenUploader['picture']>): Promise<void> {
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
        uppy.info(say('The picture could not be loaded. Please try again.'), 'error', NOTICE_FOR);
      }
    },
  };
}
