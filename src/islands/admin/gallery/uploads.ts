import type { UploadGrant } from '#contracts/media';
import { isApiError, isUnanswered } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { say } from '#browser/say';
import type { AdminSession } from '../sign-in/session.ts';
import { type UploadsApi, uploadsApi } from './gallery-api.ts';

/** An empty reason would hide the failure from the list. */
const UNANSWERED = say('Could not POST /api/objects/upload. Please check your connection, then try again.');

export type Uploads = ReturnType<typeof createUploads>;

export function createUploads(
  environment: Pick<Environment, 'client' | 'wait' | 'isOnline' | 'backOnline'>,
  session: Pick<AdminSession, 'call'>,
) {
  const api = uploadsApi(environment.client);

  /** An address for one file, with retries. Rejects with a sentence for the owner. */
  async function grant(signal: AbortSignal): Promise<UploadGrant> {
    const outcome = await session.call(() => persistently(api.grant, environment, signal));
    if (outcome.state === 'done') return outcome.value;
    signal.throwIfAborted();
    if (outcome.state === 'signed-out') throw new Error(say('Authorization required'));
    throw new Error(outcome.serverMessage ?? UNANSWERED);
  }

  /** `sent` is in bytes. */
  const inParts = (file: Blob, onProgress: (sent: number) => void) =>
    createPartUpload(file, { ...environment, grant, put: api.put }, onProgress);

  return {
    grant,
    inParts,
    /** Sends a file of our own, such as a poster. Resolves to null if that fails: an item can do without. */
    sendAlong: (file: Blob): Promise<string | null> =>
      inParts(file, () => undefined)
        .run(new AbortController().signal)
        .catch(() => null),
  };
}

export interface PartUploadContext extends Pick<Environment, 'wait' | 'isOnline' | 'backOnline'> {
  /** An address for the file, with retries. */
  grant(signal: AbortSignal): Promise<UploadGrant>;
  readonly put: UploadsApi['put'];
}

/** Aborts the current part when the owner pauses. It never leaves this file. */
const PAUSED = Symbol('paused');
/** How often a file restarts after an expired grant or a lost part. */
const MAX_STARTS = 3;

export type PartUpload = ReturnType<typeof createPartUpload>;

/** Sends one part after the other; a small file is one part. A part that was cut off is sent again as a whole. */
export function createPartUpload(file: Blob, context: PartUploadContext, onProgress: (sent: number) => void) {
  let grant: UploadGrant | null = null;
  /** Bytes that the server has confirmed. */
  let confirmed = 0;
  /** Until the owner resumes. */
  let paused: Promise<void> | null = null;
  let resume = () => {};
  let part = new AbortController();

  /**
   * Sends the missing parts; resolves to the address. Call it again after a failure. Rejects as `UploadsApi` does, or
   * with the signal's reason.
   */
  async function run(signal: AbortSignal): Promise<string> {
    onProgress(confirmed);
    for (let starts = 0; starts < MAX_STARTS; starts += 1) {
      try {
        const address = await sendAll(signal);
        if (address) return address;
      } catch (error) {
        const isSpent = isApiError(error) && (error.status === 410 || error.status === 403);
        if (!isSpent || starts + 1 === MAX_STARTS) throw error;
        grant = null;
      }
      confirmed = 0;
    }
    throw new Error(say('All parts are sent, and still the file is not whole'));
  }

  /** The file's address, or null if the server still lacks a part after all were sent. */
  async function sendAll(signal: AbortSignal): Promise<string | null> {
    grant ??= await context.grant(signal);
    while (confirmed < file.size) {
      await orAborted(paused ?? Promise.resolve(), signal);
      const address = await sendNext(grant, signal);
      if (address) return address;
    }
    return null;
  }

  /** Sends one part; null if paused or others are missing. Without a type a server may misread the body. */
  async function sendNext({ uploadURL, partSize }: UploadGrant, signal: AbortSignal): Promise<string | null> {
    const first = confirmed;
    const end = Math.min(first + partSize, file.size);
    const isWhole = file.size <= partSize;
    part = new AbortController();
    const stop = () => part.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const put = () =>
      context.put(uploadURL, file.slice(first, end, file.type || 'application/octet-stream'), {
        ...(!isWhole && { range: { first, last: end - 1, total: file.size } }),
        onProgress: (sent) => onProgress(Math.min(first + sent, end)),
        signal: part.signal,
      });
    try {
      const address = await persistently(put, context, part.signal);
      confirmed = end;
      onProgress(confirmed);
      return address;
    } catch (error) {
      if (error !== PAUSED) throw error;
      onProgress(confirmed);
      return null;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    run,
    pause() {
      if (paused) return;
      paused = new Promise((done) => {
        resume = done;
      });
      // A small file on its way goes through.
      if (grant && file.size > grant.partSize) part.abort(PAUSED);
    },
    resume() {
      paused = null;
      resume();
    },
  };
}

/** ms before each retry: five tries in all. */
const RETRY_DELAYS = [0, 1000, 3000, 5000] as const;

/** Retried: timeout, conflict, 418, locked, too many. */
const RETRIED_4XX = new Set([408, 409, 418, 423, 429]);

/** Whether a retry may change the answer; 0 is no answer. */
function isRetried(status: number): boolean {
  if (status === 0 || RETRIED_4XX.has(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/** Retries the work. Waits while offline. Rejects with the last error or the signal's reason. */
async function persistently<T>(
  work: () => Promise<T>,
  { wait, isOnline, backOnline }: Pick<Environment, 'wait' | 'isOnline' | 'backOnline'>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const delay = RETRY_DELAYS[failures];
      if (!mayHelp(error)) throw error;
      if (!isOnline()) {
        await orAborted(backOnline(), signal);
        failures = -1;
      } else if (delay === undefined) throw error;
      else await orAborted(wait(delay), signal);
    }
  }
}

const mayHelp = (error: unknown) => (isApiError(error) ? isRetried(error.status) : isUnanswered(error));

/** The promise, or the signal's reason if it aborts first. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
