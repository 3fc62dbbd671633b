import { getStore, type Store as BlobsClient } from '@netlify/blobs';
import { StorageError } from './port.ts';

/** What is done, in words for the log: the store, the verb and the key. */
export interface Call {
  readonly store: string;
  readonly what: string;
  /** How long all tries together may take, in ms. */
  readonly patienceMs: number;
}

/**
 * One call of Netlify Blobs. The client is made anew each time: its token comes with the invocation of the function
 * and outlives it only by a while, but a warm process lives on. The client tries five times, five seconds apart;
 * patience ends that, so that the function can still answer, and no try begins afterwards.
 */
export async function callBlobs<Result>(call: Call, work: (client: BlobsClient) => Promise<Result>): Promise<Result> {
  const patience = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    patience.signal.addEventListener('abort', () => reject(patience.signal.reason));
  });
  const timer = setTimeout(() => patience.abort(new Error(`No answer in ${call.patienceMs} ms`)), call.patienceMs);
  const patientFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: patience.signal });
  try {
    const client = getStore({ name: call.store, consistency: 'strong', fetch: patientFetch });
    return await Promise.race([work(client), ended]);
  } catch (cause) {
    throw cause instanceof StorageError ? cause : blobsError(call, cause);
  } finally {
    clearTimeout(timer);
  }
}

function blobsError({ store, what }: Call, cause: unknown): StorageError {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new StorageError(`Netlify Blobs, store ${store}: ${what} failed. ${adviceFor(cause)} (${message})`, { cause });
}

function adviceFor(cause: unknown): string {
  const name = cause instanceof Error ? cause.name : '';
  if (name === 'MissingBlobsEnvironmentError') {
    return 'This runs outside a Netlify function, where Blobs has no address: on the local host give the context "dev" and a data folder.';
  }
  if (name === 'BlobsConsistencyError') {
    return 'This runtime has no strong reads, without which two visitors could book one slot: build the site with a current Netlify build image.';
  }
  return 'Try again; if it stays so, look at netlifystatus.com and at the Blobs page of the site.';
}
