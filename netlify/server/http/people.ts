import type { Context } from '@netlify/functions';
import { Problem } from '#contracts/problem';
import { page } from './answers.ts';
import { FORM_MOST_BYTES, readBytes, tooLarge } from './body.ts';
import { logSurprise } from './log.ts';

type Handler = (request: Request, context: Context) => Promise<Response>;

/** The page that says a refusal's sentence to whoever sent the request, and its headers beside the common ones. */
type Draw = (
  request: Request,
  sentence: string,
) => Promise<{ readonly html: string; readonly headers?: Record<string, string> }>;

/**
 * Lets the refusals of a form's handler, which are JSON, reach a person as a page, which may show what was sent. Without
 * the page they stay what they are.
 */
export function forPeople(handler: Handler, draw: Draw): Handler {
  return async (request, context) => {
    const copies = await copiesOf(request);
    const answer = copies ? await handler(copies(), context) : tooLarge(FORM_MOST_BYTES);
    const isProblem = answer.headers.get('content-type') === 'application/json' && answer.body !== null;
    if (!isProblem || answer.status === 405) return answer;
    try {
      const { error } = Problem.parse(await answer.clone().json());
      const wait = answer.headers.get('retry-after');
      const { html, headers } = await draw(copies?.() ?? withoutBody(request), `${error.replace(/\.$/, '')}.`);
      return page(answer.status, html, { ...headers, ...(wait !== null && { 'retry-after': wait }) });
    } catch (failure) {
      logSurprise(request, failure);
      return answer;
    }
  };
}

/** Reads the request so that it can be read again; `null` when it is larger than any form of ours. */
async function copiesOf(request: Request): Promise<(() => Request) | null> {
  if (!request.body) return () => request;
  const body = await readBytes(request, FORM_MOST_BYTES);
  return body && (() => new Request(withoutBody(request), { method: request.method, body: new Uint8Array(body) }));
}

function withoutBody({ url, headers }: Request): Request {
  return new Request(url, { headers });
}
