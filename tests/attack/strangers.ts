import path from 'node:path';
import pMap from 'p-map';
import type { Slot } from '#contracts/calendar';
import { loadFunctions } from '#local/function-module';
import { forgedSessions } from '#tests/support/forged-sessions';
import { earlyInWindow } from '#tests/support/limit-window';
import { newVisitor } from '#tests/support/visitor';
import type { Outcome } from './outcome.ts';
import {
  type Answered,
  type Asked,
  ask,
  changedSince,
  keptRecords,
  login,
  openSlots,
  openSite,
  openTarget,
  post,
  SECRET,
  signIn,
  type Target,
} from './target.ts';

/** The calls that need no session. Every other one is the owner's. */
const PUBLIC = new Set([
  ...['GET /api/calendar/availability', 'POST /api/calendar/book', 'POST /api/consultation-requests'],
  ...[
    'POST /api/callback',
    'GET /api/gallery',
    'GET /sitemap-gallery.xml',
    'GET /media/:file',
    'PUT /api/uploads/:id',
    'GET /api/health',
  ],
  ...['GET /api/auth/check', 'POST /api/auth/login', 'POST /api/auth/logout', 'GET /calendar/:file'],
  ...['GET /visit/:token', 'POST /visit/:token', 'GET /visit/:token/visit.ics'],
  ...['GET /es/visit/:token', 'POST /es/visit/:token', 'GET /es/visit/:token/visit.ics'],
]);

type Route = Asked & { readonly isPublic: boolean };

/** Every address of a function by every method, with the ids of records that are there. */
async function routes({ lead, item }: Target): Promise<Route[]> {
  const functions = await loadFunctions('netlify/functions');
  const addresses = functions.filter(({ name }) => name !== 'unknown').flatMap(({ patterns }) => patterns);
  const json = { 'content-type': 'application/json' };
  const ids = [
    ['/api/leads', lead],
    ['/api/gallery', path.basename(item)],
  ] as const;
  return addresses.flatMap(({ pathname }) =>
    ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => {
      const id = ids.find(([start]) => pathname.startsWith(start))?.[1] ?? 'a';
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}', headers: json };
      const isPublic = PUBLIC.has(`${method === 'HEAD' ? 'GET' : method} ${pathname}`);
      return { method, path: pathname.replace(/:\w+/, id), isPublic, ...body };
    }),
  );
}

/** True if an answer tells a stranger of the lead or of what is not published. */
function isTelling({ body, headers }: Answered, { visitor, lead, visit }: Target): boolean {
  const { name, phone, email, message } = visitor;
  const text = body + JSON.stringify(headers);
  return [name, phone, email, message, lead, visit, 'Unpublished draft', SECRET].some((word) => text.includes(word));
}

/** What the site itself writes: its counts, its check-ups, and the tries to send the mail of the request. */
const MINE = /^limits |^\w+ health\/|^leads pending-notices\//;

/** Every address by every method without a session: 401 or 405 where it is not public, and nothing private anywhere. */
export async function attackRoutes(outcome: Outcome): Promise<void> {
  const target = await openTarget({});
  const before = await keptRecords(target.site);
  const pages = ['/', '/gallery', '/admin', '/visit', '/api/none', '/none', '/sitemap-index.xml', '/rss.xml'];
  const all = [
    ...(await routes(target)),
    ...pages.map((address) => ({ method: 'GET', path: address, isPublic: true })),
  ];
  for (const asked of all) {
    const answer = await ask(target.site, asked);
    const isRefused = asked.isPublic ? answer.status < 500 : [401, 405].includes(answer.status);
    outcome.held(
      answer.status > 0 && isRefused && !isTelling(answer, target),
      `${answer.status} ${asked.method} ${asked.path}`,
    );
  }
  const changed = (await changedSince(target.site, before)).filter((record) => !MINE.test(record));
  outcome.held(changed.length === 0, `records changed: ${changed.join()}`);
}

/** Every call of the owner with every kind of token that is no session. */
export async function attackSessions(outcome: Outcome): Promise<void> {
  const target = await openTarget();
  const { site, upload } = target;
  const signedOut = await signIn(site);
  await post(site, '/api/auth/logout', {}, { cookie: signedOut });
  const grant = async () => new URLSearchParams(upload.split('?')[1]).get('grant') ?? '';
  const tokens = { ...forgedSessions(SECRET, grant), 'signed out': () => signedOut.replace('session=', '') };
  const before = await keptRecords(site);
  const owners = (await routes(target)).filter(({ isPublic }) => !isPublic);
  let unauthorized = 0;
  for (const [what, make] of Object.entries(tokens)) {
    const cookie = `session=${await make()}`;
    for (const asked of owners) {
      const { status } = await ask(site, { ...asked, headers: { ...asked.headers, cookie } });
      if (status === 401) unauthorized += 1;
      outcome.held(status === 401 || status === 405, `${status} ${asked.method} ${asked.path}, ${what}`);
    }
    const check = await ask(site, { method: 'GET', path: '/api/auth/check', headers: { cookie } });
    outcome.held(check.body.includes('false'), `signed in with a token that is ${what}`);
  }
  outcome.notes.push(`${unauthorized} × 401`);
  outcome.figure('records changed', (await changedSince(site, before)).length, 0);
}

/** Ways up from a folder, as they are written to get past a check. */
const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '..\\',
  '..%5c',
  '....//',
  '..;/',
  '.%00./',
  '..%c0%af',
];

/** Every way to a file that is not published. */
export async function attackPaths(outcome: Outcome): Promise<void> {
  const target = await openTarget();
  const { site, upload } = target;
  const { dataDir } = site;
  const inData = ['site.db', 'access.json', 'images/', ''].map((name) => path.join(dataDir, name));
  const wanted = [...inData, '/etc/passwd', '/proc/self/environ'];
  const inside = ['.env', '.git/config', '.staging', 'package.json', 'netlify.toml', '.data/site.db'];
  const bases = ['/', '/media/', '/_astro/', '/calendar/', '/visit/', `${upload.split('?')[0]}/`];
  const ups = UP.flatMap((up) => wanted.map((file) => up.repeat(12) + file.slice(1)));
  const ends = [...ups, ...inside, ...wanted, ...UP.flatMap((up) => inside.map((file) => up + file))];
  const plain = bases.flatMap((base) => ends.map((end) => base + end));
  const pictures = ends.flatMap((end) => [
    `/.netlify/images?w=9&url=/${end}`,
    `/.netlify/images?w=9&url=${encodeURIComponent(`/${end}`)}`,
  ]);
  const elsewhere = ['https://evil.example/', '//evil.example/', `file://${dataDir}/site.db`, 'http://127.0.0.1:9/'];
  const others = elsewhere.flatMap((to) => [`/.netlify/images?w=9&url=${encodeURIComponent(to)}`, `/${to}`, `//${to}`]);
  await pMap(
    [...plain, ...pictures, ...others],
    async (address) => {
      const answer = await ask(site, { method: 'GET', path: address });
      const location = String(answer.headers['location'] ?? '/');
      const isOwn = new URL(location, site.url).origin === site.url;
      const isFile = /^SQLite|root:|\[core\]|"devDependencies"|\[build\]|DATA_DIR=/m.test(answer.body);
      const isHeld = answer.status > 0 && answer.status < 500 && isOwn && !isFile && !isTelling(answer, target);
      outcome.held(isHeld, `${answer.status} ${address}`);
    },
    { concurrency: 8 },
  );
}

const GUESSERS = 25;
const GUESSES = 12;
const MAX_GUESSES = 5;

/** Wrong passwords from 25 addresses at once. No more than five of each are compared, and the owner gets in at once. */
export async function attackSignIn(outcome: Outcome): Promise<void> {
  await earlyInWindow();
  const site = await openSite();
  const compared = await pMap(Array.from({ length: GUESSERS }), async (_, index) => {
    const guesses = Array.from({ length: GUESSES }, (__, guess) =>
      post(site, '/api/auth/login', { ...login, password: `guess ${guess}` }, { from: `127.2.0.${index + 1}` }),
    );
    const answers = await Promise.all(guesses);
    for (const { status, headers } of answers)
      outcome.held([401, 429].includes(status) && !headers['set-cookie'], `a guess: ${status}`);
    return answers.filter(({ status }) => status === 401).length;
  });
  outcome.notes.push(`${compared.reduce((sum, count) => sum + count, 0)} compared`);
  outcome.figure(`addresses with more than ${MAX_GUESSES}`, compared.filter((count) => count > MAX_GUESSES).length, 0);
  const began = performance.now();
  const { status } = await post(site, '/api/auth/login', login, { from: '127.2.1.1' });
  outcome.held(status === 200, `the owner was locked out: ${status}`);
  outcome.notes.push(`the owner gets in after ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

const NETWORKS = 3;
const PEOPLE = 12;
const MAX_VISITS = 8;

/** Invented people of three networks at once ask for all times. Eight of each book, and somebody else still does. */
export async function attackCalendar(outcome: Outcome): Promise<void> {
  await earlyInWindow();
  const site = await openSite();
  const slots = await openSlots(site);
  const book = async (slot: Slot | undefined, from: string) => {
    const { status, body } = await post(site, '/api/consultation-requests', newVisitor(), { from });
    outcome.held(status === 201, `a request was not kept: ${status}`);
    const booking = { consultationId: JSON.parse(body).id, slotStart: slot?.start, slotEnd: slot?.end };
    return (await post(site, '/api/calendar/book', booking, { from })).status;
  };
  const networks = Array.from({ length: NETWORKS }, (_, network) => network);
  for (const network of networks) {
    const mine = slots.slice(network * PEOPLE, (network + 1) * PEOPLE);
    const statuses = await Promise.all(mine.map((slot) => book(slot, `127.3.0.${network + 1}`)));
    const booked = statuses.filter((status) => status === 201).length;
    outcome.held(booked === MAX_VISITS, `network ${network} booked ${booked}`);
  }
  outcome.held((await book(slots.at(-1), '127.3.1.1')) === 201, 'somebody else could not book');
  outcome.figure('times taken', slots.length - (await openSlots(site)).length, NETWORKS * MAX_VISITS + 1);
}
