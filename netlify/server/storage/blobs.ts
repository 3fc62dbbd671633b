import { randomUUID } from 'node:crypto';
import { getStore, type Store as BlobsClient } from '@netlify/blobs';
import {
  checkKey,
  checkPrefix,
  gathered,
  type Listed,
  parseRecord,
  recordText,
  StorageError,
  type Store,
} from './port.ts';

interface BlobsOptions {
  /** Name of the site's store. All deploys share it. */
  readonly name: string;
  /** Limit for one call with all retries, in ms. */
  readonly timeoutMs?: number;
}

export function blobsStore({ name, timeoutMs = 15_000 }: BlobsOptions): Store {
  const call = <Result>(verb: string, key: string, work: (client: BlobsClient) => Promise<Result>) => {
    checkKey(key);
    return callBlobs({ store: name, what: `${verb} ${key}`, timeoutMs }, work);
  };
  return {
    get: async (key) => {
      const found = await call('get', key, (client) => readText(client, key));
      if (!found || sizeOfBytes(found.metadata) !== null) return null;
      return { value: parseRecord(key, found.text), etag: found.etag };
    },
    create: async (key, value) => {
      const text = recordText(value);
      return call('create', key, (client) => writeIf(client, key, text, { onlyIfNew: true }));
    },
    replace: async (key, value, etag) => {
      const text = recordText(value);
      // The client ignores an empty `onlyIfMatch`.
      return call('replace', key, async (client) => (etag ? writeIf(client, key, text, { onlyIfMatch: etag }) : null));
    },
    put: async (key, value) => {
      const text = recordText(value);
      return call('put', key, (client) => writeText(client, key, text));
    },
    delete: async (key) => call('delete', key, (client) => client.delete(key)),
    list: async (prefix) => {
      checkPrefix(prefix);
      return callBlobs({ store: name, what: `list ${prefix}`, timeoutMs }, (client) => listAll(client, prefix));
    },
    getBytes: async (key) => call('getBytes', key, (client) => readBytes(client, key)),
    putBytes: async (key, bytes) => {
      checkKey(key);
      // Reads the whole stream first: the client cannot retry it, and a broken stream must write nothing.
      const whole = await gathered(bytes);
      await call('putBytes', key, (client) => client.set(key, whole, { metadata: { bytes: whole.byteLength } }));
    },
  };
}

type Metadata = Record<string, unknown>;

async function readText(client: BlobsClient, key: string) {
  const found = await client.getWithMetadata(key, { type: 'text' });
  if (!found) return null;
  const { data: text, etag, metadata } = found;
  if (!etag) throw new StorageError(`Netlify Blobs read ${key} without an etag, so nothing could be replaced safely.`);
  return { text, etag, metadata };
}

async function writeText(client: BlobsClient, key: string, text: string): Promise<string> {
  const { etag } = await client.set(key, text);
  if (!etag) throw new StorageError(`Netlify Blobs wrote ${key} without an etag, so nothing could be replaced safely.`);
  return etag;
}

type Condition = { onlyIfNew: true } | { onlyIfMatch: string };

async function writeIf(client: BlobsClient, key: string, text: string, condition: Condition): Promise<string | null> {
  const mark = randomUUID();
  const { modified, etag } = await client.set(key, text, { ...condition, metadata: { mark } });
  return modified && etag ? etag : confirmWrite(client, key, { mark, refused: !modified, condition });
}

/**
 * The client repeats a write whose answer was lost. If the first one arrived, the repeat is refused, but the mark shows
 * that the record is ours. Only 412 is a refusal: after any other failure the stored record decides.
 */
async function confirmWrite(
  client: BlobsClient,
  key: string,
  { mark, refused, condition }: { mark: string; refused: boolean; condition: Condition },
): Promise<string | null> {
  const found = await readText(client, key);
  if (found?.metadata['mark'] === mark) return found.etag;
  const expected = 'onlyIfMatch' in condition ? condition.onlyIfMatch : undefined;
  if (refused || found?.etag !== expected) return null;
  throw new StorageError(`Netlify Blobs neither wrote ${key} nor refused it: look whether the function may write.`);
}

/** The number of bytes is in the metadata, because the client does not return an answer's length. */
function sizeOfBytes(metadata: Metadata): number | null {
  const size = metadata['bytes'];
  return typeof size === 'number' ? size : null;
}

async function readBytes(client: BlobsClient, key: string) {
  const found = await client.getWithMetadata(key, { type: 'stream' });
  if (!found) return null;
  const size = sizeOfBytes(found.metadata);
  // Keeps the `fetch` body alive: the garbage collector cuts off an unreferenced body that nobody is reading.
  if (size !== null) return { size, stream: found.data.pipeThrough(new TransformStream<Uint8Array, Uint8Array>()) };
  await found.data.cancel();
  return null;
}

/** Lists all pages. The filter drops keys that the local Blobs server adds: those that `prefix` begins with. */
async function listAll(client: BlobsClient, prefix: string): Promise<Listed[]> {
  const found: Listed[] = [];
  for await (const page of client.list({ prefix, paginate: true })) {
    for (const { key, etag } of page.blobs) if (key.startsWith(prefix)) found.push({ key, etag });
  }
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}

interface Call {
  readonly store: string;
  readonly what: string;
  /** Limit for all tries together, in ms. */
  readonly timeoutMs: number;
}

/**
 * Makes a client for each call, because its token comes with the invocation. The client tries five times, five seconds
 * apart; the timeout ends that, so that the function can still answer.
 */
async function callBlobs<Result>(call: Call, work: (client: BlobsClient) => Promise<Result>): Promise<Result> {
  const timeout = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    timeout.signal.addEventListener('abort', () => reject(timeout.signal.reason));
  });
  // Cleared below: once a body has begun, it may take longer.
  const timer = setTimeout(() => timeout.abort(new Error(`No answer in ${call.timeoutMs} ms`)), call.timeoutMs);
  const timedFetch: typeof fetch = (input, init) => fetch(input, { ...init, signal: timeout.signal });
  try {
    const client = getStore({ name: call.store, consistency: 'strong', fetch: timedFetch });
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
