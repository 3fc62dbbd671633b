import type { MediaUppy } from './kinds.ts';

/**
 * Keeps one file's failure from being taken for that of the whole upload. Uppy's status bar says "Upload failed" as soon
 * as one file has failed, and takes the pause away from the others; its resume forgets what has failed. Here the status
 * bar keeps to the others while any are on their way, and what has failed stays so until it is tried again. (Which file
 * failed, and why, is named at once, by the notices and below the widget.)
 */
export function keepFailuresApart(uppy: MediaUppy): void {
  const failed = new Map<string, string>();
  uppy.on('upload-error', (file, { message }) => {
    if (file) failed.set(file.id, message);
    if (isOnItsWay(uppy)) uppy.setState({ error: null });
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

function isOnItsWay(uppy: MediaUppy): boolean {
  const ids = Object.values(uppy.getState().currentUploads).flatMap(({ fileIDs }) => fileIDs);
  return ids.flatMap((id) => uppy.getFile(id) ?? []).some(({ error, progress }) => !error && !progress.uploadComplete);
}
