import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '@netlify/functions';
import { afterEach, beforeEach, vi } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { realEnvironment } from '#server/calendar/google/failures';
import { readSlot, type SlotRecord } from '#server/slots/records';
import { findLead, type Lead, visitSecret, visitToken } from '#server/leads/lead';
import type { Store } from '#server/storage/port';
import { openStore, storeNames, type StoreName } from '#server/storage/stores';
import availability from '../../../netlify/functions/availability.ts';
import book from '../../../netlify/functions/book.ts';
import consultationRequests from '../../../netlify/functions/consultation-requests.ts';
import sweep from '../../../netlify/functions/sweep.ts';
import visit from '../../../netlify/functions/visit.ts';
import { call, get, post, settled } from '../api.ts';
import { fetchTold, type GoogleDouble, startGoogleDouble } from './google-double.ts';
import type { GoogleEvent } from './google-events.ts';
import { mortally } from '../stores/mortal-stores.ts';
import { memoryStore, type Records, takingTurns } from '../stores/memory-store.ts';
import { newVisitor } from '../visitor.ts';

/** A call's answer, read. */
export interface Told {
  readonly status: number;
  readonly error: string | undefined;
}

const usual = { ...realEnvironment };

/** ms; what is offered ends and begins on half hours. */
const HALF_HOUR = 30 * 60_000;
/** Today's, but never so late in a half hour that the minutes a test lets pass would take a time from the offer. */
const startOfClock = () => Math.floor(Date.now() / HALF_HOUR) * HALF_HOUR + 1000;

/**
 * The site's own functions on data of their own, connected to a double of Google: anew for every test of the file.
 * `inMemory` is for tests of one visitor after the other, in which what is special about a disk plays no part.
 */
export function googleSite({ inMemory = false } = {}): GoogleSite {
  const site = new GoogleSite(inMemory);
  beforeEach(() => site.open());
  afterEach(() => site.close());
  return site;
}

/**
 * Time stands still but for `pass`, and for the driver's pauses: those pass at once, and only for the call that makes
 * them, as if each ran on a machine of its own.
 */
export class GoogleSite {
  readonly context = { ip: '127.0.0.1', deploy: { context: 'dev', id: '0', published: false } } as Context;
  #google: GoogleDouble | null = null;
  #dataDir = '';
  readonly #paused = new AsyncLocalStorage<{ ms: number }>();
  readonly #inMemory: boolean;

  constructor(inMemory: boolean) {
    this.#inMemory = inMemory;
  }

  async open(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: startOfClock() });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    this.#dataDir = await mkdtemp(join(tmpdir(), 'google-site-'));
    this.#google = await startGoogleDouble({ now: () => Date.now(), tellsSilence: true });
    Object.assign(process.env, { DATA_DIR: this.#dataDir, RATE_LIMIT: 'off' });
    if (this.#inMemory) this.leaveDisk();
    this.connect(this.google.env);
    this.setPauses({});
  }

  /** The functions find the same stores, which keep nothing on disk from now on. */
  leaveDisk(): void {
    const records: Records = new Map();
    for (const name of storeNames) Object.assign(this.store(name), takingTurns(memoryStore(records, name)));
  }

  async close(): Promise<void> {
    await settled();
    await this.google.close();
    this.connect({});
    Object.assign(realEnvironment, usual);
    delete process.env['RATE_LIMIT'];
    await rm(this.#dataDir, { recursive: true, force: true });
    vi.restoreAllMocks();
    vi.useRealTimers();
  }

  get google(): GoogleDouble {
    if (!this.#google) throw new Error('The site is closed');
    return this.#google;
  }

  /** Sets Google's variables, and no others of Google's. */
  connect(env: Record<string, string>): void {
    for (const name of Object.keys(process.env)) if (name.startsWith('GOOGLE_')) delete process.env[name];
    Object.assign(process.env, env);
  }

  /** How much of its time each pause of the driver uses up. A call that hangs is given up without being waited for. */
  setPauses({ pauseWeight = 1, random = () => 0.5 }): void {
    Object.assign(realEnvironment, {
      now: () => Date.now() + (this.#paused.getStore()?.ms ?? 0),
      sleep: async (ms: number) => {
        const paused = this.#paused.getStore();
        if (paused) paused.ms += Math.ceil(ms * pauseWeight);
      },
      random,
      callTimeoutMs: 10_000,
      fetch: fetchTold,
    });
  }

  /** Lets time pass for everybody. */
  pass(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  store(name: StoreName) {
    return openStore(name, { context: 'dev', dataDir: this.#dataDir });
  }

  get #booked(): Store[] {
    return [this.store('leads'), this.store('calendar')];
  }

  /** Runs a call on a clock of its own. */
  alone<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#paused.run({ ms: 0 }, run);
  }

  async availability(): Promise<{ status: number; body: Availability }> {
    const answer = await this.alone(() => call(availability, get('/api/calendar/availability')));
    return { status: answer.status, body: Availability.parse(await answer.json()) };
  }

  /** The slots on offer, read while Google is healthy. */
  async openSlots(): Promise<Slot[]> {
    const { status, body } = await this.availability();
    if (status !== 200) throw new Error(`Availability answered ${status}`);
    return body.slots;
  }

  /** Keeps a request and answers the lead's id. What is done after the answer is done by then. */
  async request(more: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<string> {
    const answer = await call(
      consultationRequests,
      post('/api/consultation-requests', { ...newVisitor(), ...more }, headers),
    );
    if (answer.status !== 201) throw new Error(`The request was answered ${answer.status}`);
    await settled();
    return (await answer.json()).id;
  }

  async book(consultationId: string, { start, end }: Slot, headers: Record<string, string> = {}): Promise<Told> {
    const request = post('/api/calendar/book', { consultationId, slotStart: start, slotEnd: end }, headers);
    const answer = await this.alone(() => call(book, request));
    const { error } = await answer.json();
    return { status: answer.status, error };
  }

  /** Sends the form of the visitor's own page; answers the status. `origin` is where the page itself is. */
  async change(origin: string, leadId: string, fields: Record<string, string>): Promise<number> {
    const token = visitToken(await visitSecret(this.store('auth')), leadId);
    const request = new Request(`${origin}/visit/${token}`, { method: 'POST', body: new URLSearchParams(fields) });
    const run: typeof visit = (asked, context) => visit(asked, { ...context, params: { token } });
    return (await this.alone(() => call(run, request))).status;
  }

  /**
   * Runs the work on a process that dies when it has taken so many steps in storage: nothing after that happens, and
   * nobody is answered.
   */
  dyingAfter<Result>(steps: number, work: () => Promise<Result>): Promise<Result | 'dead'> {
    return mortally(this.#booked, (index) => index < steps, { lingersMs: 0 }, work);
  }

  /**
   * Runs the work on a process that is killed while the `lost`th step in storage, from 0, is under way: what was under
   * way beside it lands, that one does not, and nobody is answered.
   */
  losing<Result>(lost: number, work: () => Promise<Result>): Promise<Result | 'dead'> {
    return mortally(this.#booked, (index) => index !== lost, { lingersMs: 50 }, work);
  }

  async sweep(): Promise<void> {
    await this.alone(() => sweep(post('/.netlify/functions/sweep', '{}'), this.context));
  }

  /** Google is well again, what wandered about arrives, every hold and release runs out, and the sweep runs. */
  async rest(): Promise<void> {
    this.google.faults.clear();
    this.google.land();
    for (let round = 0; round < 2; round += 1) {
      this.pass(200_000);
      await this.sweep();
    }
  }

  async lead(id: string): Promise<Lead | undefined> {
    return (await findLead(this.store('leads'), id))?.lead;
  }

  async record({ start }: Slot): Promise<SlotRecord | null> {
    return (await readSlot(this.store('calendar'), Date.parse(start))).record;
  }

  /** The events that stand for a lead. */
  eventsOf(leadId: string): GoogleEvent[] {
    return this.google.events.alive().filter((event) => leadOf(event) === leadId);
  }

  /** The site's events that stand and begin when the slot does. */
  eventsAt({ start }: Slot): GoogleEvent[] {
    const { events } = this.google;
    return events.alive().filter((event) => leadOf(event) && events.intervalOf(event).start === Date.parse(start));
  }

  /** Of the messages that were written down about visits: what happened, to which event, for whom. */
  async mails(): Promise<string[]> {
    const listed = await this.store('leads').list('outbox/');
    const keys = listed.map(({ key }) => key.slice('outbox/'.length)).filter((key) => !key.includes('-request-'));
    return keys.map((key) => key.replace(/^[0-9a-f]{32}-/, '')).sort();
  }
}

export function leadOf({ extendedProperties }: GoogleEvent): string | undefined {
  return extendedProperties?.private?.['lead'];
}

/** The ends of the keys of the messages that tell owner and visitor of what happened to the event. */
export const mailsOf = (kind: 'booked' | 'cancelled', { id }: { readonly id: string }): string[] => [
  `${kind}-${id}-owner`,
  `${kind}-${id}-visitor`,
];
