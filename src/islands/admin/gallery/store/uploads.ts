import { isUnanswered } from '#islands/ui/api/errors.ts';
import { refusal } from '#islands/ui/api/refusal.ts';
import { mediaUrlIn, type UploadsApi } from '../uploads-api.ts';
import type { UploadGrant } from '#contracts/media';
import { createPartUpload, type PartUpload } from './part-upload.ts';
import type { AdminSession } from './session.ts';
import { persistently } from './upload-retries.ts';

export { INACTIVITY_MOST } from '../uploads-api.ts';
export { isRetried, RETRY_DELAYS } from './upload-retries.ts';

interface Surroundings {
  readonly api: UploadsApi;
  readonly session: Pick<AdminSession, 'call'>;
  wait(ms: number): Promise<void>;
  isOnline(): boolean;
  backOnline(): Promise<void>;
}

/** Files on their way to the server, as the widget needs them. */
export interface Uploads {
  /** Where one file may be sent to. Rejects with a sentence for the owner. */
  grant(signal: AbortSignal): Promise<UploadGrant>;
  /** An upload in parts. */
  inParts(file: Blob, onProgress: (sent: number) => void): PartUpload;
  /** Sends a small file of our own making, such as a poster. Resolves to null when that fails: an item can do without. */
  sendAlong(file: Blob): Promise<string | null>;
}

export function createUploads(surroundings: Surroundings): Uploads {
  const { api, session } = surroundings;

  async function grant(signal: AbortSignal): Promise<UploadGrant> {
    const outcome = await session.call(() => persistently(api.grant, surroundings, signal));
    if (outcome.state === 'done') return outcome.value;
    signal.throwIfAborted();
    throw new Error(outcome.state === 'signed-out' ? 'Authorization required' : outcome.said);
  }

  return {
    grant,
    inParts: (file, onProgress) => createPartUpload(file, { ...surroundings, grant, put: api.put }, onProgress),
    async sendAlong(file) {
      const { signal } = new AbortController();
      try {
        const { uploadURL } = await grant(signal);
        return await persistently(() => api.put(uploadURL, file), surroundings, signal);
      } catch {
        return null;
      }
    },
  };
}

/** An answer to a file that was sent whole. Throws the server's refusal, with its sentence. */
export function throwIfRefused({ status, statusText, responseText }: XMLHttpRequest): void {
  if (status >= 300) throw refusal(status, statusText, responseText);
}

/** The address in the answer to a file that was sent whole. */
export const addressIn = ({ responseText }: XMLHttpRequest) => mediaUrlIn(responseText);

/** Whether nobody answered, so that the same may work once there is a connection. */
export const isConnectionLost = (error: unknown): boolean => isUnanswered(error);
