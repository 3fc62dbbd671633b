import { isApiError } from '#islands/ui/api/errors.ts';

/** How a call of the owner went. `said` is the generic text of a refusal (specification, section 8), if anybody answered. */
export type Outcome<T> =
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly said: string | undefined }
  | { readonly state: 'signed-out' };

/** Makes a call's end a value. Never rejects. */
export async function attempt<T>(call: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { state: 'done', value: await call() };
  } catch (error) {
    if (!isApiError(error)) return { state: 'failed', said: undefined };
    return error.status === 401 ? { state: 'signed-out' } : { state: 'failed', said: error.message };
  }
}
