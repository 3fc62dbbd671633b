import type * as z from 'zod/mini';
import { type BrokenRule, type Conflict, type Problem, ruleIn } from '#contracts/problem';
import type { Language } from '#i18n/language';
import { protection } from '#lib/protection';
import { languageOfCall, type Message, rules, sentenceIn } from './language.ts';

type Headers = Readonly<Record<string, string>>;

/** Of answers that are no page: search engines leave them out. */
const unlisted = { ...protection, 'x-robots-tag': 'noindex' };

/** A field and the rule that it breaks. */
type BrokenField = BrokenRule & { readonly path: (string | number)[] };

/**
 * A refused request: the status, a sentence for a person, the broken rule of each field (400), the fields that have
 * changed since they were seen (409), and headers such as `Allow` (405) and `Retry-After` (429). Thrown on the way to an operation, rendered by `endpoint`. Inside a domain an
 * expected outcome is a value.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly said: Message;
  readonly issues: readonly BrokenField[] | undefined;
  readonly conflict: Conflict | undefined;
  readonly headers: Headers;

  constructor(
    status: number,
    said: Message,
    more: { issues?: readonly BrokenField[]; conflict?: Conflict; headers?: Headers } = {},
  ) {
    super(sentenceIn('en', said));
    this.status = status;
    this.said = said;
    this.issues = more.issues;
    this.conflict = more.conflict;
    this.headers = more.headers ?? {};
  }
}

/** A refusal's sentence and headers in a language. With wrong fields, the sentence of the first. */
export function refusalIn(
  language: Language,
  { said, issues: broken, conflict, headers }: Refusal,
): Problem & { headers: Headers } {
  const issues = broken?.map((issue) => ({ path: issue.path, message: ruleIn(rules[language], issue) }));
  return {
    error: issues?.[0]?.message ?? sentenceIn(language, said),
    ...(issues && { issues }),
    ...(conflict && { conflict }),
    headers: { ...headers, ...(language !== 'en' && { 'content-language': language }) },
  };
}

/** A refusal as JSON: `{ error, issues?, conflict? }`. */
export function problem(language: Language, refusal: Refusal): Response {
  const { headers, ...body } = refusalIn(language, refusal);
  return json(refusal.status, body satisfies Problem, headers);
}

/** 404 for an unknown address of the API. */
export const sayNothingHere = (request: Request): Response =>
  problem(languageOfCall(request), new Refusal(404, 'nothing'));

/** A field's message with a full stop, to stand alone on a page. */
export function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** Bytes, far above the longest real request of the public calls. */
const MAX_FORM_BYTES = 32_768;
const FORM = 'application/x-www-form-urlencoded';

/** The JSON body, parsed by its contract. Refuses with 415 for another type, 413 when too large, 400 when wrong. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed(schema, parseJson(await readText(request, 'application/json')));
}

const forms = new WeakMap<Request, Promise<URLSearchParams>>();

/** A plain HTML form, remembered for the page of a refusal. Refuses with 415, 413 and 400. */
export function readForm(request: Request): Promise<URLSearchParams> {
  const form = forms.get(request) ?? readText(request, FORM).then((text) => new URLSearchParams(text));
  forms.set(request, form);
  return form;
}

const MAX_ISSUES = 20;

/** The value by its contract. Refuses with 400 and each issue. */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fieldName = (part: PropertyKey) => (typeof part === 'symbol' ? String(part) : part);
  const issues = result.error.issues.slice(0, MAX_ISSUES);
  throw new Refusal(400, 'check', { issues: issues.map((issue) => ({ ...issue, path: issue.path.map(fieldName) })) });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'json');
  }
}

async function readText(request: Request, type: string): Promise<string> {
  const sent = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sent !== type) throw new Refusal(415, { code: 'type', type });
  const bytes = await readBytes(request, MAX_FORM_BYTES).catch(() => 'cut' as const);
  if (bytes === 'cut') throw new Refusal(400, 'bodyCut');
  if (!bytes) throw new Refusal(413, { code: 'size', kilobytes: MAX_FORM_BYTES / 1024 });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'utf8');
  }
}

/** The body, or `null` as soon as it is larger than `max` bytes. Throws if the connection ends before the body. */
export async function readBytes(request: Request, max: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > max) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > max) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function json(status: number, body: unknown, headers: Headers = {}): Response {
  return Response.json(body, { status, headers: { ...unlisted, ...headers } });
}

/** An HTML page. Its own `<meta>` policy guards what it may load. */
export function page(status: number, html: string, headers: Headers = {}): Response {
  const common = {
    ...unlisted,
    'content-security-policy': "frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
  };
  return new Response(html, { status, headers: { ...common, ...headers } });
}

/** A file for the visitor's calendar program (RFC 5545). */
export function calendarFile(content: string, headers: Headers = {}): Response {
  const type = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="visit.ics"',
  };
  return new Response(content, { status: 200, headers: { ...unlisted, ...type, ...headers } });
}

/** An XML file for search engines. */
export function xml(content: string, headers: Headers = {}): Response {
  const type = { 'content-type': 'application/xml; charset=utf-8' };
  return new Response(content, { status: 200, headers: { ...unlisted, ...type, ...headers } });
}

/** Redirects the browser with a GET (RFC 9110, 15.4.4). */
export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...unlisted, location } });
}

/** A success without a body (RFC 9110, 15.3.5). */
export function empty(): Response {
  return new Response(null, { status: 204, headers: unlisted });
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
  const headers = { ...unlisted, 'content-type': type, 'content-disposition': `attachment; filename="${name}"` };
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

/** A download of bytes named `name`. With its length, a browser tells a download that was cut off. */
export function bytesFile(
  { size, stream }: { size: number; stream: ReadableStream<Uint8Array> },
  name: string,
): Response {
  const type = { 'content-type': 'application/octet-stream', 'content-length': String(size) };
  return new Response(stream, {
    headers: { ...unlisted, ...type, 'content-disposition': `attachment; filename="${name}"` },
  });
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
