import type { UploadGrant } from '#contracts/media';
import { isApiError, isUnanswered, MalformedAnswerError } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import type { AdminSession } from '../sign-in/session.ts';
import { type UploadsApi, uploadsApi } from './calls.ts';

/** Files on their way to the server, as the uploader needs them. */
export interface Uploads {
  /** Where one file may be sent to. Retried by itself. Rejects with a sentence for the owner. */
  grant(signal: AbortSignal): Promise<UploadGrant>;
  /** An upload in parts; `sent` is in bytes. */
  inParts(file: Blob, onProgress: (sent: number) => void): PartUpload;
  /** Sends a small file of our own making, such as a poster. Resolves to null when that fails: an item can do without. */
  sendAlong(file: Blob): Promise<string | null>;
}

export function createUploads(
  environment: Pick<Environment, 'client' | 'wait' | 'isOnline' | 'backOnline'>,
  session: Pick<AdminSession, 'call'>,
): Uploads {
  const api = uploadsApi(environment.client);

  async function grant(signal: AbortSignal): Promise<UploadGrant> {
    const outcome = await session.call(() => persistently(api.grant, environment, signal));
    if (outcome.state === 'done') return outcome.value;
    signal.throwIfAborted();
    throw new Error(outcome.state === 'signed-out' ? 'Authorization required' : outcome.serverMessage);
  }

  return {
    grant,
    inParts: (file, onProgress) => createPartUpload(file, { ...environment, grant, put: api.put }, onProgress),
    async sendAlong(file) {
      const { signal } = new AbortController();
      try {
        const { uploadURL } = await grant(signal);
        return await persistently(() => api.put(uploadURL, file), environment, signal);
      } catch {
        return null;
      }
    },
  };
}

export interface PartUploadContext extends Pick<Environment, 'wait' | 'isOnline' | 'backOnline'> {
  /** Where the file may be sent to; retried by itself. */
  grant(signal: AbortSignal): Promise<UploadGrant>;
  readonly put: UploadsApi['put'];
}

/** A large file on its way, in parts. */
export interface PartUpload {
  /**
   * Sends what is not yet there; resolves to the file's address. After a failure it may be called again, and goes on
   * where it was. Rejects as `UploadsApi` says, or with the signal's reason.
   */
  run(signal: AbortSignal): Promise<string>;
  pause(): void;
  resume(): void;
}

/** Thrown into a part under way when the owner presses pause; it never leaves this file. */
const PAUSED = Symbol('paused');
/** How often a file begins anew, because its grant no longer counts or a part was lost, before the upload fails. */
const MAX_STARTS = 3;

/** Parts go one after the other; a part that was cut off is sent again as a whole, which the server takes as the same. */
export function createPartUpload(
  file: Blob,
  context: PartUploadContext,
  onProgress: (sent: number) => void,
): PartUpload {
  let grant: UploadGrant | null = null;
  /** Bytes that the server has confirmed. */
  let confirmed = 0;
  let running = gate(true);
  let part = new AbortController();

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
    throw new MalformedAnswerError('All parts are sent, and still the file is not whole');
  }

  /** The file's address, or null when all parts have been taken but one is missing all the same. */
  async function sendAll(signal: AbortSignal): Promise<string | null> {
    grant ??= await context.grant(signal);
    while (confirmed < file.size) {
      await orAborted(running.opened, signal);
      const address = await sendNext(grant, signal);
      if (address) return address;
    }
    return null;
  }

  /**
   * One part, up to its confirmation; null when others are missing, or when it was paused. It says its type: a server may
   * take a body without one for text, or for none at all.
   */
  async function sendNext({ uploadURL, partSize }: UploadGrant, signal: AbortSignal): Promise<string | null> {
    const first = confirmed;
    const end = Math.min(first + partSize, file.size);
    part = new AbortController();
    const stop = () => part.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const put = () =>
      context.put(uploadURL, file.slice(first, end, file.type || 'application/octet-stream'), {
        range: { first, last: end - 1, total: file.size },
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
      if (!running.isOpen) return;
      running = gate(false);
      part.abort(PAUSED);
    },
    resume() {
      running.open();
    },
  };
}

function gate(isOpen: boolean) {
  let open = () => {};
  const opened = isOpen
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        open = resolve;
      });
  const made = {
    isOpen,
    opened,
    open() {
      made.isOpen = true;
      open();
    },
  };
  return made;
}

/** ms before each new try: five tries in all. */
export const RETRY_DELAYS = [0, 1000, 3000, 5000] as const;

/** The 4xx that are tried again: too slow, a conflict, 418, locked, too often. */
const RETRIED_4XX = new Set([408, 409, 418, 423, 429]);

/** Whether an answer with that status may be another one next time; 0 is no answer at all. */
export function isRetried(status: number): boolean {
  if (status === 0 || RETRIED_4XX.has(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/**
 * Runs the work, and again where that may help. While the browser is offline it waits, however long, and counts nothing.
 * Rejects with the error of the last try, or with the signal's reason.
 */
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

/** The promise, unless the signal comes first; then its reason. */
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
