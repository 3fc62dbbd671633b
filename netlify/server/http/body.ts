import type * as z from 'zod/mini';
import { Refusal } from './answers.ts';

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
    .map(({ path, message }) => ({ path: path.map(fieldName), message }));
  throw new Refusal(400, issues[0]?.message ?? 'Please check what you sent', { issues });
}

function fieldName(part: PropertyKey): string | number {
  return typeof part === 'symbol' ? String(part) : part;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'Please send valid JSON');
  }
}

async function readText(request: Request, type: string): Promise<string> {
  const sent = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sent !== type) throw new Refusal(415, `Please send the request as ${type}`);
  const bytes = await readBytes(request, MAX_FORM_BYTES);
  if (!bytes) throw new Refusal(413, `Please send at most ${MAX_FORM_BYTES / 1024} kB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'Please send text in UTF-8');
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
