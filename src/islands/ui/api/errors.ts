import type { Issue } from '#contracts/problem';

/** The server answered, and refused: any status outside 200-299. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The sentence that the server itself wrote (`error`, else `message`); absent when its answer had none. */
  readonly said: string | undefined;
  /** What is wrong with which field; empty unless the server said so. */
  readonly issues: readonly Issue[];

  /** `message` is the generic text of the specification's section 8, made by `refusal`. */
  constructor(message: string, status: number, said?: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.said = said;
    this.issues = issues;
  }
}

/** No answer came at all: no connection, no such host, a connection cut on the way. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** No whole answer came within the time allowed; whether the server acted is not known. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** The server said yes, but with an answer that is not what the contract promises. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError';
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;

/** True when it is not known whether the server ever got the request. */
export const isUnanswered = (error: unknown): error is NetworkError | TimeoutError =>
  error instanceof NetworkError || error instanceof TimeoutError;

/** True for a refusal that the same request will meet again: 4xx, except 408 (too slow) and 429 (too often). */
export const isFinalRefusal = (error: unknown): error is ApiError =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429;
