import { firstVisit } from '#lead/visits';
import { isUnopened } from '#lead/lead';
import { findLead, findVisit } from '#server/leads/lead-records';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { isClosed } from '#contracts/lead-status';
import { lastStep } from '#contracts/visit-day';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { type Schema, type Store, unlessUnreadable } from '#server/storage/port';
import { type Records, recordsOf } from '#server/storage/typed-records';
import { leadIdOf, leadKey, leadReference } from '#server/leads/lead-id';

/**
 * The lead must meet it when the message is sent. `unbooked`: never had a visit. `unopened`: see `isUnopened`. `visit`: that
 * visit (its first, if none is named) still begins at `slot`, or has none; it has changed no further than `changes`; `mark`
 * (its instant) is still the last mark of its day; it is earlier than `before` (ms since the epoch); and the lead is not
 * lost, if `isOpen`. `early`: it is earlier than `before`; such a message is about no lead.
 */
const Condition = z.discriminatedUnion('kind', [
  keptObject({ kind: z.literal('unbooked') }),
  keptObject({ kind: z.literal('unopened') }),
  keptObject({ kind: z.literal('early'), before: z.number() }),
  keptObject({
    kind: z.literal('visit'),
    visit: z.optional(z.string()),
    changes: z.optional(z.number()),
    slot: z.optional(z.string()),
    mark: z.optional(z.string()),
    before: z.optional(z.number()),
    isOpen: z.optional(z.boolean()),
  }),
]);
export type Condition = z.infer<typeof Condition>;

/** True if the lead meets the condition at `now` (ms since the epoch). */
export async function isStillTrue(leads: Store, id: string, condition: Condition, now: number): Promise<boolean> {
  if (condition.kind === 'early') return now < condition.before;
  if (condition.kind === 'unbooked') {
    // After a booking, the owner gets a notice about the visit instead.
    return !(await unlessUnreadable(findLead(leads, id), () => null))?.lead.bookedAt;
  }
  if (condition.kind === 'unopened') {
    const lead = (await unlessUnreadable(findLead(leads, id), () => null))?.lead;
    return lead !== undefined && isUnopened(lead);
  }
  const found = await unlessUnreadable(findVisit(leads, condition.visit ?? firstVisit(id)), () => null);
  if (!found) return false;
  const { slot, start, changes, day, outcome } = found.visit;
  const isSame = condition.changes === undefined || changes === condition.changes;
  const begins = slot === undefined ? undefined : start;
  // Somebody was at home after all.
  const isMoot = outcome !== undefined && outcome !== 'not home';
  const isMarked = condition.mark === undefined || (!isMoot && lastStep(day)?.at === condition.mark);
  if (condition.isOpen && isClosed(found.lead)) return false;
  return isSame && isMarked && begins === condition.slot && now < (condition.before ?? Infinity);
}

const Waiting = keptObject({
  message: z.unknown(),
  createdAt: z.number(),
  attempts: z.number(),
  /** Nobody tries earlier: the message is postponed, or another process is sending it. */
  nextAttemptAt: z.number(),
  lastError: z.optional(z.string()),
  onlyIf: z.optional(Condition),
});

export interface AboutLead {
  /** The lead's id. */
  readonly lead: string;
}

/** A message in the outbox. Times are in ms since the epoch. */
export type Waiting<Of> = Omit<z.infer<typeof Waiting>, 'message'> & { readonly message: Of };

/** Where a channel keeps its messages. */
export interface Outbox<Of extends AboutLead> {
  /** In the store of the leads, with its slash; mail has none. */
  readonly folder: string;
  readonly message: Schema<Of>;
  /** One message, for the owner: `a mail`. */
  readonly what: string;
  /** False while the message must wait, as at night. Absent: none waits. `now` in ms. */
  mayGo?(message: Of, now: number): boolean;
}

/** An outbox in its store. A message that has ended leaves two notes. */
export interface Box<Of extends AboutLead> {
  readonly waiting: Records<Waiting<Of>>;
  /** Against repeats. */
  readonly ended: Records<z.infer<typeof Ended>>;
  /** `<day>/<key>`, so that a sweep finds the old ones. */
  readonly endedOn: Records<unknown>;
  mayGo(message: Of, now: number): boolean;
}

/** The kinds of an outbox's records, each by the message's key. */
export const kindsOf = <Of extends AboutLead>({ folder, message }: Outbox<Of>) => ({
  waiting: { place: `${folder}outbox/`, schema: waitingSchema(message) },
  ended: { place: `${folder}mailed/`, schema: Ended, isReplaceable: true as const },
  endedOn: { place: `${folder}mailed-on/`, schema: z.unknown() },
});

export function boxOf<Of extends AboutLead>(leads: Store, outbox: Outbox<Of>): Box<Of> {
  const { waiting, ended, endedOn } = kindsOf(outbox);
  return {
    waiting: recordsOf(leads, waiting),
    ended: recordsOf(leads, ended),
    endedOn: recordsOf(leads, endedOn),
    mayGo: outbox.mayGo ?? (() => true),
  };
}

/** The schema of a waiting message. */
function waitingSchema<Of>(message: Schema<Of>): Schema<Waiting<Of>> {
  return {
    safeParse(value) {
      const waiting = Waiting.safeParse(value);
      if (!waiting.success) return { success: false };
      const read = message.safeParse(waiting.data.message);
      return read.success ? { success: true, data: { ...waiting.data, message: read.data } } : { success: false };
    },
  };
}

/** `overtaken`: the message was out of date and was not sent. */
const Ended = keptObject({ state: z.enum(['sent', 'gave up', 'overtaken']), at: z.number() });
type Ending = z.infer<typeof Ended> & { readonly attempts: number; readonly lastError?: string | undefined };

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** ms. Longer than any wait that is meant: for a booking, for a dead sender, or after a failure. */
const LONGEST_WAIT_MS = 3 * HOUR;

/** A clock that was ahead and is right again must leave no message waiting for its date. `now` in ms. */
export function isDue({ attempts, createdAt, nextAttemptAt }: Waiting<unknown>, now: number): boolean {
  const isOfWrongClock = nextAttemptAt > now + LONGEST_WAIT_MS || (attempts === 0 && createdAt > now + MINUTE);
  return nextAttemptAt <= now || isOfWrongClock;
}

/** When a message goes out: at once, or not before `notBefore` (ms since the epoch), and only if a condition holds. */
export interface Due {
  readonly notBefore?: number;
  readonly onlyIf?: Condition;
  /** This very call created the news, so its key cannot be in use. */
  readonly isFirst?: boolean;
}

/** Stores the message under its key. Returns `false` if the key was ever used before. */
export async function enqueue<Of extends AboutLead>(
  { waiting, ended }: Box<Of>,
  key: string,
  message: Of,
  now: number,
  { notBefore = now, onlyIf, isFirst = false }: Due = {},
): Promise<boolean> {
  const written = { message, createdAt: now, attempts: 0, nextAttemptAt: notBefore, ...(onlyIf && { onlyIf }) };
  const [hasEnded, created] = await Promise.all([isFirst ? false : ended.isThere(key), waiting.create(key, written)]);
  // Another process may lease it before this deletion. `lease` also checks for an end, so nothing is sent twice.
  if (hasEnded && created !== null) await waiting.delete(key);
  return !hasEnded && created !== null;
}

/** True if the key was ever used. */
export async function isKnown({ waiting, ended }: Box<AboutLead>, key: string): Promise<boolean> {
  return (await Promise.all([waiting.isThere(key), ended.isThere(key)])).includes(true);
}

/** The message that waits; `null` if there is none, or nobody can read it. */
export const readWaiting = <Of extends AboutLead>({ waiting }: Box<Of>, key: string): Promise<Waiting<Of> | null> =>
  unlessUnreadable(waiting.read(key), () => null);

/** Takes a due message for one attempt until `until`. `null` if it is not due, taken by another process or ended. */
export async function lease<Of extends AboutLead>(
  { waiting, ended }: Box<Of>,
  key: string,
  { now, until }: { now: number; until: number },
): Promise<{ waiting: Waiting<Of>; etag: string } | null> {
  const { after, etag } = await waiting.change(key, (message) =>
    message && isDue(message, now) ? { ...message, attempts: message.attempts + 1, nextAttemptAt: until } : null,
  );
  if (!after || etag === null) return null;
  // The message ended while `enqueue` was writing it again.
  if (await ended.isThere(key)) {
    await waiting.delete(key);
    return null;
  }
  return { waiting: after, etag };
}

/** Records the end of a message. If the process dies halfway, the next attempt ends the message without sending it. */
export async function finish(box: Box<AboutLead>, key: string, ending: Ending): Promise<void> {
  await box.endedOn.put(`${dayOf(ending.at)}/${key}`, null);
  await box.ended.create(key, ending);
  await box.waiting.delete(key);
}

/** All waiting messages, the oldest first. Skips unreadable records. */
export async function listWaiting<Of extends AboutLead>(
  box: Box<Of>,
): Promise<{ key: string; waiting: Waiting<Of> }[]> {
  const { records } = await box.waiting.list();
  return records
    .map(({ name, value }) => ({ key: name, waiting: value }))
    .toSorted((a, b) => a.waiting.createdAt - b.waiting.createdAt);
}

export interface WaitingCount {
  readonly count: number;
  /** When the oldest was written of those that might go for an hour by now, in ms since the epoch. */
  readonly oldest: number | null;
}

/** The messages that wait, for the health page. */
export async function countWaiting(box: Box<AboutLead>, now: number): Promise<WaitingCount> {
  const waiting = await listWaiting(box);
  const mayGo = (one: (typeof waiting)[number]) => [now, now - HOUR].every((at) => box.mayGo(one.waiting.message, at));
  const oldest = waiting.find(mayGo)?.waiting.createdAt ?? null;
  return { count: waiting.length, oldest };
}

const KEPT_MS = 60 * DAY;

/** Forgets messages that ended or began waiting over 60 days ago. `now` in ms. */
export async function sweepOutbox(box: Box<AboutLead>, now: number): Promise<void> {
  const limit = dayOf(now - KEPT_MS);
  for (const name of await box.endedOn.names()) {
    if (name >= limit) break;
    await box.ended.delete(name.slice(`${limit}/`.length));
    await box.endedOn.delete(name);
  }
  for (const { key, waiting } of await listWaiting(box)) {
    if (waiting.createdAt < now - KEPT_MS) await box.waiting.delete(key);
  }
}

/** Deletes all messages about a lead, including unsent ones. */
export async function forgetMessages(box: Box<AboutLead>, leadId: string): Promise<void> {
  for (const key of await keysOf(box, `${leadReference(leadId)}-`)) await forget(box, key);
}

/** The ids of all leads, and their references. */
export async function namesOfLeads(leads: Store): Promise<ReadonlySet<string>> {
  const ids = (await leads.list(leadKey(''))).map(({ key }) => leadIdOf(key));
  return new Set([...ids, ...ids.map(leadReference)]);
}

/** Deletes the messages of these keys that are about none of the standing leads. */
export async function forgetOrphans(
  box: Box<AboutLead>,
  keys: readonly string[],
  standing: ReadonlySet<string>,
): Promise<void> {
  for (const key of keys) {
    const [, reference] = /^([0-9a-f]{32})-/.exec(key) ?? [];
    if (reference && !standing.has(reference)) await forget(box, key);
  }
}

async function forget({ waiting, ended, endedOn }: Box<AboutLead>, key: string): Promise<void> {
  await waiting.delete(key);
  const ending = await ended.read(key);
  if (ending) await endedOn.delete(`${dayOf(ending.at)}/${key}`);
  await ended.delete(key);
}

/** The keys that begin so, of waiting and of ended messages. One that is just ending is in both folders. */
export async function keysOf({ waiting, ended }: Box<AboutLead>, beginning: string): Promise<string[]> {
  const listed = await Promise.all([waiting, ended].map((records) => records.names(beginning)));
  return [...new Set(listed.flat())];
}
