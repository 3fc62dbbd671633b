import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { afterAll, beforeAll } from 'vitest';

type Handler = (request: Request, context: Context) => Promise<Response | undefined>;

export const origin = 'http://localhost:8888';

/** Gives the functions of this test file a data folder of their own, and takes it away at the end. */
export function withDataDir(): void {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sunhaven-'));
    process.env['DATA_DIR'] = folder;
  });
  afterAll(async () => {
    await settled();
    await rm(folder, { recursive: true, force: true });
  });
}

const later = new Set<Promise<unknown>>();

/** Waits for all that the functions called so far have given to `waitUntil`. */
export async function settled(): Promise<void> {
  while (later.size > 0) {
    const works = [...later];
    await Promise.all(works);
    for (const work of works) later.delete(work);
  }
}

/** What a process that has died had still to do is never done, and nobody waits for it. */
export function forgetLater(): void {
  later.clear();
}

/** Calls a function as the platform does, from one network address; every test may have its own. */
export async function call(handler: Handler, request: Request, ip = '127.0.0.1'): Promise<Response> {
  const waitUntil = (work: Promise<unknown>) => void later.add(work);
  const context = { ip, waitUntil, deploy: { context: 'dev', id: '0', published: false } } as Context;
  const answer = await handler(request, context);
  if (!answer) throw new Error('The function did not answer');
  return answer;
}

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function get(path: string, init: RequestInit = {}): Request {
  return new Request(origin + path, init);
}
