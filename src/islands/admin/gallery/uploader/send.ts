import { EventManager } from '@uppy/core';
import { isUnanswered } from '#browser/api-client';
import { say } from '#browser/say';
import type { PartUpload, Uploads } from '../uploads.ts';
import { asError, filesOf, type MediaFile, type MediaUppy } from './files.ts';

const MAX_FILES_AT_ONCE = 3;
/** Uppy's own words. */
const NETWORK_ERROR = say(
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
);

/** Sends the files, which can be paused, resumed, retried and canceled. */
export function sendFiles(uppy: MediaUppy, { inParts }: Pick<Uploads, 'inParts'>): void {
  /** By file, so that a retry continues. */
  const begun = new Map<string, PartUpload>();
  uppy.on('file-removed', ({ id }) => void begun.delete(id));
  const { capabilities } = uppy.getState();
  uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });

  function uploadOf(file: MediaFile): PartUpload {
    const known = begun.get(file.id);
    if (known) return known;
    if (!(file.data instanceof Blob)) throw new Error(say('The file is gone'));
    const made = inParts(file.data, (sent) => emitProgress(uppy, file.id, sent));
    begun.set(file.id, made);
    return made;
  }

  async function send(file: MediaFile): Promise<void> {
    const events = new EventManager(uppy);
    const cancel = new AbortController();
    const upload = uploadOf(file);
    const setPaused = (isPaused: boolean) => (isPaused ? upload.pause() : upload.resume());
    events.onFileRemove(file.id, () => cancel.abort());
    events.onCancelAll(file.id, () => cancel.abort());
    events.onPause(file.id, setPaused);
    events.onPauseAll(file.id, () => setPaused(true));
    events.onResumeAll(file.id, () => setPaused(false));
    setPaused(uppy.getFile(file.id)?.isPaused ?? false);
    try {
      const mediaUrl = await upload.run(cancel.signal);
      begun.delete(file.id);
      uppy.emit('upload-success', uppy.getFile(file.id), { status: 200, body: { mediaUrl }, uploadURL: mediaUrl });
    } catch (error) {
      const present = uppy.getFile(file.id);
      if (present && !cancel.signal.aborted) {
        uppy.emit('upload-error', present, isUnanswered(error) ? new Error(NETWORK_ERROR) : asError(error));
      }
    } finally {
      events.remove();
    }
  }

  uppy.addUploader(async (ids) => {
    const files = filesOf(uppy, ids).filter(({ error, progress }) => !error && !progress.uploadComplete);
    // Photos are through before a film is paused.
    files.sort((one, other) => (one.size ?? 0) - (other.size ?? 0));
    if (files.length > 0) uppy.emit('upload-start', files);
    const work = async () => {
      for (let file = files.shift(); file; file = files.shift()) if (uppy.getFile(file.id)) await send(file);
    };
    await Promise.all(Array.from({ length: MAX_FILES_AT_ONCE }, work));
  });
  uppy.on('back-online', () => {
    for (const { id, error } of uppy.getFiles()) if (error === NETWORK_ERROR) void uppy.retryUpload(id);
  });
}

function emitProgress(uppy: MediaUppy, id: string, sent: number): void {
  const file = uppy.getFile(id);
  if (!file) return;
  const { uploadStarted } = file.progress;
  uppy.emit('upload-progress', file, {
    uploadStarted: uploadStarted ?? 0,
    bytesUploaded: sent,
    bytesTotal: file.size ?? sent,
  });
}
