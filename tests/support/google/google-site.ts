import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, vi } from 'vitest';
import { Availability, type Slot } from '#contracts/calendar';
import { realEnvironment } from '#server/calendar/google/failures';
import { storeNames } from '#server/storage/stores';
import { MINUTE } from '#lib/time/units';
import { Api } from '../admin-api.ts';
import { type GoogleDouble, startGoogleDouble } from './google-double.ts';
import type { GoogleEvent } from './google-events.ts';
import type { Fault, GoogleCall } from './google-faults.ts';
import { memoryStore, type Records, takingTurns } from '../stores/memory-store.ts';

interface Answer {
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

/** The functions with a double of Google, new for every test. Their stores are in memory. */
export function googleSite({ isLimited = false } = {}): GoogleSite {
  const site = new GoogleSite();
  beforeEach(() => site.open(isLimited));
  afterEach(() => site.close());
  return site;
}

/** Only `pass` and the driver's pauses move time. A pause ends at once, and counts for its own call alone. */
class GoogleSite extends Api {
  #google: GoogleDouble | null = null;
  readonly #paused = new AsyncLocalStorage<{ ms: number }>();

  override async open(isLimited: boolean): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'], now: startOfClock() });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await super.open(isLimited);
    this.#google = await startGoogleDouble(() => Date.now());
    const records: Records = new Map();
    for (const name of storeNames) Object.assign(this.store(name), takingTurns(memoryStore(records, name)));
    this.connect(this.google.env);
    this.setPauses({});
  }

  override async close(): Promise<void> {
    await this.settled();
    await this.google.close();
    this.connect({});
    Object.assign(realEnvironment, usual);
    await super.close();
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

  /** Each call is on its own clock. */
  override ask(...call: Parameters<Api['ask']>): Promise<Response> {
    return this.#paused.run({ ms: 0 }, () => super.ask(...call));
  }

  async availability(): Promise<{ status: number; body: Availability }> {
    const answer = await this.ask('GET', '/api/calendar/availability');
    return { status: answer.status, body: Availability.parse(await answer.json()) };
  }

  /** Stores a request and its later work; answers the lead's id. */
  async request(more: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<string> {
    return (await this.receive(more, headers)).id;
  }

  /** The visitor presses Confirm. */
  async confirm(consultationId: string, slot: Slot, headers: Record<string, string> = {}): Promise<Answer> {
    const answer = await this.book(consultationId, slot, headers);
    const { error } = await answer.json();
    return { status: answer.status, error };
  }

  /** The visitor moves the visit on its page; answers the status. */
  async move(leadId: string, { start }: Slot): Promise<number> {
    return (await this.submit(await this.visitPage(leadId), { action: 'move', slot: start })).status;
  }

  async cancel(leadId: string): Promise<number> {
    return (await this.submit(await this.visitPage(leadId), { action: 'cancel' })).status;
  }

  async bookedVisit(): Promise<BookedVisit> {
    const [slot, other] = (await this.openSlots()).slice(2);
    if (!slot || !other) throw new Error('No slots');
    const id = await this.request();
    const { status } = await this.confirm(id, slot);
    if (status !== 201) throw new Error(`The booking was answered ${status}`);
    return { id, slot, other, event: this.eventOf(id) };
  }

  async sweep(): Promise<void> {
    await this.ask('POST', '/.netlify/functions/sweep');
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
