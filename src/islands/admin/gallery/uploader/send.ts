import { EventManager, type Meta } from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { PART_BYTES } from '#contracts/media';
import { isUnanswered } from '#browser/api-client';
import { MAX_SILENCE, mediaUrlIn, refusedUpload } from '../gallery-api.ts';
import { isRetried, type PartUpload, RETRY_DELAYS, type Uploads } from '../uploads.ts';
import { asError, filesOf, type MediaFile, type MediaUppy, type Stored } from './files.ts';

const MAX_FILES_AT_ONCE = 3;
/** Uppy's own words. */
const NETWORK_ERROR =
  'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.';

const isLarge = ({ size }: MediaFile) => (size ?? Number.POSITIVE_INFINITY) > PART_BYTES;

/** Files of up to 4 MiB: one PUT each, retried as in `uploads.ts`. A pause interrupts no PUT: it would be lost. */
export function sendWholeFiles(uppy: MediaUppy, { grant }: Pick<Uploads, 'grant'>): void {
  const options = {
    method: 'PUT',
    formData: false,
    withCredentials: true,
    limit: MAX_FILES_AT_ONCE,
    timeout: MAX_SILENCE,
    // XHRUpload passes it to its request, but its type does not name it.
    retries: RETRY_DELAYS.length,
    endpoint: (file: MediaFile | MediaFile[]) => addressFor(uppy, [file].flat()[0], grant),
    shouldRetry: ({ status }: XMLHttpRequest) => isRetried(status),
    onBeforeRequest: (_: XMLHttpRequest, tries: number, [file]: MediaFile[]) => waitBefore(uppy, file, tries),
    onAfterResponse(answer: XMLHttpRequest) {
      if (answer.status >= 300) throw refusedUpload(answer);
    },
    getResponseData: ({ responseText }: XMLHttpRequest): Stored => ({ mediaUrl: mediaUrlIn(responseText) }),
  };
  uppy.use(XHRUpload<Meta, Stored>, options);
}

/**
 * A small file's address, once it is not paused. Uppy hands every file to every uploader: a large or removed file is
 * aborted here, which XHRUpload skips as canceled. XHRUpload is silent if it gets no address, so the failure is
 * reported here.
 */
async function addressFor(uppy: MediaUppy, file: MediaFile | undefined, grant: Uploads['grant']): Promise<string> {
  if (!file || isLarge(file)) throw new DOMException('The file goes in parts', 'AbortError');
  await untilResumed(uppy, file.id);
  if (!uppy.getFile(file.id)) throw new DOMException('The file was removed', 'AbortError');
  try {
    const { uploadURL } = await grant(new AbortController().signal);
    return uploadURL;
  } catch (error) {
    const present = uppy.getFile(file.id);
    if (present) uppy.emit('upload-error', present, asError(error));
    throw error;
  }
}

/** XHRUpload waits 150 ms before its first retry, then twice as long each time. Adds the rest of our delay. */
async function waitBefore(uppy: MediaUppy, file: MediaFile | undefined, tries: number): Promise<void> {
  const pause = RETRY_DELAYS[tries - 1] ?? 0;
  const own = 300 * 2 ** (tries - 2);
  if (pause > own) await new Promise((done) => setTimeout(done, pause - own));
  if (file) await untilResumed(uppy, file.id);
  // Canceled meanwhile. XHRUpload would send it all the same, so this try never begins.
  if (file && !uppy.getFile(file.id)) await new Promise(() => {});
}

/** Resolves once the file is not paused, or removed. */
function untilResumed(uppy: MediaUppy, id: string): Promise<void> {
  const isPaused = () => uppy.getFile(id)?.isPaused ?? false;
  return new Promise((resolve) => {
    const check = () => {
      if (isPaused()) return;
      uppy.off('state-update', check);
      resolve();
    };
    uppy.on('state-update', check);
    check();
  });
}

/** Files of more than 4 MiB, in parts that can be paused, resumed, retried and canceled. */
export function sendLargeFiles(uppy: MediaUppy, { inParts }: Pick<Uploads, 'inParts'>): void {
  /** By file, so that a retry continues. */
  const begun = new Map<string, PartUpload>();
  uppy.on('file-removed', ({ id }) => void begun.delete(id));
  const { capabilities } = uppy.getState();
  uppy.setState({ capabilities: { ...capabilities, resumableUploads: true } });

  function uploadOf(file: MediaFile): PartUpload {
    const known = begun.get(file.id);
    if (known) return known;
    if (!(file.data instanceof Blob)) throw new Error('The file is gone');
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
      if (present && !cancel.signal.aborted) uppy.emit('upload-error', present, shownError(error));
    } finally {
      events.remove();
    }
  }

  uppy.addUploader(async (ids) => {
    const files = filesOf(uppy, ids).filter((file) => isLarge(file) && !file.error && !file.progress.uploadComplete);
    if (files.length > 0) uppy.emit('upload-start', files);
    const work = async () => {
      for (let file = files.shift(); file; file = files.shift()) if (uppy.getFile(file.id)) await send(file);
    };
    await Promise.all(Array.from({ length: MAX_FILES_AT_ONCE }, work));
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

function shownError(error: unknown): Error {
  if (!isUnanswered(error)) return asError(error);
  return Object.assign(new Error(NETWORK_ERROR), { isNetworkError: true });
}
