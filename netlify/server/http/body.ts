import { problem } from './answers.ts';

/** A request of the public calls is a few lines of text: bytes, far above what the longest real one has. */
export const FORM_MOST_BYTES = 32_768;

/** The body as text, or the answer that refuses it: 415 for another type, 413 when too large, 400 when not UTF-8. */
export async function readText(request: Request, type: string, mostBytes: number): Promise<string | Response> {
  const sent = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sent !== type) return problem(415, `Please send the request as ${type}`);
  const bytes = await readBytes(request, mostBytes);
  if (!bytes) return tooLarge(mostBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return problem(400, 'Please send text in UTF-8');
  }
}

export function tooLarge(mostBytes: number): Response {
  return problem(413, `Please send at most ${mostBytes / 1024} kB`);
}

/** Reads no more than it has to: a body that says or turns out to be too large is `null`. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > most) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The value that JSON text stands for, or the answer that refuses it. */
export function parseJson(text: string): { value: unknown } | Response {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return problem(400, 'Please send valid JSON');
  }
}
