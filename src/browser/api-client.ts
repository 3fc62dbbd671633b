import * as z from 'zod/mini';
import type { Language } from '#i18n/language';

/** The server answered, and refused: any status outside 200-299. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server itself wrote (`error`, else `message`); absent when its answer had none. */
  readonly serverMessage: string | undefined;
  /** What has changed since the caller saw it (`Conflict`), as the server sent it. */
  readonly conflict: unknown;

  /** `message` always has words, made by `refusal` where the server wrote none. */
  constructor(message: string, status: number, serverMessage?: string, conflict?: unknown) {
    super(message);
    this.status = status;
    this.serverMessage = serverMessage;
    this.conflict = conflict;
  }
}

/** No whole answer came: no connection, one cut on the way, or too slow. Whether the server acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

export const isUnanswered = (error: unknown): error is NetworkError => error instanceof NetworkError;

/** True for a refusal that the same request will meet again: 4xx, except 408 (too slow) and 429 (too often). */
export const isFinalRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;

interface CallOptions {
  /** Sent as JSON, a form as it is; without it the request has neither a body nor a content type. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's way to give up; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * How long the whole answer may take, in ms: 20 s for a GET. Anything else may take as long as our
   * functions live: an earlier end would leave its outcome unknown.
   */
  readonly timeout?: number;
}

/**
 * The browser's client of our API. Every call rejects with one of the errors above, with the reason of the caller's own
 * signal, or with another error if a yes is not what the contract promises.
 */
export interface Client {
  /** The generic call; resolves to the body's text of a 2xx answer, which not every caller reads. */
  call(method: string, path: string, options?: CallOptions): Promise<string>;
  /** `call`, with the answer's JSON parsed by the contract. */
  send<T>(method: string, path: string, answer: z.ZodMiniType<T>, options?: CallOptions): Promise<T>;
}

/**
 * A client of the API at `origin`; a page leaves it empty and talks to its own. The API answers in the `language` of the
 * page, whatever the browser's own is.
 */
export function createClient(origin = '', language: Language = 'en'): Client {
  const call: Client['call'] = (method, path, options = {}) =>
    exchange(method, origin + path, { ...options, headers: { 'Accept-Language': language, ...options.headers } });

  return { call, send: async (method, path, answer, options) => parsed(await call(method, path, options), answer) };
}

/** One request and its whole answer, its body's time included: a body that stalls must not hang the page either. */
async function exchange(method: string, url: string, options: CallOptions): Promise<string> {
  const { signal, timeout = method === 'GET' ? 20_000 : 60_000 } = options;
  signal?.throwIfAborted();
  // Not AbortSignal.any and AbortSignal.timeout: phones of 2023 do not have them.
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  const timer = setTimeout(() => stop.abort(new NetworkError(`No answer within ${timeout} ms`)), timeout);
  signal?.addEventListener('abort', abort);
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
    signal?.removeEventListener('abort', abort);
  }
}

function payload({ body, headers = {} }: CallOptions): RequestInit {
  if (body === undefined) return { headers };
  if (body instanceof FormData) return { headers, body };
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

function parsed<T>(body: string, answer: z.ZodMiniType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch (cause) {
    throw new Error('The answer is not JSON', { cause });
  }
  const read = answer.safeParse(json);
  if (!read.success) throw new Error(z.prettifyError(read.error));
  return read.data;
}

const text = z.catch(z.optional(z.string()), undefined);

/** Reads what it can of an answer that is no success: each part counts alone, whatever the others are. */
const Refusal = z.object({
  error: text,
  message: text,
  conflict: z.optional(z.unknown()),
});

/**
 * The error of a non-ok answer. Its text is the `error` field, else `message`, else the status text.
 * For a body that is not JSON it is the body itself, else the status text.
 * "Request failed" stands where there is nothing at all, since HTTP/2 has no status text.
 */
export function refusal(status: number, statusText: string, body: string): ApiError {
  const lastResort = statusText || 'Request failed';
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return new ApiError(body.trim() || lastResort, status);
  }
  const read = Refusal.safeParse(json);
  if (!read.success) return new ApiError(lastResort, status);
  const serverMessage = read.data.error || read.data.message;
  return new ApiError(serverMessage || lastResort, status, serverMessage, read.data.conflict);
}
