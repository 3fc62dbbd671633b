import { UploadAnswer, UploadGrant } from '#contracts/media';
import type { Client } from '#islands/ui/api/client.ts';
import { MalformedAnswerError, NetworkError, TimeoutError } from '#islands/ui/api/errors.ts';
import { refusal } from '#islands/ui/api/refusal.ts';

/** ms */
const GRANT_WITHIN = 30_000;
/** ms without a byte or a word from the server (specification, section 9: five minutes). */
export const INACTIVITY_MOST = 5 * 60_000;

/** One part of a file: its first and last byte, and how many the file has. */
export interface PartRange {
  readonly first: number;
  readonly last: number;
  readonly total: number;
}

export interface PutOptions {
  /** Left out when the bytes are the whole file. */
  readonly range?: PartRange;
  /** Bytes of this body that have left. */
  readonly onProgress?: (sent: number) => void;
  readonly signal?: AbortSignal;
}

/** The calls of an upload. They reject as `Client` says. */
export interface UploadsApi {
  /** Where one file may be sent to. */
  grant(): Promise<UploadGrant>;
  /** Sends a file or a part. Resolves to the file's address when it is whole, to null while parts are missing. */
  put(uploadURL: string, bytes: Blob, options?: PutOptions): Promise<string | null>;
}

export function uploadsApi(client: Client): UploadsApi {
  return {
    grant: () => client.send('POST', '/api/objects/upload', UploadGrant, { within: GRANT_WITHIN }),
    async put(uploadURL, bytes, options = {}) {
      const answer = await exchange(uploadURL, bytes, options);
      return answer.status === 202 ? null : mediaUrlIn(answer.responseText);
    },
  };
}

/** The address in the answer to a file that is whole. Throws `MalformedAnswerError` for any other answer. */
export function mediaUrlIn(answer: string): string {
  try {
    return UploadAnswer.parse(JSON.parse(answer)).mediaUrl;
  } catch (cause) {
    throw new MalformedAnswerError('The answer to an upload names no file', { cause });
  }
}

/** Not `fetch`, which does not tell how much of a body has left. */
function exchange(uploadURL: string, bytes: Blob, { range, onProgress, signal }: PutOptions): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    const stop = (reason: unknown) => {
      settle();
      reject(reason);
      request.abort();
    };
    const giveUp = () => stop(signal?.reason);
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(() => stop(new TimeoutError('The upload stalled')), INACTIVITY_MOST);
    };
    function settle(): void {
      clearTimeout(silence);
      signal?.removeEventListener('abort', giveUp);
    }
    request.open('PUT', uploadURL);
    request.withCredentials = true;
    if (range) request.setRequestHeader('Content-Range', `bytes ${range.first}-${range.last}/${range.total}`);
    request.upload.onprogress = ({ loaded }) => {
      wait();
      onProgress?.(loaded);
    };
    request.onload = () => {
      settle();
      if (request.status >= 200 && request.status < 300) resolve(request);
      else reject(refusal(request.status, request.statusText, request.responseText));
    };
    request.onerror = () => stop(new NetworkError('No answer came'));
    signal?.addEventListener('abort', giveUp);
    wait();
    request.send(bytes);
  });
}
