import * as z from 'zod/mini';
import { Issue } from '#contracts/problem';
import { ApiError } from './errors.ts';

const text = z.catch(z.optional(z.string()), undefined);

/** Reads what it can of an answer that is no success: each part counts alone, whatever the others are. */
const Refusal = z.object({ error: text, message: text, issues: z.catch(z.optional(z.array(Issue)), undefined) });

/** The body as JSON, or nothing when it is not JSON (an empty one is not). */
function asJson(body: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return null;
  }
}

/**
 * The error of a non-ok answer, with the generic text of the specification's section 8:
 * the `error` field, else `message`, else the status text; for a body that is not JSON
 * the body itself, else the status text; and "Request failed" when there is nothing at all (HTTP/2 has no status text).
 */
export function refusal(status: number, statusText: string, body: string): ApiError {
  const lastResort = statusText || 'Request failed';
  const json = asJson(body);
  if (!json) return new ApiError(body.trim() || lastResort, status);
  const read = Refusal.safeParse(json.value);
  if (!read.success) return new ApiError(lastResort, status);
  const said = read.data.error || read.data.message;
  return new ApiError(said || lastResort, status, said, read.data.issues);
}
