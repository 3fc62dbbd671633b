import type { Issue, Problem } from '#contracts/problem';

type Headers = Readonly<Record<string, string>>;

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

/**
 * A request that is refused: the status, a sentence that a person can act on, what is wrong with each field (400), and
 * headers such as `Allow` (405) and `Retry-After` (429). It is thrown by whatever stands between a request and its
 * operation, and `endpoint` renders it. Inside a domain an outcome that was expected is a value.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;
  readonly headers: Headers;

  constructor(status: number, sentence: string, more: { issues?: readonly Issue[]; headers?: Headers } = {}) {
    super(sentence);
    this.status = status;
    this.issues = more.issues;
    this.headers = more.headers ?? {};
  }
}

/** A refusal as JSON, in the one shape that every failure has: `{ error, issues? }`. */
export function problem({ status, message, issues, headers }: Refusal): Response {
  const body: Problem = issues ? { error: message, issues: [...issues] } : { error: message };
  return json(status, body, headers);
}

/** A refusal's message as it stands on a page: those that belong to a field carry no full stop. */
export function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Headers = {}): Response {
  return Response.json(body, { status, headers: { ...protection, ...headers } });
}

/** An HTML page that a function answers with. Its own `<meta>` policy guards what it may load. */
export function page(status: number, html: string, headers: Headers = {}): Response {
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

const SHARED_SECONDS = 60;

/**
 * Headers of an answer that the CDN may keep for a minute, and drops when its tag is purged; a browser asks each time.
 * The CDN's own header is named, so that no other cache on the way keeps what we cannot purge.
 */
export function sharedFor(tag: string): Record<string, string> {
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, max-age=${SHARED_SECONDS}`,
    'netlify-cache-tag': tag,
  };
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

const MAX_CHUNK = 65_536;

/** In pieces of about that many characters, so that a small stream is one piece and a long one is not thousands. */
function* encoded(lines: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < MAX_CHUNK) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text) yield encoder.encode(text);
}
