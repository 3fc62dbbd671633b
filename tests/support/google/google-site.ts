import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, vi } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { realEnvironment } from '#server/calendar/google/failures';
import type { SlotRecord } from '#server/slots/records';
import type { Lead } from '#server/leads/lead';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import type { Store } from '#server/storage/port';
import { storeNames, type StoreName } from '#server/storage/stores';
import { MINUTE } from '#lib/time/units';
import { Api } from '../admin-api.ts';
import { type GoogleDouble, startGoogleDouble } from './google-double.ts';
import type { GoogleEvent } from './google-events.ts';
import type { Fault, GoogleCall } from './google-faults.ts';
import { mortally } from '../stores/mortal-stores.ts';
import { memoryStore, type Records, takingTurns } from '../stores/memory-store.ts';

interface Told {
  readonly status: number;
  readonly error: string | undefined;
}

const usual = { ...realEnvironment };

/** ms. Offers begin and end on half hours. */
const HALF_HOUR = 30 * MINUTE;
/** Early in a half hour, so that no offer ends while a test lets minutes pass. */
const startOfClock = () => Math.floor(Date.now() / HALF_HOUR) * HALF_HOUR + 1000;

/** A visitor's visit, its event, and another free slot. */
export interface BookedVisit {
  readonly id: string;
  readonly slot: Slot;
  readonly event: GoogleEvent;
  readonly other: Slot;
}

/** The functions with a double of Google, new for every test. Their stores are in memory until `useDisk`. */
export function googleSite({ isLimited = false } = {}): GoogleSite {
  const site = new GoogleSite();
  beforeEach(() => site.open(isLimited));
  afterEach(() => site.close());
  return site;
}

/** Only `pass` and the driver's pauses move time. A pause ends at once, and counts for its own call alone. */
class GoogleSite {
  readonly api = new Api();
  #google: GoogleDouble | null = null;
  readonly #onDisk = new Map<Store, Store>();
  readonly #paused = new AsyncLocalStorage<{ ms: number }>();

  async open(isLimited: boolean): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: startOfClock() });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await this.api.open(isLimited);
    this.#google = await startGoogleDouble(() => Date.now());
    const records: Records = new Map();
    for (const name of storeNames) {
      const store = this.store(name);
      this.#onDisk.set(store, { ...store });
      Object.assign(store, takingTurns(memoryStore(records, name)));
    }
    this.connect(this.google.env);
    this.setPauses({});
  }

  /** Before the first call: the records are in the database. */
  useDisk(): void {
    for (const [store, methods] of this.#onDisk) Object.assign(store, methods);
  }

  async close(): Promise<void> {
    await this.api.settled();
    await this.google.close();
    this.connect({});
    Object.assign(realEnvironment, usual);
    await this.api.close();
    vi.restoreAllMocks();
    vi.useRealTimers();
  }

  get google(): GoogleDouble {
    if (!this.#google) throw new Error('The site is closed');
    return this.#google;
  }

  /** Sets Google's variables and removes all others of Google's. */
  connect(env: Record<string, string>): void {
    for (const name of Object.keys(process.env)) if (name.startsWith('GOOGLE_')) delete process.env[name];
    Object.assign(process.env, env);
  }

  /** The share of its time that each pause of the driver uses. */
  setPauses({ pauseWeight = 1, random = () => 0.5 }): void {
    Object.assign(realEnvironment, {
      now: () => Date.now() + (this.#paused.getStore()?.ms ?? 0),
      sleep: async (ms: number) => {
        const paused = this.#paused.getStore();
        if (paused) paused.ms += Math.ceil(ms * pauseWeight);
      },
      random,
      callTimeoutMs: 10_000,
      fetch: this.google.fetch,
    });
  }

  /** Lets time pass for everybody. */
  pass(ms: number): void {
    vi.setSystemTime(Date.now() + ms);
  }

  store(name: StoreName) {
    return this.api.store(name);
  }

  /** Runs a call on its own clock. */
  alone<Result>(run: () => Promise<Result>): Promise<Result> {
    return this.#paused.run({ ms: 0 }, run);
  }

  async availability(): Promise<{ status: number; body: Availability }> {
    const answer = await this.alone(() => this.api.ask('GET', '/api/calendar/availability'));
    return { status: answer.status, body: Availability.parse(await answer.json()) };
  }

  /** The open slots, while Google is healthy. */
  async openSlots(): Promise<Slot[]> {
    const { status, body } = await this.availability();
    if (status !== 200) throw new Error(`Availability answered ${status}`);
    return body.slots;
  }

  /** One of the open slots. */
  async openSlot(index = 0): Promise<Slot> {
    const slot = (await this.openSlots())[index];
    if (!slot) throw new Error('No such slot is open');
    return slot;
  }

  /** Stores a request and its later work; answers the lead's id. */
  async request(more: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<string> {
    return (await this.api.receive(more, headers)).id;
  }

  async book(consultationId: string, slot: Slot, headers: Record<string, string> = {}): Promise<Told> {
    const answer = await this.alone(() => this.api.book(consultationId, slot, headers));
    const { error } = await answer.json();
    return { status: answer.status, error };
  }

  /** Opens the page of a visit, or sends its form. */
  async page(token: string, fields?: Record<string, string>, ip?: string): Promise<{ status: number; html: string }> {
    const form = { ...(ip && { ip }), ...(fields && { body: new URLSearchParams(fields) }) };
    const answer = await this.alone(() => this.api.ask(fields ? 'POST' : 'GET', `/visit/${token}`, form));
    return { status: answer.status, html: await answer.text() };
  }

  async tokenOf(leadId: string): Promise<string> {
    return visitToken(await visitSecret(this.store('auth')), leadId);
  }

  /** The visitor moves the visit on its page; answers the status. */
  async move(leadId: string, { start }: Slot): Promise<number> {
    return (await this.page(await this.tokenOf(leadId), { action: 'move', slot: start })).status;
  }

  async cancel(leadId: string): Promise<number> {
    return (await this.page(await this.tokenOf(leadId), { action: 'cancel' })).status;
  }

  async booked(): Promise<BookedVisit> {
    const [slot, other] = (await this.openSlots()).slice(2);
    if (!slot || !other) throw new Error('No slots');
    const id = await this.request();
    const { status } = await this.book(id, slot);
    if (status !== 201) throw new Error(`The booking was answered ${status}`);
    return { id, slot, other, event: this.eventOf(id) };
  }

  /** Runs the work in a process that dies after so many steps in storage. */
  dyingAfter<Result>(steps: number, work: () => Promise<Result>): Promise<Result | 'dead'> {
    return this.#mortally((index) => index < steps, 0, work);
  }

  /** Runs the work in a process that is killed during step `lost`, from 0. That step alone does not land. */
  losing<Result>(lost: number, work: () => Promise<Result>): Promise<Result | 'dead'> {
    return this.#mortally((index) => index !== lost, 50, work);
  }

  async #mortally<Result>(lands: (index: number) => boolean, lingersMs: number, work: () => Promise<Result>) {
    const outcome = await mortally([this.store('leads'), this.store('calendar')], lands, { lingersMs }, work);
    // Nobody waits for what the dead process has begun.
    if (outcome === 'dead') await this.api.restart();
    return outcome;
  }

  async sweep(): Promise<void> {
    await this.alone(() => this.api.ask('POST', '/.netlify/functions/sweep'));
  }

  /** Until `answerAgain` all calls of that kind meet the fault, and no booking has the time to try again. */
  failAlways(fault: Fault, ...calls: GoogleCall[]): void {
    this.setPauses({ pauseWeight: 1000 });
    this.google.faults.decide = (call) => (calls.length === 0 || calls.includes(call) ? fault : null);
  }

  answerAgain(): void {
    this.setPauses({});
    this.google.faults.clear();
  }

  /** Google is healthy, late requests arrive, holds and releases expire, and the sweep runs. */
  async rest(): Promise<void> {
    this.google.faults.clear();
    this.google.land();
    for (let round = 0; round < 2; round += 1) {
      this.pass(200_000);
      await this.sweep();
    }
  }

  lead(id: string): Promise<Lead | undefined> {
    return this.api.lead(id);
  }

  record({ start }: Slot): Promise<SlotRecord | null> {
    return this.api.record(start);
  }

  /** The lead's standing events. */
  eventsOf(leadId: string): GoogleEvent[] {
    return this.google.events.alive().filter((event) => leadOf(event) === leadId);
  }

  /** The lead's only standing event. */
  eventOf(leadId: string): GoogleEvent {
    const [event, ...more] = this.eventsOf(leadId);
    if (!event || more.length > 0) throw new Error(`${event ? more.length + 1 : 0} events stand for ${leadId}`);
    return event;
  }

  /** The site's standing events at the slot's start. */
  eventsAt({ start }: Slot): GoogleEvent[] {
    const { events } = this.google;
    return events.alive().filter((event) => leadOf(event) && events.intervalOf(event).start === Date.parse(start));
  }

  /** The stored messages about visits: kind, event and recipient. */
  async mails(): Promise<string[]> {
    const listed = await this.store('leads').list('outbox/');
    const keys = listed.map(({ key }) => key.slice('outbox/'.length)).filter((key) => !key.includes('-request-'));
    return keys.map((key) => key.replace(/^[0-9a-f]{32}-/, '')).sort();
  }
}

export function leadOf({ extendedProperties }: GoogleEvent): string | undefined {
  return extendedProperties?.private?.['lead'];
}

/** The key endings of an event's messages to owner and visitor. */
export const mailsOf = (kind: 'booked' | 'cancelled', { id }: { readonly id: string }): string[] => [
  `${kind}-${id}-owner`,
  `${kind}-${id}-visitor`,
];
