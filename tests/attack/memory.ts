import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { openStore } from '#server/storage/stores';
import { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';

/** What came of an attack. */
export interface Outcome {
  readonly tries: number;
  /** What got through, in words. */
  readonly through: string[];
  readonly notes?: string;
}

const MB = 1024 * 1024;
const REQUESTS = 20_000;
const AT_ONCE = 16;
/** Until then modules are compiled and caches fill. */
const WARM = 2000;
/** 0.5 kB a request. A leaked request holds ten times as much. */
const MAX_HEAP_MB = 9;
/** For what is outside of the heap. V8 and the system's allocator give back late. */
const MAX_RSS_MB = 50;
/** Of a visitor: name, phone, mail address, message, link. Of a session: its token. */
const PRIVATE = /Elise|Romero|\(407\) \d|elise\.|skylight|visit\/[a-f\d]{8}|eyJ[\w-]{9}|session=/i;
const login = { username: 'owner', password: 'a password of this run alone' };

/** 20,000 mixed requests, each from an address of its own, with the limits on. The log then names nobody. */
export async function attackMemory(): Promise<Outcome> {
  // New objects get little room, so that V8 does not keep tens of MB of pages for them.
  const site = await SiteProcess.open({
    NODE_OPTIONS: `${process.env['NODE_OPTIONS']} --max-semi-space-size=2`,
    // Mail waits: without a server the local host prints it into its log.
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@example.com', MAIL_TO: 'owner@example.com' },
    ...{ ADMIN_USERNAME: login.username, ADMIN_PASSWORD: login.password },
  });
  const through: string[] = [];
  try {
    const target = await openTarget(site);
    let sent = 0;
    const sendUntil = async (end: number) => {
      const one = async () => {
        while (sent < end) {
          const asked = mixed(target, sent++);
          const { status } = await ask(site, asked);
          if (status === 0 || status >= 500) through.push(`${status} ${asked.method} ${asked.path}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, one));
      return await memoryOf(site);
    };
    const measured = [];
    for (const end of [WARM, REQUESTS / 4, REQUESTS / 2, REQUESTS]) measured.push(await sendUntil(end));
    const [heaps, all] = [measured.map(({ heap }) => heap), measured.map(({ rss }) => rss)];
    const grown = (values: number[]) => (values.at(-1) ?? 0) - (values[0] ?? 0);
    if (grown(heaps) > MAX_HEAP_MB) through.push(`The heap grew by ${grown(heaps)} MB`);
    if (grown(all) > MAX_RSS_MB) through.push(`The process grew by ${grown(all)} MB`);
    if (PRIVATE.test(site.output)) through.push(`The log says ${PRIVATE.exec(site.output)}`);
    return { tries: REQUESTS, through, notes: `MB of heap ${heaps.join(', ')}; of the process ${all.join(', ')}` };
  } finally {
    await site.close();
  }
}

/** What a process holds after a garbage collection, in MB (`preload.ts`). */
async function memoryOf(site: SiteProcess): Promise<{ heap: number; rss: number }> {
  const from = site.output.length;
  process.kill(site.pid ?? 0, 'SIGUSR2');
  for (let tries = 0; tries < 200; tries += 1) {
    const [, heap, rss] = /^memory (\d+) (\d+)$/m.exec(site.output.slice(from)) ?? [];
    if (heap && rss) return { heap: Math.round(Number(heap) / MB), rss: Math.round(Number(rss) / MB) };
    await pause(50);
  }
  throw new Error('The site does not tell its memory');
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** An address of this machine, such as `127.0.0.9` on Linux. */
  readonly from: string;
}

/** The status is 0 if the server cut the connection. */
function ask(site: SiteProcess, { method, path, headers, body, from }: Asked) {
  return new Promise<{ status: number; body: string; cookie: string }>((resolve) => {
    const host = { host: '127.0.0.1', port: site.port, localAddress: from };
    const outgoing = request(
      { ...host, method, path, agent: false, timeout: 30_000, headers: { ...headers } },
      (answer) => {
        const { statusCode: status = 0, headers: received } = answer;
        const cookie = String(received['set-cookie']).split(';')[0] ?? '';
        text(answer).then(
          (read) => resolve({ status, body: read, cookie }),
          () => resolve({ status, body: '', cookie }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve({ status: 0, body: '', cookie: '' }));
    outgoing.end(body);
  });
}

const json = { 'content-type': 'application/json' };

/** The site's session, a lead, and the link of its visit. */
async function openTarget(site: SiteProcess) {
  const post = (path: string, body: object) =>
    ask(site, { method: 'POST', path, headers: json, body: JSON.stringify(body), from: '127.0.0.1' });
  const { cookie } = await post('/api/auth/login', login);
  const kept = await post('/api/consultation-requests', { ...newVisitor(), message: 'The skylight, please' });
  const lead: string = JSON.parse(kept.body).id;
  const auth = openStore('auth', { context: 'dev', dataDir: site.dataDir });
  return { cookie, lead, visit: `/visit/${visitToken(await visitSecret(auth), lead)}` };
}

/** What visitors, the owner and programs ask for, in turn. One in a hundred is a request to be kept. */
function mixed({ cookie, lead, visit }: Awaited<ReturnType<typeof openTarget>>, number: number): Asked {
  const headers = { cookie };
  const from = `127.1.${number >> 7}.${(number & 127) + 1}`;
  if (number % 100 === 0) {
    const body = JSON.stringify(newVisitor());
    return { method: 'POST', path: '/api/consultation-requests', headers: json, body, from };
  }
  if (number % 100 === 1) return { method: 'POST', path: '/api/calendar/book', headers: json, body: '{"slot', from };
  const reads: readonly { path: string; headers?: { cookie: string } }[] = [
    ...['/', '/gallery', '/book', '/es', '/none', '/api/none', visit, '/media/none.jpg'].map((path) => ({ path })),
    ...['/api/calendar/availability', '/api/gallery', '/api/health', '/api/auth/check'].map((path) => ({ path })),
    ...['/api/leads', `/api/leads/${lead}`, '/api/today', '/api/hours'].map((path) => ({ path, headers })),
    { path: '/api/leads', headers: { cookie: `session=${number}` } },
    { path: `/.netlify/images?url=/apple-touch-icon.png&w=${[320, 640, 960][number % 3]}` },
  ];
  return { method: 'GET', ...(reads[number % reads.length] ?? { path: '/' }), from };
}
