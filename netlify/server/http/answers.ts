import type { Issue, Problem } from '#contracts/problem';

/**
 * Headers of every answer of a function. Those of `netlify.toml` reach files only, so the same protection is said
 * here once more, in the strictest form: an answer of the API is data and never a page.
 */
const protection = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { ...protection, ...headers } });
}

/** A failure, in the one shape that every failure has (design, section 4). */
export function problem(
  status: number,
  error: string,
  more: { issues?: Issue[]; headers?: Record<string, string> } = {},
): Response {
  const body: Problem = more.issues ? { error, issues: more.issues } : { error };
  return json(status, body, more.headers);
}

/** An HTML page that a function answers with. Its own `<meta>` policy guards what it may load. */
export function page(status: number, html: string, headers: Record<string, string> = {}): Response {
  const common = {
    ...protection,
    'content-security-policy': "frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
  };
  return new Response(html, { status, headers: { ...common, ...headers } });
}

/** Sends the browser on to another address of ours with a GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...protection, location } });
}

/** A success that has nothing to say (RFC 9110, 15.3.5). */
export function empty(): Response {
  return new Response(null, { status: 204, headers: protection });
}

/** A file to be saved under `name`, sent line by line. */
export function file(lines: Iterable<string>, { name, type }: { name: string; type: string }): Response {
  const headers = { ...protection, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
  const pieces = encoded(lines);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers });
}

const CHUNK_MOST = 65_536;

/** In pieces of about that many characters, so that a small stream is one piece and a long one is not thousands. */
function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < CHUNK_MOST) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text) yield encoder.encode(text);
}
