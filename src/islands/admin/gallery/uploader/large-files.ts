import { EventManager } from '@uppy/core';
import { PART_BYTES } from '#contracts/media';
import type { PartUpload } from '../store/part-upload.ts';
import { isConnectionLost, type Uploads } from '../store/uploads.ts';
import type { MediaFile, MediaUppy } from './kinds.ts';

const AT_ONCE = 3;
/** Uppy's own words (specification, section 5). */
const NETWORK_ERROR =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.';

/** Files of more than 4 MiB: in parts, which can be paused, resumed, retried and cancelled. */
export function sendLargeFiles(uppy: MediaUppy, { inParts }: Pick<Uploads, 'inParts'>): void {
  /** What has begun, so that a retry goes on where it was. */
  const begun = new Map<string, PartUpload>();
  uppy.on('file-removed', ({ id }) => void begun.delete(id));
  const { capabilities } = uppy.getState();
  uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });

  function uploadOf(file: MediaFile): PartUpload {
    const known = begun.get(file.id);
    if (known) return known;
    if (!(file.data instanceof Blob)) throw new Error('The file is gone');
    const made = inParts(file.data, (sent) => tellProgress(uppy, file.id, sent));
    begun.set(file.id, made);
    return made;
  }

  async function send(file: MediaFile): Promise<void> {
    const events = new EventManager(uppy);
    const cancel = new AbortController();
    const upload = uploadOf(file);
    const hold = (isPaused: boolean) => (isPaused ? upload.pause() : upload.resume());
    events.onFileRemove(file.id, () => cancel.abort());
    events.onCancelAll(file.id, () => cancel.abort());
    events.onPause(file.id, hold);
    events.onPauseAll(file.id, () => hold(true));
    events.onResumeAll(file.id, () => hold(false));
    hold(uppy.getFile(file.id)?.isPaused ?? false);
    try {
      const mediaUrl = await upload.run(cancel.signal);
      begun.delete(file.id);
      uppy.emit('upload-success', uppy.getFile(file.id), { status: 200, body: { mediaUrl }, uploadURL: mediaUrl });
    } catch (error) {
      const present = uppy.getFile(file.id);
      if (present && !cancel.signal.aborted) uppy.emit('upload-error', present, toShow(error));
    } finally {
      events.remove();
    }
  }

  uppy.addUploader(async (ids) => {
    const files = ids.flatMap((id) => uppy.getFile(id) ?? []).filter(isLargeAndWaiting);
    if (files.length > 0) uppy.emit('upload-start', files);
    const work = async () => {
      for (let file = files.shift(); file; file = files.shift()) if (uppy.getFile(file.id)) await send(file);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
}

const isLargeAndWaiting = ({ size, error, progress }: MediaFile) =>
  (size ?? 0) > PART_BYTES && !error && !progress.uploadComplete;

function tellProgress(uppy: MediaUppy, id: string, sent: number): void {
  const file = uppy.getFile(id);
  if (!file) return;
  const { uploadStarted } = file.progress;
  uppy.emit('upload-progress', file, {
    uploadStarted: uploadStarted ?? 0,
    bytesUploaded: sent,
    bytesTotal: file.size ?? sent,
  });
}

function toShow(error: unknown): Error {
  if (isConnectionLost(error)) return Object.assign(new Error(NETWORK_ERROR), { isNetworkError: true });
  return error instanceof Error ? error : new Error(String(error));
}
