import path from 'node:path';
import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { routes as tables } from '#server/http/routes';
import { apiForTests, origin, owner, secret } from '#tests/support/admin-api';
import { newVisitor } from '#tests/support/visitor';
import { whoMay } from '#tests/support/who-may';

const api = apiForTests();

/** A lead, its visit's link, an item that is not published, and an upload's address. */
async function somethingToSteal() {
  const session = await api.signIn();
  const visitor = { ...newVisitor(), message: 'The skylight, please' };
  const { id: lead, address: visit } = await api.receive(visitor);
  const now = new Date().toISOString();
  const draft = { id: 'draft', title: 'Unpublished draft', category: 'general', mediaType: 'image', displayOrder: 0 };
  const kept = { ...draft, mediaUrl: '/media/none.jpg', isPublished: false, createdAt: now, updatedAt: now };
  await api.store('gallery').put('items/draft', kept);
  const upload = new URL(await api.grant());
  const { name, phone, email, message } = visitor;
  return { session, lead, visit, upload, secrets: [name, phone, email, message, lead, visit, draft.title, secret] };
}

/** Every address by every method, with the ids of records that are there. */
function routes({ lead, visit, upload }: Awaited<ReturnType<typeof somethingToSteal>>) {
  const ids = {
    '/api/leads': lead,
    '/api/gallery': 'draft',
    '/api/uploads': path.basename(upload.pathname) + upload.search,
  };
  const idAt = (pathname: string) => Object.entries(ids).find(([start]) => pathname.startsWith(start))?.[1];
  return Object.values(tables)
    .flatMap(Object.keys)
    .flatMap((pathname) => {
      const token = pathname.includes(':token') ? path.basename(visit) : undefined;
      const address = pathname.replace(/:\w+/, token ?? idAt(pathname) ?? 'a');
      return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) => {
        const isPublic = whoMay[`${method === 'HEAD' ? 'GET' : method} ${pathname}`] === 'anybody';
        return { method, address, isPublic, isRead: method === 'GET' || method === 'HEAD' };
      });
    });
}

type Route = ReturnType<typeof routes>[number];
const ask = ({ method, address, isRead }: Route, headers: Record<string, string> = {}) =>
  api.ask(method, address, { headers, ...(!isRead && { body: {} }) });

/** What the site itself writes: its counts, its check-ups, and the tries to send the mail of the request. */
const records = async () =>
  Object.entries(await api.data()).filter(([key]) => !/^limits\/|\/health\/|^leads\/pending-notices\//.test(key));

test('every address by every method, without a session: 401 or 405 where it is not public, nothing private, no change', async () => {
  const target = await somethingToSteal();
  const before = await records();
  for (const route of routes({ ...target, visit: '/visit/a' })) {
    const answer = await ask(route);
    const text = (await answer.text()) + JSON.stringify([...answer.headers]);
    const what = `${answer.status} ${route.method} ${route.address}`;
    if (route.isPublic) expect(answer.status, what).toBeLessThan(500);
    else expect([401, 405], what).toContain(answer.status);
    if (!route.isRead && answer.status === 401) expect(text, what).toContain('{"error":"Please sign in"}');
    for (const word of target.secrets) expect(text.includes(word), what).toBe(false);
  }
  expect(await records()).toEqual(before);
});

const key = new TextEncoder().encode(secret);
/** Of a session that holds: the token alone is wrong. */
let theirs: JWTPayload = {};
const claims = () => {
  const { exp: _, ...others } = theirs;
  return new SignJWT(others);
};
const inAnHour = () => claims().setExpirationTime('1h');
const HS256 = { alg: 'HS256' };

/** Tokens that open no session, also for somebody who knows the site's secret. */
test.each<[what: string, make: () => Promise<string> | string]>([
  ['missing', () => ''],
  ['rubbish', () => 'a.b.c'],
  [
    'signed with another key',
    () =>
      inAnHour()
        .setProtectedHeader(HS256)
        .sign(new TextEncoder().encode('x'.repeat(40))),
  ],
  ['signed with another algorithm', () => inAnHour().setProtectedHeader({ alg: 'HS512' }).sign(key)],
  ['not signed at all (alg none)', () => new UnsecuredJWT(theirs).encode()],
  ['expired', () => claims().setExpirationTime('-1s').setProtectedHeader(HS256).sign(key)],
  ['without an end', () => claims().setProtectedHeader(HS256).sign(key)],
  ['made for another purpose', () => inAnHour().setAudience('upload').setProtectedHeader(HS256).sign(key)],
  ['an upload grant', async () => new URL(await api.grant()).search.slice(7)],
  [
    'changed in its content',
    async () => {
      const [head = '', , signature = ''] = (await inAnHour().setProtectedHeader(HS256).sign(key)).split('.');
      const changed = { ...theirs, exp: 4_000_000_000 };
      return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    },
  ],
  [
    'signed out',
    async () => {
      const session = await api.signIn();
      await api.ask('POST', '/api/auth/logout', { headers: session });
      return session.cookie.replace('session=', '');
    },
  ],
])('no call of the owner does anything with a token that is %s', async (_, make) => {
  const target = await somethingToSteal();
  theirs = decodeJwt(target.session.cookie.replace('session=', ''));
  const right = await inAnHour().setProtectedHeader(HS256).sign(key);
  expect(await api.isSignedIn({ cookie: `session=${right}` }), 'a right token').toBe(true);
  const cookie = `session=${await make()}`;
  const before = await records();
  const tried = routes(target).filter(({ isPublic }) => !isPublic);
  const statuses = await Promise.all(tried.map(async (route) => (await ask(route, { cookie })).status));
  expect(new Set(statuses)).toEqual(new Set([401, 405]));
  expect(await (await api.ask('GET', '/api/auth/check', { headers: { cookie } })).json()).toEqual({
    authenticated: false,
  });
  expect(await records()).toEqual(before);
});

const evil = 'https://evil.example';
test.each<Record<string, string>>([
  ...[evil, 'null', '', origin.replace('http', 'https'), origin.replace('8888', '8889')].map((from) => ({
    origin: from,
  })),
  ...['http://localhost.evil.example:8888', 'http://127.0.0.1:8888'].map((from) => ({ origin: from })),
  ...['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })),
  { origin: evil, 'sec-fetch-site': 'same-origin' },
])('no change is made for the owner, or anybody, on a foreign page: %o', async (foreign) => {
  const target = await somethingToSteal();
  const before = await records();
  const headers = { ...target.session, ...foreign };
  const changes = routes(target).filter(({ isRead }) => !isRead);
  const statuses = await Promise.all(changes.map(async (route) => (await ask(route, headers)).status));
  expect(new Set(statuses)).toEqual(new Set([403, 405]));
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThan(25);
  const login = await api.ask('POST', '/api/auth/login', { body: owner, headers: foreign });
  expect([login.status, login.headers.getSetCookie()]).toEqual([403, []]);
  expect(await records()).toEqual(before);
});
