import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { deleted, duplicate, invalid, noInvitations, notFound, required } from './google-refusal.ts';
import { checkedTimes, EventTime, instantOf } from './google-time.ts';

const text = z.optional(z.string());
const properties = z.optional(z.record(z.string(), z.string()));

/** The fields of an inserted event. */
const EventInput = z.object({
  id: text,
  summary: text,
  description: text,
  location: text,
  start: z.optional(EventTime),
  end: z.optional(EventTime),
  transparency: z.optional(z.enum(['opaque', 'transparent'])),
  status: z.optional(z.enum(['confirmed', 'tentative', 'cancelled'])),
  recurringEventId: text,
  attendees: z.optional(z.array(z.object({ email: text }))),
  extendedProperties: z.optional(z.object({ private: properties, shared: properties })),
});
type EventInput = z.infer<typeof EventInput>;

export type GoogleEvent = EventInput & {
  id: string;
  status: string;
  start: EventTime;
  end: EventTime;
  updated: string;
};

/** A mail from Google to a guest. */
interface Invitation {
  readonly kind: 'invited' | 'cancelled';
  readonly to: string;
  readonly id: string;
}

const ID = /^[a-v0-9]{5,1024}$/;
const MAILBOX = /^[^\s@<>,]+@[^\s@<>,]+\.[^\s@<>,]+$/;

/** One calendar's events, and the owner's actions on them. */
export class EventBook {
  readonly timeZone: string;
  readonly invitations: Invitation[] = [];
  readonly #events = new Map<string, GoogleEvent>();

  constructor(timeZone: string) {
    this.timeZone = timeZone;
  }

  /** All events in order, also the deleted ones. */
  all(): GoogleEvent[] {
    return structuredClone([...this.#events.values()]);
  }

  alive(): GoogleEvent[] {
    return this.all().filter(({ status }) => status !== 'cancelled');
  }

  /** The owner's busy intervals, without events marked as free. */
  busy(): { start: number; end: number }[] {
    const events = [...this.#events.values()];
    return events
      .filter(({ status, transparency }) => status !== 'cancelled' && transparency !== 'transparent')
      .map((event) => this.intervalOf(event));
  }

  /** In ms. */
  intervalOf({ start, end }: Pick<GoogleEvent, 'start' | 'end'>): { start: number; end: number } {
    return { start: instantOf(start, this.timeZone), end: instantOf(end, this.timeZone) };
  }

  /** The owner adds an event; answers its id. */
  add(event: EventInput): string {
    return this.insert(event, { mails: false, mayInvite: true }).id;
  }

  /** The owner moves an event. */
  move(id: string, start: EventTime, end: EventTime): void {
    this.change(id, checkedTimes(start, end, this.timeZone));
  }

  /** The owner changes an event. */
  change(id: string, change: Partial<GoogleEvent>): void {
    this.#events.set(id, { ...this.get(id), ...change });
  }

  /** The owner deletes an event. */
  cancel(id: string): void {
    this.change(id, { status: 'cancelled' });
  }

  /** Google forgets an event that was deleted long ago. */
  forget(id: string): void {
    this.#events.delete(id);
  }

  insert(body: unknown, { mails, mayInvite }: { mails: boolean; mayInvite: boolean }): GoogleEvent {
    const parsed = EventInput.safeParse(body);
    if (!parsed.success) throw invalid(`Invalid value for: ${parsed.error.issues[0]?.path.join('.')}`);
    const input = parsed.data;
    if (input.id !== undefined && !ID.test(input.id)) throw invalid('Invalid resource id value.');
    const times = checkedTimes(input.start, input.end, this.timeZone);
    checkGuests(input, mayInvite);
    const id = input.id ?? randomBytes(16).toString('hex');
    if (this.#events.has(id)) throw duplicate();
    const event: GoogleEvent = {
      ...input,
      ...times,
      id,
      status: input.status ?? 'confirmed',
      updated: new Date().toISOString(),
    };
    this.#events.set(id, event);
    if (mails) this.#mail('invited', event);
    return structuredClone(event);
  }

  /** `events.patch`: of the fields only texts and guests. */
  patch(id: string, body: unknown): GoogleEvent {
    const { summary, description, location, attendees } = EventInput.parse(body);
    const given = Object.entries({ summary, description, location, attendees }).filter(
      ([, value]) => value !== undefined,
    );
    this.change(id, Object.fromEntries(given));
    return this.get(id);
  }

  /** `events.get`: finds a deleted event as canceled. */
  get(id: string): GoogleEvent {
    const event = this.#events.get(id);
    if (!event) throw notFound();
    return structuredClone(event);
  }

  delete(id: string, mails: boolean): void {
    const event = this.get(id);
    if (event.status === 'cancelled') throw deleted();
    this.cancel(id);
    if (mails) this.#mail('cancelled', event);
  }

  #mail(kind: Invitation['kind'], { id, attendees = [] }: GoogleEvent): void {
    for (const { email } of attendees) this.invitations.push({ kind, to: email ?? '', id });
  }
}

function checkGuests({ attendees }: EventInput, mayInvite: boolean): void {
  if (!attendees?.length) return;
  if (!mayInvite) throw noInvitations();
  for (const { email } of attendees) {
    if (!email) throw required('Missing attendee email.');
    if (!MAILBOX.test(email)) throw invalid('Invalid attendee email.');
  }
}
