import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import type { Untold } from '#lead/lead';
import { textNumber } from '#lib/contact';
import { DAY } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

/** Names the numbers that have stopped, for lists of leads. The ledger decides. */
export const STOPPED_NUMBERS = 'texts/stopped/';

/** A number in E.164, as the end of a key. */
const digitsOf = (number: string) => number.replace('+', '');
const stoppedKey = (number: string) => STOPPED_NUMBERS + digitsOf(number);

/** One thing that a number said, or that was said of it. Instants are ISO 8601 in UTC. */
const Entry = keptObject({
  /** The same one is written once. */
  id: z.string(),
  at: z.string(),
  /** `withdrawn`: the box was unticked, or the lead has another number. */
  what: z.enum(['agreed', 'withdrawn', 'stopped', 'again']),
  /** `visitor`, `provider`, or the one of us who noted it. */
  by: z.string(),
  lead: z.optional(z.string()),
  /** Of an agreement and its end: `dialog`, `form`, `visit` or `desk`, and the name of the wording (docs/consent.md). */
  where: z.optional(z.string()),
  wording: z.optional(z.string()),
  /** What was texted. */
  text: z.optional(z.string()),
});
export type LedgerEntry = z.infer<typeof Entry>;

/** What one number has agreed to and taken back. Entries are only added, and outlive the lead: they are the proof. */
const Ledger = keptObject({
  entries: z.array(Entry),
  /** The key of the first text to the number, which says who we are and how to stop. */
  first: z.optional(z.string()),
  /** The texts of the last 24 hours that count, each by its key. `at` in ms. */
  sent: z._default(z.array(keptObject({ key: z.string(), at: z.number() })), []),
});
export type Ledger = z.infer<typeof Ledger>;

export type Standing = 'agreed' | 'stopped' | 'unknown';

/** Whether the number may be texted. Who has stopped begins again by a text only: the carriers refuse all else. */
export function standingOf({ entries }: Pick<Ledger, 'entries'>): Standing {
  // A provider may tell of an older stop late.
  const said = entries.filter(({ what }) => what === 'stopped' || what === 'again');
  const [last] = said.sort((one, other) => (one.at < other.at ? 1 : -1));
  if (last?.what === 'stopped') return 'stopped';
  return entries.length > 0 ? 'agreed' : 'unknown';
}

export const ledgers = { place: 'texts/ledger/', schema: Ledger } as const;
const none: Ledger = { entries: [], sent: [] };

/** The ledger of a number; an empty one for a number that nobody spoke of. Throws `UnreadableRecord`. */
export async function readLedger(leads: Store, number: string): Promise<Ledger> {
  return (await recordsOf(leads, ledgers).read(digitsOf(number))) ?? none;
}

/** Whether the number of such a phone has stopped. Asks the store once. */
export async function stoppedNumbers(leads: Store): Promise<(phone: string | undefined) => boolean> {
  const keys = new Set((await leads.list(STOPPED_NUMBERS)).map(({ key }) => key));
  return (phone) => keys.has(stoppedKey(textNumber(phone) ?? 'none'));
}

/** Adds to the ledger by compare-and-swap. `change` answers the same ledger if nothing is to be added. */
export async function changeLedger(leads: Store, number: string, change: (ledger: Ledger) => Ledger): Promise<Ledger> {
  const { after } = await recordsOf(leads, ledgers).change(digitsOf(number), (ledger) => {
    const next = change(ledger ?? none);
    return next === none ? null : next;
  });
  if (!after) return none;
  // A repeat makes up for a death before this.
  if (standingOf(after) === 'stopped') await leads.create(stoppedKey(number), null);
  else if (after.entries.some(({ what }) => what === 'again')) await leads.delete(stoppedKey(number));
  return after;
}

/** The ledger with the entry, unless it has one of that id. */
export const withEntry = (ledger: Ledger, entry: LedgerEntry): Ledger =>
  ledger.entries.some(({ id }) => id === entry.id) ? ledger : { ...ledger, entries: [...ledger.entries, entry] };

/**
 * Notes in a number's ledger what a lead says of its texts: at the tick, and at its end. A repeat writes nothing. Throws
 * `UnreadableRecord`.
 */
export async function noteConsent(
  leads: Store,
  lead: string,
  { kind, at, number = '', ...how }: Untold,
): Promise<void> {
  const { by = 'visitor', where, wording } = how;
  const what = kind === 'agreed' ? kind : 'withdrawn';
  const entry = { id: `${what}-${lead}-${at}-${where}`, at, what, by, lead, where, wording } as const;
  await changeLedger(leads, number, (ledger) => withEntry(ledger, entry));
}

/** The limit of the strictest state for sales texts (docs/texts.md), which we keep for all texts. */
const MOST_A_DAY = 3;

/**
 * The ledger with one more text, or `null` if the number has had as many as it may. A key counts once, at its last attempt.
 * `now` in ms.
 */
export function withSent(ledger: Ledger, key: string, now: number): Ledger | null {
  const sent = ledger.sent.filter((one) => one.at > now - DAY && one.key !== key);
  return sent.length >= MOST_A_DAY ? null : { ...ledger, sent: [...sent, { key, at: now }] };
}
