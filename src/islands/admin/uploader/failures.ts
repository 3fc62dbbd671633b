import type { MediaUppy } from './kinds.ts';

/**
 * Uppy's status bar says "Upload failed" as soon as one file has failed, and takes the pause away from the others. Here
 * it keeps to the others while any are on their way, and says so when the upload is through. (Which file failed, and
 * why, is named at once, by the notices and below the widget.)
 */
export function tellOfFailuresLast(uppy: MediaUppy): void {
  uppy.on('upload-error', () => {
    if (isOnItsWay(uppy)) uppy.setState({ error: null });
  });
  uppy.on('complete', ({ failed = [] }) => {
    const error = failed.find((file) => uppy.getFile(file.id)?.error)?.error;
    if (error) uppy.setState({ error });
  });
}

function isOnItsWay(uppy: MediaUppy): boolean {
  const ids = Object.values(uppy.getState().currentUploads).flatMap(({ fileIDs }) => fileIDs);
  return ids.flatMap((id) => uppy.getFile(id) ?? []).some(({ error, progress }) => !error && !progress.uploadComplete);
}
