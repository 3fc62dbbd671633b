import { ShownLead } from '#lead/answers';
import { firstVisit } from '#lead/visits';
import { type Lead, type Visit, newVisit } from '#lead/lead';
import { findLead } from '#server/leads/lead-records';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hash } from 'bcryptjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type * as z from 'zod/mini';
import { CalendarFeed } from '#contracts/alerts';
import { Availability, type Slot } from '#contracts/calendar';
import type { NewGalleryItem } from '#contracts/gallery';
import { GalleryItem } from '#contracts/gallery';
import { PART_BYTES, UploadAnswer, UploadGrant } from '#contracts/media';
import { loadFunctions } from '#local/function-module';
import { type Functions, serveFunctions } from '#local/functions';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { readSlot, slotKey, type SlotRecord } from '#server/slots/records';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import { openStore, type StoreName } from '#server/storage/stores';
import type { PersonRecord } from '#server/slots/people';
import { MailServer } from './mail-server.ts';
import { colleague } from './session.ts';
import { newVisitor } from './visitor.ts';

export const origin = 'http://localhost:8888';
export const owner = { username: 'owner', password: 'correct horse' };
export const secret = 'a secret of this test alone, 32+ characters';

const TEST_COST = 4;

interface Asked {
  readonly body?: BodyInit | object;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

/**
 * All functions at their addresses, on this test file's own data, with the owner's sign-in. With `now` (an instant) each
 * test begins then, without a lead or a visit. `isLimited`: calls are counted, as on the live site.
 */
export function apiForTests({ now, isLimited = false }: { now?: string; isLimited?: boolean } = {}): Api {
  const api = new Api();
  beforeAll(() => api.open(isLimited));
  afterAll(() => api.close());
  if (now === undefined) return api;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) }));
  afterEach(async () => {
    await api.settled();
    api.sql(`DELETE FROM records WHERE key LIKE 'leads/%' OR key LIKE 'slots/%'`);
    vi.useRealTimers();
  });
  return api;
}

/** A mail server that the functions write to, in `SMTP_URL`; each test begins with none received. */
export function mailServerForTests(): MailServer {
  const server = new MailServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(() => {
    server.reset();
    const addresses = { MAIL_FROM: 'Larkspur <hello@example.com>', MAIL_TO: 'owner@example.com' };
    Object.assign(process.env, { SMTP_URL: server.url, ...addresses });
  });
  afterEach(() => {
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO']) delete process.env[name];
  });
  return server;
}

export class Api {
  dataDir = '';
  #functions: Functions | null = null;
  /** Of the owner who has signed in last. */
  #session: { cookie: string } | null = null;

  async open(isLimited = false): Promise<void> {
    this.dataDir = await mkdtemp(path.join(tmpdir(), 'sunhaven-'));
    const passwordHash = Buffer.from(await hash(owner.password, TEST_COST)).toString('base64');
    Object.assign(process.env, {
      DATA_DIR: this.dataDir,
      ADMIN_USERNAME: owner.username,
      ADMIN_PASSWORD_HASH: passwordHash,
      SESSION_SECRET: secret,
      RATE_LIMIT: isLimited ? 'on' : 'off',
    });
    await this.restart();
  }

  /** Forgets the work that its process has begun. */
  async restart(): Promise<void> {
    this.#functions = serveFunctions(await loadFunctions('netlify/functions'));
  }

  async close(): Promise<void> {
    await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Does in the database what somebody does who has the file. */
  sql(sql: string, ...values: (string | Uint8Array)[]): void {
    const database = openDatabase(databaseFile(this.dataDir));
    database.prepare(sql).run(...values);
    database.close();
  }

  store(name: StoreName) {
    return openStore(name, { context: 'dev', dataDir: this.dataDir });
  }

  /** Asks as the platform does. Sends an object as JSON. */
  async ask(method: string, address: string, { body, headers = {}, ip = '127.0.0.1' }: Asked = {}): Promise<Response> {
    const isJson = body !== undefined && Object.getPrototypeOf(body) === Object.prototype;
    const type: Record<string, string> = isJson ? { 'content-type': 'application/json' } : {};
    const init: RequestInit & { duplex: 'half' } = { method, headers: { ...type, ...headers }, duplex: 'half' };
    if (body !== undefined) init.body = isJson ? JSON.stringify(body) : (body as BodyInit);
    const answer = await this.#functions?.answer(new Request(new URL(address, origin), init), { ip });
    if (!answer) throw new Error(`No function answers ${address}`);
    return answer;
  }

  /** Signs in from its own address; resolves to the session's headers. */
  async signIn(): Promise<{ cookie: string }> {
    const answer = await this.ask('POST', '/api/auth/login', { body: owner, ip: crypto.randomUUID() });
    if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
    return { cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  }

  /** Signs somebody in beside the owner, such as an installer. */
  colleague(role: string, fields?: Partial<PersonRecord>) {
    return colleague((name) => this.store(name), role, fields);
  }

  /** Whether this session still holds. */
  async isSignedIn({ cookie }: { readonly cookie: string }): Promise<boolean> {
    return (await (await this.ask('GET', '/api/auth/check', { headers: { cookie } })).json()).authenticated;
  }

  /** Asks as the owner, who signs in before the first call, and again once that session has ended. */
  async asOwner(
    method: string,
    address: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const ask = async () => {
      this.#session ??= await this.signIn();
      return await this.ask(method, address, { headers: { ...this.#session, ...headers }, ...(body && { body }) });
    };
    const answer = await ask();
    if (answer.status !== 401) return answer;
    this.#session = null;
    return await ask();
  }

  /** The answer's text, if it has that status. */
  async text(asking: Promise<Response> | Response, status = 200): Promise<string> {
    const answer = await asking;
    const text = await answer.text();
    expect([answer.status, answer.status === status ? '' : text]).toEqual([status, '']);
    return text;
  }

  /** What the owner reads there. */
  async read<Schema extends z.ZodMiniType>(schema: Schema, address: string): Promise<z.infer<Schema>> {
    return schema.parse(JSON.parse(await this.text(this.asOwner('GET', address))));
  }

  /** Runs a scheduled function, which must succeed. */
  async run(name: string): Promise<void> {
    await this.text(this.ask('POST', `/.netlify/functions/${name}`), 204);
  }

  async openSlots(): Promise<Slot[]> {
    return Availability.parse(JSON.parse(await this.text(this.ask('GET', '/api/calendar/availability')))).slots;
  }

  /** One of the times that are open now. */
  async openSlot(index = 0): Promise<Slot> {
    const slot = (await this.openSlots()).at(index);
    if (!slot) throw new Error('No such time is open');
    return slot;
  }

  async lead(id: string): Promise<Lead | undefined> {
    return (await findLead(this.store('leads'), id))?.lead;
  }

  /** The lead's visit that is booked or was tried last; a blank one if there is none. */
  async visit(id: string): Promise<Visit> {
    return (await this.visits(id)).at(-1) ?? newVisit(firstVisit(id));
  }

  async visits(id: string): Promise<readonly Visit[]> {
    return (await this.lead(id))?.visits ?? [];
  }

  /** The lead's status and its visit, which has a `start` only while it is booked. */
  async booking(id: string): Promise<Omit<Visit, 'slot'> & { status?: string }> {
    const [{ slot, start, ...visit }, lead] = await Promise.all([this.visit(id), this.lead(id)]);
    return { ...visit, start: slot && start, ...(lead && { status: lead.status }) };
  }

  /** What is stored of a time. */
  async record(start: string): Promise<SlotRecord | null> {
    return (await readSlot(this.store('slots'), slotKey(Date.parse(start)))).record;
  }

  /** The owner does something with the lead: a `Command`. */
  command(id: string, command: object): Promise<Response> {
    return this.asOwner('POST', `/api/leads/${id}`, command);
  }

  /** The lead after the owner's command. */
  async commanded(id: string, command: object): Promise<ShownLead> {
    return ShownLead.parse(JSON.parse(await this.text(this.command(id, command))));
  }

  /** The same of a change of its fields. */
  changed(id: string, fields: object): Promise<ShownLead> {
    return this.commanded(id, { do: 'change', ...fields });
  }

  /** The same of a visit that the owner has agreed on: whatever it overlaps, and the visitor is not told. */
  agreed(id: string, slot: string, fields: object = {}): Promise<ShownLead> {
    return this.commanded(id, { do: 'book', slot, from: null, isQuiet: true, isAnyway: true, ...fields });
  }

  /** The lead as the owner sees it. */
  shown(id: string): Promise<ShownLead> {
    return this.read(ShownLead, `/api/leads/${id}`);
  }

  /** The owner's calendar, at a new address. */
  async feed(): Promise<string> {
    const { address } = CalendarFeed.parse(JSON.parse(await this.text(this.asOwner('POST', '/api/alerts/feed'))));
    return await this.text(this.ask('GET', new URL(address).pathname));
  }

  /** A stored request after its later work: the lead's id and the address of its visit. */
  async receive(
    fields: object = {},
    headers: Record<string, string> = {},
    ip?: string,
  ): Promise<{ id: string; address: string }> {
    const body = { ...newVisitor(), ...fields };
    const answer = await this.ask('POST', '/api/consultation-requests', { body, headers, ...(ip && { ip }) });
    expect(answer.status).toBe(201);
    const { id }: { id: string } = await answer.json();
    await this.settled();
    return { id, address: await this.visitPage(id) };
  }

  /** The address of the page of a lead's visit. */
  async visitPage(id: string): Promise<string> {
    return `/visit/${visitToken(await visitSecret(this.store('auth')), id)}`;
  }

  async book(consultationId: string, { start, end }: Slot, headers: Record<string, string> = {}): Promise<Response> {
    const body = { consultationId, slotStart: start, slotEnd: end };
    return await this.ask('POST', '/api/calendar/book', { body, headers });
  }

  /** The same request with its visit. */
  async booked(slot: Slot, fields: object = {}): Promise<{ id: string; address: string }> {
    const request = await this.receive(fields);
    expect((await this.book(request.id, slot)).status).toBe(201);
    return request;
  }

  /** Sends a form, as a browser does. */
  submit(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask('POST', address, { body: new URLSearchParams(fields), headers });
  }

  /** Waits for the later work of all calls so far. */
  async settled(): Promise<void> {
    await this.#functions?.settled();
  }

  /** All stored records, after all later work. */
  async data(): Promise<Record<string, unknown>> {
    await this.settled();
    const database = openDatabase(databaseFile(this.dataDir));
    const records = database.prepare('SELECT key, etag, body FROM records').all();
    database.close();
    return Object.fromEntries(records.map(({ key, ...rest }) => [String(key), rest]));
  }

  async grant(): Promise<string> {
    const answer = await this.asOwner('POST', '/api/objects/upload');
    return UploadGrant.parse(await answer.json()).uploadURL;
  }

  /** One part of a file; the whole if it has only one. */
  async sendPart(uploadURL: string, file: Uint8Array, index: number): Promise<Response> {
    const first = index * PART_BYTES;
    const bytes = file.subarray(first, first + PART_BYTES);
    const headers = { 'content-range': `bytes ${first}-${first + bytes.byteLength - 1}/${file.byteLength}` };
    return await this.ask('PUT', uploadURL, { body: Uint8Array.from(bytes), headers });
  }

  /** Uploads a file as the browser does; resolves to its address. */
  async upload(file: Uint8Array): Promise<string> {
    const uploadURL = await this.grant();
    if (file.byteLength <= PART_BYTES)
      return await mediaUrlOf(await this.ask('PUT', uploadURL, { body: Uint8Array.from(file) }));
    for (let index = 0; (index + 1) * PART_BYTES < file.byteLength; index += 1)
      await this.sendPart(uploadURL, file, index);
    return await mediaUrlOf(await this.sendPart(uploadURL, file, Math.floor((file.byteLength - 1) / PART_BYTES)));
  }

  async createItem(item: NewGalleryItem): Promise<GalleryItem> {
    const answer = await this.asOwner('POST', '/api/gallery', item);
    return GalleryItem.parse(await answer.json());
  }
}

async function mediaUrlOf(answer: Response): Promise<string> {
  return UploadAnswer.parse(await answer.json()).mediaUrl;
}
