import { protection } from '#lib/protection';
import { streamOf } from '#lib/stream';

export type Headers = Readonly<Record<string, string>>;

/** Of answers that are no page: search engines leave them out. */
const unlisted = { ...protection, 'x-robots-tag': 'noindex' };

const answer = (body: BodyInit | null, headers: Headers, status = 200) =>
  new Response(body, { status, headers: { ...unlisted, ...headers } });

const download = (name: string, type: string): Headers => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
});

export function json(status: number, body: unknown, headers: Headers = {}): Response {
  return Response.json(body, { status, headers: { ...unlisted, ...headers } });
}

/** An HTML page. Its own `<meta>` policy guards what it may load. */
export function page(status: number, html: string, headers: Headers = {}): Response {
  const common = { 'content-security-policy': "frame-ancestors 'none'", 'content-type': 'text/html; charset=utf-8' };
  return answer(html, { ...common, ...headers }, status);
}

/** A file for the visitor's calendar program (RFC 5545). */
export function calendarFile(content: string, headers: Headers = {}): Response {
  return answer(content, { ...download('visit.ics', 'text/calendar; charset=utf-8'), ...headers });
}

/** An XML file, for search engines and the provider of texts. */
export function xml(content: string, headers: Headers = {}): Response {
  return answer(content, { 'content-type': 'application/xml; charset=utf-8', ...headers });
}

/** Redirects the browser with a GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return answer(null, { location }, 303);
}

/** A success without a body (RFC 9110, 15.3.5). */
export function empty(): Response {
  return answer(null, {}, 204);
}

/** The caller's copy is still right (RFC 9110, 15.4.5). `headers` are those of the whole answer. */
export function unchanged(headers: Headers): Response {
  return new Response(null, { status: 304, headers: { ...protection, ...headers } });
}

const SHARED_SECONDS = 60;

/** The CDN alone keeps the answer, for a minute or until its tag is purged: other caches cannot be purged. */
export function sharedFor(tag: string): Record<string, string> {
  return {
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': `public, max-age=${SHARED_SECONDS}`,
    'netlify-cache-tag': tag,
  };
}

/** A download named `name`, sent line by line. */
export function file(lines: Iterable<string>, { name, type }: { name: string; type: string }): Response {
  return answer(streamOf(encoded(lines)), download(name, type));
}

/** A download of bytes named `name`. With its length, a browser tells a download that was cut off. */
export function bytesFile(
  { size, stream }: { size: number; stream: ReadableStream<Uint8Array> },
  name: string,
): Response {
  return answer(stream, { ...download(name, 'application/octet-stream'), 'content-length': String(size) });
}

const MAX_CHUNK = 65_536;

/** Joins lines into pieces, so that a long file is not thousands of them. */
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
