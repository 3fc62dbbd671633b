import type { Meta } from '@uppy/core';
import XHRUpload from '@uppy/xhr-upload';
import { PART_BYTES } from '#contracts/media';
import { addressIn, INACTIVITY_MOST, isRetried, RETRY_DELAYS, throwIfRefused, type Uploads } from '../store/uploads.ts';
import type { MediaFile, MediaUppy, Stored } from './kinds.ts';
import { untilResumed } from './pause.ts';

const AT_ONCE = 3;

/** Uppy hands every file to every uploader: this one takes those that one request can carry. */
class WholeUpload extends XHRUpload<Meta, Stored> {
  override install(): void {
    const { uppy } = this;
    const add = uppy.addUploader.bind(uppy);
    const isWhole = (id: string) => (uppy.getFile(id)?.size ?? Number.POSITIVE_INFINITY) <= PART_BYTES;
    uppy.addUploader = (upload) => add((ids, uploadId) => upload(ids.filter(isWhole), uploadId));
    super.install();
    uppy.addUploader = add;
  }
}

/**
 * Files of up to 4 MiB: one PUT each, tried again as the specification's section 9 has it. A pause holds what has not
 * begun, and every further try; a PUT that is on its way goes through, since nothing of it could be kept.
 */
export function sendWholeFiles(uppy: MediaUppy, { grant }: Pick<Uploads, 'grant'>): void {
  const options = {
    method: 'PUT',
    formData: false,
    withCredentials: true,
    limit: AT_ONCE,
    timeout: INACTIVITY_MOST,
    // XHRUpload hands it on to its request, but does not name it among its options.
    retries: RETRY_DELAYS.length,
    endpoint: (file: MediaFile | MediaFile[]) => addressFor(uppy, [file].flat()[0], grant),
    shouldRetry: ({ status }: XMLHttpRequest) => isRetried(status),
    onBeforeRequest: (_: XMLHttpRequest, tries: number, [file]: MediaFile[]) => waitBefore(uppy, file, tries),
    onAfterResponse: throwIfRefused,
    getResponseData: (request: XMLHttpRequest): Stored => ({ mediaUrl: addressIn(request) }),
  };
  uppy.use(WholeUpload, options);
}

/** XHRUpload keeps silent when it gets no address for a file: it would seem to be uploading for ever. */
async function addressFor(uppy: MediaUppy, file: MediaFile | undefined, grant: Uploads['grant']): Promise<string> {
  if (file) await untilResumed(uppy, file.id);
  if (file && !uppy.getFile(file.id)) throw new DOMException('The file was removed', 'AbortError');
  try {
    const { uploadURL } = await grant(new AbortController().signal);
    return uploadURL;
  } catch (error) {
    const present = file && uppy.getFile(file.id);
    if (present) uppy.emit('upload-error', present, error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** XHRUpload waits 150 ms before its first new try, and twice as long each time: what is missing is added. */
async function waitBefore(uppy: MediaUppy, file: MediaFile | undefined, tries: number): Promise<void> {
  const specified = RETRY_DELAYS[tries - 1] ?? 0;
  const own = 300 * 2 ** (tries - 2);
  if (specified > own) await new Promise((done) => setTimeout(done, specified - own));
  if (file) await untilResumed(uppy, file.id);
  // Cancelled meanwhile. XHRUpload would send it all the same, so this try never begins.
  if (file && !uppy.getFile(file.id)) await new Promise(() => {});
}
