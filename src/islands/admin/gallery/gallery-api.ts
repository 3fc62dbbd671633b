import { type GalleryChange, GalleryItem, GalleryList, type NewGalleryItem } from '#contracts/gallery';
import { UploadAnswer, UploadGrant } from '#contracts/media';
import { type Client, NetworkError, refusal } from '#browser/api-client';
import { pageLanguage } from '#browser/page-language';
import { say } from '#browser/say';
import { MINUTE } from '#lib/time/units';

/** ms */
const GRANT_TIMEOUT = 30_000;
/** ms without a byte sent or answered, before an upload counts as stalled. */
const MAX_SILENCE = 5 * MINUTE;

export type GalleryApi = ReturnType<typeof galleryApi>;

/** The owner's gallery calls. They reject as `Client` does. */
export function galleryApi(client: Client) {
  const one = (id: string) => `/api/gallery/${encodeURIComponent(id)}`;
  return {
    /** Published or not. */
    all: () => client.send('GET', '/api/gallery/all', GalleryList),
    create: (item: NewGalleryItem) => client.send('POST', '/api/gallery', GalleryItem, { body: item }),
    /** Changes the given fields. */
    change: (id: string, fields: GalleryChange) => client.send('PUT', one(id), GalleryItem, { body: fields }),
    remove: (id: string) => client.call('DELETE', one(id)),
  };
}

/** The first and last byte of a part, both included, and the file's size in bytes. */
interface PartRange {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

export interface PutOptions {
  /** Absent for a whole file. */
  readonly range?: PartRange;
  /** Bytes of this body so far. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

export type UploadsApi = ReturnType<typeof uploadsApi>;

/** The calls of an upload. They reject as `Client` does. */
export function uploadsApi(client: Client) {
  return {
    grant: () => client.send('POST', '/api/objects/upload', UploadGrant, { timeout: GRANT_TIMEOUT }),
    /** Sends a file or a part. Resolves to the whole file's address, or to null while parts are missing. */
    async put(uploadURL: string, bytes: Blob, options: PutOptions = {}): Promise<string | null> {
      const answer = await exchange(uploadURL, bytes, options);
      return answer.status === 202 ? null : mediaUrlIn(answer.responseText);
    },
  };
}

/** A whole file's address. Throws for any other answer. */
export function mediaUrlIn(answer: string): string {
  try {
    return UploadAnswer.parse(JSON.parse(answer)).mediaUrl;
  } catch (cause) {
    throw new Error(say('The answer to an upload names no file'), { cause });
  }
}

/** HTTP/2 has no status text, so Uppy's own words are the last resort. */
export const refusedUpload = ({ status, statusText, responseText }: XMLHttpRequest) =>
  refusal(status, statusText || say('Non 2xx'), responseText);

/** `fetch` does not report an upload's progress. */
function exchange(uploadURL: string, bytes: Blob, { range, onProgress, signal }: PutOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const stop = (reason: unknown) => {
      cleanUp();
      reject(reason);
      request.abort();
    };
    const giveUp = () => stop(signal?.reason);
    const restartTimeout = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stop(new NetworkError('The upload stalled')), MAX_SILENCE);
    };
    function cleanUp(): void {
      clearTimeout(silence);
      signal?.removeEventListener('abort', giveUp);
    }
    request.open('PUT', uploadURL);
    request.withCredentials = true;
    request.setRequestHeader('Accept-Language', pageLanguage);
    if (range) request.setRequestHeader('Content-Range', `bytes ${range.first}-${range.last}/${range.total}`);
    request.upload.onprogress = ({ loaded }) => {
      restartTimeout();
      onProgress?.(loaded);
    };
    request.onload = () => {
      cleanUp();
      if (request.status >= 200 && request.status < 300) resolve(request);
      else reject(refusedUpload(request));
    };
    request.onerror = () => stop(new NetworkError('No answer came'));
    signal?.addEventListener('abort', giveUp);
    restartTimeout();
    request.send(bytes);
  });
}
