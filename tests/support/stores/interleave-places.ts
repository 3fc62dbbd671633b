import type { StoredRecord } from './memory-store.ts';

/** Where a schedule has come to, in numbers of a world: the same for two places where everything is the same. */
export interface Place<Outcome> {
  /** Of each actor all that it has heard. */
  readonly heard: readonly number[];
  readonly outcomes: readonly (Outcome | 'dead' | undefined)[];
  /** The records, by their full keys, in the order in which they came. */
  readonly records: ReadonlyMap<string, number>;
  /** Of each actor the record that its next step is about; `undefined` for a step that may be about any. */
  readonly about: readonly (string | undefined)[];
}

/** A choice is an actor's number; a negative one, `~actor`, is that actor's death. */
export type Choice = number;

/** A way that is left to be gone: from a place that was reached by `made`, with `choice`. */
export interface Way<Outcome> {
  readonly made: readonly Choice[];
  readonly place: Place<Outcome>;
  readonly choice: Choice;
}

/** What a step changes: of its actor all but its past, and one record (0: none is left), or all. */
interface Effect<Outcome> {
  readonly heard: number;
  readonly outcome: Outcome | 'dead' | undefined;
  readonly about: string | undefined;
  readonly records: number | ReadonlyMap<string, number>;
}

/** Numbers for the texts and the records of a world, so that what is long is compared once. */
export class Numbers {
  readonly #texts = new Map<string, number>();
  readonly #records = new WeakMap<StoredRecord, number>();
  readonly #recordOf = new Map<number, StoredRecord>();

  of(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size + 1;
    this.#texts.set(text, number);
    return number;
  }

  /** Of a record that is never changed. */
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

/** Who may move, or die (at most one), where whoever has no outcome waits before a step. */
export function choicesAt(outcomes: readonly unknown[], mortal: readonly number[]): Choice[] {
  const alive = outcomes.flatMap((outcome, index) => (outcome === undefined ? [index] : []));
  const deaths = alive.filter((index) => mortal.includes(index)).map((index) => ~index);
  return outcomes.includes('dead') ? alive : [...alive, ...deaths];
}

/** The places of a world that were gone through, and what became of each step when it was taken. */
export class Places<Outcome> {
  readonly numbers = new Numbers();
  readonly #seen = new Set<string>();
  readonly #ways: Way<Outcome>[] = [];
  readonly #effects = new Map<string, Effect<Outcome>>();
  readonly #mortal: readonly number[];

  constructor(mortal: readonly number[]) {
    this.#mortal = mortal;
  }

  /** Leaves the ways from a new place for later, the first choice to come first. Answers whether it is new. */
  arrive(place: Place<Outcome>, made: readonly Choice[]): boolean {
    const text = textOf(place);
    if (this.#seen.has(text)) return false;
    this.#seen.add(text);
    const [first, ...others] = choicesAt(place.outcomes, this.#mortal);
    for (const choice of others) this.#ways.push({ made, place, choice });
    if (first !== undefined) this.#ways.push({ made, place, choice: first });
    return true;
  }

  /** A way that nobody has gone. */
  next(): Way<Outcome> | undefined {
    return this.#ways.pop();
  }

  /** Whether nobody can move there any more. */
  isEnd({ outcomes }: Place<Outcome>): boolean {
    return choicesAt(outcomes, this.#mortal).length === 0;
  }

  /** Remembers what a step has changed. */
  note({ place, choice }: Way<Outcome>, after: Place<Outcome>): void {
    if (choice < 0) return;
    const key = place.about[choice];
    const records = key === undefined ? after.records : (after.records.get(key) ?? 0);
    const { heard, outcomes, about } = after;
    const effect = { heard: heard[choice] ?? 0, outcome: outcomes[choice], about: about[choice], records };
    this.#effects.set(causeOf(place, choice), effect);
  }

  /** Where a way leads; `null` where that is not known without going it. */
  after({ place, choice }: Way<Outcome>): Place<Outcome> | null {
    const { heard, outcomes, records, about } = place;
    if (choice < 0) return { ...place, outcomes: outcomes.with(~choice, 'dead') };
    const effect = this.#effects.get(causeOf(place, choice));
    if (!effect) return null;
    const left = effect.records;
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

/** All that it depends on what becomes of an actor's next step. */
function causeOf<Outcome>({ heard, about, records }: Place<Outcome>, actor: number): string {
  const key = about[actor];
  const found = key === undefined ? [...records.values()].join(' ') : `at ${records.get(key) ?? 0}`;
  return `${actor} ${heard[actor]} ${found}`;
}

function changed(records: ReadonlyMap<string, number>, key: string, record: number): ReadonlyMap<string, number> {
  if ((records.get(key) ?? 0) === record) return records;
  const after = new Map(records);
  if (record === 0) after.delete(key);
  else after.set(key, record);
  return after;
}
