import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { Availability, type Slot } from '#contracts/calendar';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { openStore, openStores, storeNames } from '#server/storage/stores';
import { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** An address of this machine, such as `127.0.0.9` on Linux, with a connection of its own. */
  readonly from?: string;
}

export interface Answered {
  /** 0: the server cut the connection. */
  readonly status: number;
  readonly body: string;
  readonly headers: NodeJS.Dict<string | string[]>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends the request unchanged, for at most half a minute. */
export function ask(site: SiteProcess, { method, path, headers, body, from }: Asked): Promise<Answered> {
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const host = `localhost:${site.port}`;
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port: site.port, method, path, timeout: 30_000 },
        ...(from ? { localAddress: from, agent: false } : { agent }),
        headers: { host, ...headers, ...length },
      },
      (answer) => {
        const { statusCode: status = 0, headers: received } = answer;
        text(answer).then(
          (read) => resolve({ status, body: read, headers: received }),
          () => resolve({ status, body: '', headers: received }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve({ status: 0, body: '', headers: {} }));
    outgoing.end(body);
  });
}

/** Sends JSON, as a program does. */
export const post = (
  site: SiteProcess,
  path: string,
  body: object,
  { from, ...headers }: Record<string, string> = {},
) =>
  ask(site, {
    ...{ method: 'POST', path, body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
    ...(from && { from }),
  });

const opened: SiteProcess[] = [];

/** A site on fresh data. Its mail waits, unless there is a server: without one the local host prints it into its log. */
export async function openSite(env: Record<string, string> = {}): Promise<SiteProcess> {
  const mailbox = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'site@example.com', MAIL_TO: 'owner@example.com' };
  const site = await SiteProcess.open({ ...mailbox, ...owner, ...env });
  opened.push(site);
  return site;
}

/** Ends all open sites. Resolves to their logs. */
export async function closeSites(): Promise<string[]> {
  const sites = opened.splice(0);
  await Promise.all(sites.map((site) => site.close()));
  return sites.map(({ output }) => output);
}

export const SECRET = 'a secret of this run alone, 32+ characters';
const PASSWORD = 'a password of this run alone';
const owner = { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: PASSWORD, SESSION_SECRET: SECRET };
export const login = { username: 'owner', password: PASSWORD };

/** Resolves to the session's cookie. */
export async function signIn(site: SiteProcess): Promise<string> {
  const { headers } = await post(site, '/api/auth/login', login);
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A site with a session, a lead, a visit's link, two gallery items and an upload's address. */
export async function openTarget(env: Record<string, string> = { RATE_LIMIT: 'off' }) {
  const site = await openSite(env);
  const cookie = await signIn(site);
  const visitor = { ...newVisitor(), message: 'The skylight, please' };
  const lead: string = JSON.parse((await post(site, '/api/consultation-requests', visitor)).body).id;
  const { uploadURL } = JSON.parse((await post(site, '/api/objects/upload', {}, { cookie })).body);
  const auth = openStore('auth', { context: 'dev', dataDir: site.dataDir });
  const visit = `/visit/${visitToken(await visitSecret(auth), lead)}`;
  const { pathname, search } = new URL(uploadURL, site.url);
  const item = await seededItem(site, { id: 'item', title: 'Sunroom', isPublished: true });
  await seededItem(site, { id: 'draft', title: 'Unpublished draft', isPublished: false });
  return { site, cookie, visitor, lead, visit, upload: pathname + search, item };
}

async function seededItem(
  { dataDir }: SiteProcess,
  shown: { readonly id: string; readonly title: string; readonly isPublished: boolean },
): Promise<string> {
  const now = new Date().toISOString();
  const rest = { category: 'general', mediaType: 'image', displayOrder: 0 };
  const mediaUrl = '/media/0mwpu4w0x0c6f6cd4358aff031758.jpg';
  const item = { ...shown, mediaUrl, ...rest, createdAt: now, updatedAt: now };
  await openStore('gallery', { context: 'dev', dataDir }).put(`items/${shown.id}`, item);
  return `/api/gallery/${shown.id}`;
}

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** Every change that the site takes, as its own pages send it. */
export function changes({ cookie, lead, visit, upload, item }: Target): Asked[] {
  const json = (method: string, path: string, body: object = {}) => ({
    method,
    path,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (path: string, fields: Record<string, string>) => ({
    method: 'POST',
    path,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const { name, phone, zipCode } = newVisitor();
  const slot = { slotStart: '2026-12-01T15:00:00.000Z', slotEnd: '2026-12-01T16:00:00.000Z' };
  return [
    json('POST', '/api/consultation-requests', newVisitor()),
    json('POST', '/api/calendar/book', { consultationId: lead, ...slot }),
    form('/api/callback', { name, phone, zipCode, preferredContact: 'phone' }),
    form(visit, { action: 'cancel' }),
    form(visit, { action: 'move', slot: slot.slotStart }),
    json('POST', '/api/auth/login', login),
    json('POST', '/api/auth/logout'),
    json('POST', '/api/gallery', { title: 'Evil', mediaType: 'image', mediaUrl: '/media/none.jpg' }),
    json('PUT', item, { title: 'Evil' }),
    json('DELETE', item),
    json('PUT', `/api/leads/${lead}`, { status: 'closed' }),
    json('POST', '/api/objects/upload'),
    { ...json('PUT', upload), headers: { cookie, 'content-type': 'image/jpeg' } },
  ];
}

/** All records and their versions. */
export async function keptRecords({ dataDir }: SiteProcess): Promise<Set<string>> {
  const stores = openStores({ context: 'dev', dataDir });
  const listed = storeNames.map(async (name) => {
    const records = await stores[name].list('');
    return records.map(({ key, etag }) => `${name} ${key} ${etag}`);
  });
  return new Set((await Promise.all(listed)).flat());
}

/** The records that were written or removed since `before`. */
export async function changedSince(site: SiteProcess, before: ReadonlySet<string>): Promise<string[]> {
  const after = await keptRecords(site);
  return [...[...after].filter((one) => !before.has(one)), ...[...before].filter((one) => !after.has(one))];
}

/** The times that the site offers. */
export async function openSlots(site: SiteProcess): Promise<Slot[]> {
  const { body } = await ask(site, { method: 'GET', path: '/api/calendar/availability' });
  return Availability.parse(JSON.parse(body)).slots;
}
