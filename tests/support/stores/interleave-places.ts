import type { StoredRecord } from './memory-store.ts';

/** The state of a schedule in numbers, equal for equal places. */
export interface Place<Outcome> {
  /** All that each actor has heard. */
  readonly heard: readonly number[];
  readonly outcomes: readonly (Outcome | 'dead' | undefined)[];
  /** By full keys, in order of creation. */
  readonly records: ReadonlyMap<string, number>;
  /** The record of each actor's next step, or the prefix of its listing; `undefined` if it may be any. */
  readonly about: readonly (string | undefined)[];
}

/** Ends the prefix of a listing, which changes nothing. */
export const LISTED = '*';

/** An actor's number; `~actor` is that actor's death. */
export type Choice = number;

/** An untried way: the place reached by `made`, and the next `choice`. */
export interface Way<Outcome> {
  readonly made: readonly Choice[];
  readonly place: Place<Outcome>;
  readonly choice: Choice;
}

/** A step's changes: its actor's state, and one record (0: gone) or all. */
interface Effect<Outcome> {
  readonly heard: number;
  readonly outcome: Outcome | 'dead' | undefined;
  readonly about: string | undefined;
  readonly records: number | ReadonlyMap<string, number>;
}

/** Numbers for texts and records, so that long ones are compared once. */
export class Numbers {
  readonly #texts = new Map<string, number>();
  readonly #records = new WeakMap<StoredRecord, number>();
  readonly #recordOf = new Map<number, StoredRecord>();

  of(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size + 1;
    this.#texts.set(text, number);
    return number;
  }

  /** For a record that never changes. */
  ofRecord(key: string, record: StoredRecord): number {
    const known = this.#records.get(record);
    if (known !== undefined) return known;
    const number = this.of(JSON.stringify([key, record]));
    this.#records.set(record, number);
    this.#recordOf.set(number, record);
    return number;
  }

  recordOf(number: number): StoredRecord {
    const record = this.#recordOf.get(number);
    if (!record) throw new Error(`No record has the number ${number}`);
    return record;
  }
}

/** The actors without an outcome that may move, and those that may die (at most one in a run). */
export function choicesAt(outcomes: readonly unknown[], mortal: readonly number[]): Choice[] {
  const alive = outcomes.flatMap((outcome, index) => (outcome === undefined ? [index] : []));
  const deaths = alive.filter((index) => mortal.includes(index)).map((index) => ~index);
  return outcomes.includes('dead') ? alive : [...alive, ...deaths];
}

/** The visited places, and the known effects of steps. */
export class Places<Outcome> {
  readonly numbers = new Numbers();
  readonly #seen = new Set<string>();
  readonly #queue: Way<Outcome>[] = [];
  readonly #effects = new Map<string, Effect<Outcome>>();
  readonly #mortal: readonly number[];

  constructor(mortal: readonly number[]) {
    this.#mortal = mortal;
  }

  /** Queues the ways from a new place, the first choice first. Answers whether it is new. */
  arrive(place: Place<Outcome>, made: readonly Choice[]): boolean {
    const text = textOf(place);
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    const [first, ...others] = choicesAt(place.outcomes, this.#mortal);
    for (const choice of others) this.#queue.push({ made, place, choice });
    if (first !== undefined) this.#queue.push({ made, place, choice: first });
    return true;
  }

  next(): Way<Outcome> | undefined {
    return this.#queue.pop();
  }

  /** Nobody can move any more. */
  isEnd({ outcomes }: Place<Outcome>): boolean {
    return choicesAt(outcomes, this.#mortal).length === 0;
  }

  note({ place, choice }: Way<Outcome>, after: Place<Outcome>): void {
    if (choice < 0) return;
    const key = place.about[choice];
    const records = key === undefined || key.endsWith(LISTED) ? after.records : (after.records.get(key) ?? 0);
    const { heard, outcomes, about } = after;
    const effect = { heard: heard[choice] ?? 0, outcome: outcomes[choice], about: about[choice], records };
    this.#effects.set(causeOf(place, choice), effect);
  }

  /** The place behind a way; `null` if it must be tried. */
  after({ place, choice }: Way<Outcome>): Place<Outcome> | null {
    const { heard, outcomes, records, about } = place;
    if (choice < 0) return { ...place, outcomes: outcomes.with(~choice, 'dead') };
    const effect = this.#effects.get(causeOf(place, choice));
    if (!effect) return null;
    const left = about[choice]?.endsWith(LISTED) ? records : effect.records;
    return {
      heard: heard.with(choice, effect.heard),
      outcomes: outcomes.with(choice, effect.outcome),
      records: typeof left === 'number' ? changed(records, about[choice] ?? '', left) : left,
      about: about.with(choice, effect.about),
    };
  }
}

export function textOf<Outcome>({ heard, outcomes, records }: Place<Outcome>): string {
  return `${heard.join(' ')} ${JSON.stringify(outcomes)} ${[...records.values()].join(' ')}`;
}

/** All that determines the effect of an actor's next step. */
function causeOf<Outcome>({ heard, about, records }: Place<Outcome>, actor: number): string {
  const key = about[actor];
  return `${actor} ${heard[actor]} ${key === undefined ? [...records.values()].join(' ') : foundAt(records, key)}`;
}

/** What a step finds at its key, or under the prefix of its listing. */
function foundAt(records: ReadonlyMap<string, number>, key: string): string {
  if (!key.endsWith(LISTED)) return `at ${records.get(key) ?? 0}`;
  const prefix = key.slice(0, -LISTED.length);
  return `under ${[...records].flatMap(([name, record]) => (name.startsWith(prefix) ? record : [])).join(' ')}`;
}

function changed(records: ReadonlyMap<string, number>, key: string, record: number): ReadonlyMap<string, number> {
  if ((records.get(key) ?? 0) === record) return records;
  const after = new Map(records);
  if (record === 0) after.delete(key);
  else after.set(key, record);
  return after;
}
