import * as z from 'zod/mini';
import { ApiError, isApiError, MalformedAnswerError, NetworkError, TimeoutError } from './errors.ts';
import { refusal } from './refusal.ts';

export interface CallOptions {
  /** Sent as JSON; without it the request has neither a body nor a content type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's way to give up; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long the whole answer may take, in ms. */
  readonly within: number;
}

export interface ReadOptions extends Omit<CallOptions, 'body'> {
  /** What a 401 means to the caller: an `ApiError` (as a rule), or simply nothing to read. */
  readonly on401?: 'throw' | 'null';
}

type Segments = readonly string[];

/**
 * The browser's client of our API (specification, section 7).
 * Every call rejects with one of the errors of `errors.ts`, or with the reason of the caller's own signal.
 */
export interface Client {
  /** The generic call; resolves to the body's text of a 2xx answer, which not every caller reads. */
  call(method: string, path: string, options: CallOptions): Promise<string>;
  /** `call`, with the answer's JSON parsed by the contract. */
  send<T>(method: string, path: string, answer: z.ZodMiniType<T>, options: CallOptions): Promise<T>;
  /** The default read: GET on the segments joined with a slash, parsed as JSON by the contract. */
  read<T>(segments: Segments, answer: z.ZodMiniType<T>, options: ReadOptions & { on401: 'null' }): Promise<T | null>;
  read<T>(segments: Segments, answer: z.ZodMiniType<T>, options: ReadOptions): Promise<T>;
}

/** A client of the API at `origin`; a page leaves it out and talks to its own. */
export function createClient(origin = ''): Client {
  const call: Client['call'] = (method, path, options) => exchange(method, origin + path, options);

  async function send<T>(method: string, path: string, answer: z.ZodMiniType<T>, options: CallOptions): Promise<T> {
    return parsed(await call(method, path, options), answer);
  }

  function read<T>(
    segments: Segments,
    answer: z.ZodMiniType<T>,
    options: ReadOptions & { on401: 'null' },
  ): Promise<T | null>;
  function read<T>(segments: Segments, answer: z.ZodMiniType<T>, options: ReadOptions): Promise<T>;
  async function read<T>(segments: Segments, answer: z.ZodMiniType<T>, options: ReadOptions): Promise<T | null> {
    try {
      return await send('GET', segments.join('/'), answer, options);
    } catch (error) {
      if (options.on401 === 'null' && isApiError(error) && error.status === 401) return null;
      throw error;
    }
  }

  return { call, send, read };
}

/** One request and its whole answer, its body's time included: a body that stalls must not hang the page either. */
async function exchange(method: string, url: string, options: CallOptions): Promise<string> {
  const { signal, within } = options;
  signal?.throwIfAborted();
  // Not AbortSignal.any and AbortSignal.timeout: phones of 2023 do not have them.
  const stop = new AbortController();
  const giveUp = () => stop.abort(signal?.reason);
  const timer = setTimeout(() => stop.abort(new TimeoutError(`No answer within ${within} ms`)), within);
  signal?.addEventListener('abort', giveUp);
  try {
    const response = await fetch(url, { method, credentials: 'include', signal: stop.signal, ...payload(options) });
    const body = await response.text();
    if (!response.ok) throw refusal(response.status, response.statusText, body);
    return body;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (stop.signal.aborted) throw stop.signal.reason;
    throw new NetworkError('No answer came', { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function payload({ body, headers = {} }: CallOptions): RequestInit {
  if (body === undefined) return { headers };
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function parsed<T>(body: string, answer: z.ZodMiniType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new MalformedAnswerError('The answer is not JSON', { cause });
  }
  const read = answer.safeParse(json);
  if (!read.success) throw new MalformedAnswerError(z.prettifyError(read.error));
  return read.data;
}
