import { setTimeout as pause } from 'node:timers/promises';
import type { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';
import type { Outcome } from './outcome.ts';
import { type Asked, ask, openTarget, type Target } from './target.ts';

const MB = 1024 * 1024;

interface Memory {
  /** Objects and buffers. */
  readonly heapMb: number;
  /** The whole process, with the pages that V8 keeps for later. */
  readonly rssMb: number;
}

/** What a process holds after a garbage collection (`preload.ts`). */
export async function memoryOf(site: SiteProcess): Promise<Memory> {
  const from = site.output.length;
  process.kill(site.pid ?? 0, 'SIGUSR2');
  for (let tries = 0; tries < 200; tries += 1) {
    const [, heap, rss] = /^memory (\d+) (\d+)$/m.exec(site.output.slice(from)) ?? [];
    if (heap && rss) return { heapMb: Number(heap) / MB, rssMb: Number(rss) / MB };
    await pause(50);
  }
  throw new Error('The site does not tell its memory');
}

const REQUESTS = 20_000;
const AT_ONCE = 16;
/** Until then modules are compiled and caches fill. */
const WARM = 2000;
/** 0.5 kB a request. A leaked request holds ten times as much. */
const MAX_HEAP_MB = 9;
/** For what is outside of the heap. V8 and the system's allocator give back late. */
const MAX_RSS_MB = 50;

/** 20,000 mixed requests, each from an address of its own, with the limits on. */
export async function attackMemory(outcome: Outcome): Promise<void> {
  // New objects get little room, so that V8 does not keep tens of MB of pages for them.
  const NODE_OPTIONS = `${process.env['NODE_OPTIONS']} --max-semi-space-size=2`;
  const target = await openTarget({ NODE_OPTIONS });
  const { site } = target;
  let sent = 0;
  const sendUntil = async (end: number) => {
    const one = async () => {
      while (sent < end) {
        const asked = mixed(target, sent++);
        const { status } = await ask(site, asked);
        outcome.held(status > 0 && status < 500, `${status} ${asked.method} ${asked.path}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return await memoryOf(site);
  };
  const measured: Memory[] = [];
  for (const end of [WARM, REQUESTS / 4, REQUESTS / 2, REQUESTS]) measured.push(await sendUntil(end));
  const grown = (of: (memory: Memory) => number) => of(measured.at(-1) as Memory) - of(measured[0] as Memory);
  const heap = grown(({ heapMb }) => heapMb);
  const rss = grown(({ rssMb }) => rssMb);
  outcome.notes.push(`heap ${measured.map(({ heapMb }) => heapMb.toFixed(1)).join(', ')} MB`);
  outcome.notes.push(`process ${measured.map(({ rssMb }) => rssMb.toFixed(0)).join(', ')} MB`);
  outcome.figure(`of a heap that grows by more than ${MAX_HEAP_MB} MB`, Number(heap > MAX_HEAP_MB), 0);
  outcome.figure(`of a process that grows by more than ${MAX_RSS_MB} MB`, Number(rss > MAX_RSS_MB), 0);
}

/** What visitors, the owner and programs ask for, in turn. One in a hundred is a request to be kept. */
function mixed({ cookie, lead, visit }: Target, number: number): Asked {
  const headers = { cookie };
  const [sizes, from] = [[320, 640, 960], `127.1.${number >> 7}.${(number & 127) + 1}`];
  const reads: readonly Omit<Asked, 'method'>[] = [
    ...['/', '/gallery', '/book', '/es', '/none', '/api/none', visit, '/media/none.jpg'].map((path) => ({ path })),
    ...['/api/calendar/availability', '/api/gallery', '/api/health', '/api/auth/check'].map((path) => ({ path })),
    ...['/api/leads', `/api/leads/${lead}`, '/api/today', '/api/hours'].map((path) => ({ path, headers })),
    { path: '/api/leads', headers: { cookie: `session=${number}` } },
    { path: `/.netlify/images?url=/apple-touch-icon.png&w=${sizes[number % 3]}` },
  ];
  const json = { 'content-type': 'application/json' };
  if (number % 100 === 0) {
    const body = JSON.stringify(newVisitor());
    return { method: 'POST', path: '/api/consultation-requests', headers: json, body, from };
  }
  if (number % 100 === 1) return { method: 'POST', path: '/api/calendar/book', headers: json, body: '{"slot', from };
  const read = reads[number % reads.length] ?? { path: '/' };
  return { method: 'GET', ...read, from };
}
