import type * as z from 'zod/mini';
import { type BrokenRule, type Problem, ruleIn } from '#contracts/problem';
import type { Language } from '#i18n/language';
import { languageOfCall, type Message, rules, sentenceIn } from './language.ts';

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

/** The rule that a field breaks. */
type BrokenField = BrokenRule & { readonly path: (string | number)[] };

/**
 * A request that is refused: the status, what a person can do about it, the rule that each field breaks (400), and
 * headers such as `Allow` (405) and `Retry-After` (429). It is thrown by whatever stands between a request and its
 * operation, and `endpoint` renders it. Inside a domain an outcome that was expected is a value.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly said: Message;
  readonly issues: readonly BrokenField[] | undefined;
  readonly headers: Headers;

  constructor(status: number, said: Message, more: { issues?: readonly BrokenField[]; headers?: Headers } = {}) {
    super(sentenceIn('en', said));
    this.status = status;
    this.said = said;
    this.issues = more.issues;
    this.headers = more.headers ?? {};
  }
}

/** What a refusal says in a language, and its headers. Where fields are wrong, its sentence is the first field's. */
export function refusalIn(
  language: Language,
  { said, issues: broken, headers }: Refusal,
): Problem & { headers: Headers } {
  const issues = broken?.map((issue) => ({ path: issue.path, message: ruleIn(rules[language], issue) }));
  return {
    error: issues?.[0]?.message ?? sentenceIn(language, said),
    ...(issues && { issues }),
    headers: { ...headers, ...(language !== 'en' && { 'content-language': language }) },
  };
}

/** A refusal as JSON, in the one shape that every failure has: `{ error, issues? }`. */
export function problem(language: Language, refusal: Refusal): Response {
  const { headers, ...body } = refusalIn(language, refusal);
  return json(refusal.status, body satisfies Problem, headers);
}

/** 404 for an address of the API that nobody answers. */
export const sayNothingHere = (request: Request): Response =>
  problem(languageOfCall(request), new Refusal(404, 'nothing'));

/** A refusal's message as it stands on a page: those that belong to a field carry no full stop. */
export function asSentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}

/** A request of the public calls is a few lines of text: bytes, far above what the longest real one has. */
const MAX_FORM_BYTES = 32_768;
const FORM = 'application/x-www-form-urlencoded';

/** The JSON body, parsed by its contract. Refuses with 415 for another type, 413 when too large, 400 when not as agreed. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  return parsed(schema, parseJson(await readText(request, 'application/json')));
}

const forms = new WeakMap<Request, Promise<URLSearchParams>>();

/**
 * What a plain HTML form sent. Refuses with 415, 413 and 400. A body can be read once, so that of a request is
 * remembered: a page that refuses it shows again what was typed.
 */
export function readForm(request: Request): Promise<URLSearchParams> {
  const form = forms.get(request) ?? readText(request, FORM).then((text) => new URLSearchParams(text));
  forms.set(request, form);
  return form;
}

const MAX_ISSUES = 20;

/** The value as its contract has it. Refuses with 400 and each issue. */
export function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues
    .slice(0, MAX_ISSUES)
    .map((issue) => ({ ...issue, path: issue.path.map(fieldName) }));
  throw new Refusal(400, 'check', { issues });
}

function fieldName(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
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
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  if (!bytes) throw new Refusal(413, { code: 'size', kilobytes: MAX_FORM_BYTES / 1024 });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'utf8');
  }
}

/** Reads no more than it has to: a body that says or turns out to be larger than `max` bytes is `null`. */
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

/** A file for the visitor's calendar program (RFC 5545), which opens it once it is saved. */
export function calendarFile(content: string, headers: Headers = {}): Response {
  const type = {
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="visit.ics"',
  };
  return new Response(content, { status: 200, headers: { ...protection, ...type, ...headers } });
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
