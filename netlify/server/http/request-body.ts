import type * as z from 'zod/mini';
import { madeOnce } from '#lib/made-once';
import { Refusal } from './refusal.ts';

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
  return madeOnce(forms, request, () => readText(request, FORM).then((text) => new URLSearchParams(text)));
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
