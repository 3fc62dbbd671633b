import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { afterAll, beforeAll } from 'vitest';

type Handler = (request: Request, context: Context) => Promise<Response | undefined>;

export const origin = 'http://localhost:8888';

/** Gives this test file's functions a data folder, and removes it at the end. */
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

/** Waits for all `waitUntil` work so far. */
export async function settled(): Promise<void> {
  while (later.size > 0) {
    const works = [...later];
    await Promise.all(works);
    for (const work of works) later.delete(work);
  }
}

/** Drops the work of a dead process. */
export function forgetLater(): void {
  later.clear();
}

/** Calls a function as the platform does, from one network address. */
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
