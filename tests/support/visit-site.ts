import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { loadFunctions } from '#local/function-module';
import { type Functions, serveFunctions } from '#local/functions';
import { visitSecret, visitToken } from '#server/leads/lead';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile, openStore, type StoreName } from '#server/storage/stores';
import { origin } from './api.ts';
import { newVisitor } from './visitor.ts';

/** All functions at their addresses, with their own data. */
export function visitSite(): VisitSite {
  const site = new VisitSite();
  beforeAll(() => site.open());
  afterAll(() => site.close());
  return site;
}

class VisitSite {
  #dataDir = '';
  #functions: Functions | null = null;

  async open(): Promise<void> {
    this.#dataDir = await mkdtemp(path.join(tmpdir(), 'visit-'));
    Object.assign(process.env, { DATA_DIR: this.#dataDir, RATE_LIMIT: 'off' });
    this.#functions = serveFunctions(await loadFunctions('netlify/functions'));
  }

  async close(): Promise<void> {
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  store(name: StoreName) {
    return openStore(name, { context: 'dev', dataDir: this.#dataDir });
  }

  async ask(address: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(origin + address, init);
    const answer = await this.#functions?.answer(request, { ip: '127.0.0.1' });
    if (!answer) throw new Error(`No function answers ${address}`);
    return answer;
  }

  /** Sends the page's form, as a browser does. */
  submit(address: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.ask(address, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async openSlots(): Promise<Slot[]> {
    return Availability.parse(await (await this.ask('/api/calendar/availability')).json()).slots;
  }

  /** A stored request after its later work: the lead's id and the address of its visit. */
  async request(more: Record<string, string> = {}): Promise<{ id: string; address: string }> {
    const { id } = await this.#post('/api/consultation-requests', { ...newVisitor(), ...more });
    await this.#functions?.settled();
    const secret = await visitSecret(this.store('auth'));
    return { id, address: `/visit/${visitToken(secret, id)}` };
  }

  /** The same with the visit booked. */
  async booked(slot: Slot, more: Record<string, string> = {}): Promise<{ id: string; address: string }> {
    const request = await this.request(more);
    await this.#post('/api/calendar/book', { consultationId: request.id, slotStart: slot.start, slotEnd: slot.end });
    return request;
  }

  /** All stored records, after all later work. */
  async data(): Promise<Record<string, unknown>> {
    await this.#functions?.settled();
    const database = openDatabase(databaseFile(this.#dataDir));
    const records = database.prepare('SELECT key, etag, body FROM records').all();
    database.close();
    return Object.fromEntries(records.map(({ key, ...rest }) => [String(key), rest]));
  }

  async #post(address: string, body: object): Promise<{ id: string }> {
    const headers = { 'content-type': 'application/json' };
    const answer = await this.ask(address, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${address} answered ${answer.status}`);
    return await answer.json();
  }
}
