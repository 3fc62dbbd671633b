import { createHash } from 'node:crypto';
import { chanceOf, pick } from './chance.ts';
import type { Listed, Store, Stored } from '#server/storage/port';

/** The records of several stores in memory; each actor works on them through its own gate. */
export type Records = Map<string, { value: unknown; version: number }>;

export type OpenStore = (name: string) => Store;

/** Does at once, as one step, what somebody outside does with the records: a service that is asked, a network. */
export type Step = <Answer>(what: string, run: (open: OpenStore) => Promise<Answer>) => Promise<Answer>;

/** Works on the stores it is given; each of their calls is one step. */
type Actor<Outcome> = (open: OpenStore, step: Step) => Promise<Outcome>;

/** How one schedule ended. A dead actor has no outcome. */
export interface Run<Outcome> {
  readonly records: Records;
  readonly outcomes: readonly (Outcome | 'dead')[];
  /** For the message of a failure: who moved when, `†` marks a death. */
  readonly schedule: string;
}

interface World<Outcome> {
  readonly start: () => Records;
  readonly actors: readonly Actor<Outcome>[];
  /** Which actors may die, at most one in a run, before any of its steps. */
  readonly mortal?: readonly number[];
}

/** A choice is an actor's number; a negative one, `~actor`, is that actor's death. */
type Choice = number;

/**
 * Runs the actors under every schedule of their steps, deaths included, and hands each end to `check`. A place that
 * was reached before with the same records, the same answers given to each actor and the same dead is not gone
 * through again: what follows from it is the same. Answers how many schedules were run to their ends.
 */
export async function everyInterleaving<Outcome>(
  world: World<Outcome>,
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<number> {
  const seen = new Set<string>();
  const pending: Choice[][] = [[]];
  let ends = 0;
  for (let prefix = pending.pop(); prefix; prefix = pending.pop()) {
    const run = await follow(world, prefix, seen, pending);
    if (!run) continue;
    ends += 1;
    await check(run);
  }
  return ends;
}

/** As `everyInterleaving`, where there are too many: `runs` schedules by chance, the same for the same seed. */
export async function someInterleavings<Outcome>(
  world: World<Outcome>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<void> {
  const random = chanceOf(seed);
  for (let left = runs; left > 0; left -= 1) {
    const run = await play(world, (choices) => pick(random, choices));
    if (run) await check(run);
  }
}

/** One run, in which `choose` says what is next; null gives the run up. */
async function play<Outcome>(
  world: World<Outcome>,
  choose: (choices: readonly Choice[], made: readonly Choice[], stage: Stage<Outcome>) => Choice | null,
): Promise<Run<Outcome> | null> {
  const stage = new Stage(world);
  const made: Choice[] = [];
  for (;;) {
    await stage.settled();
    const choices = stage.choices();
    if (choices.length === 0) return stage.end(made);
    const choice = choose(choices, made, stage);
    if (choice === null) return null;
    made.push(choice);
    stage.move(choice);
  }
}

/** Follows a prefix of choices and then the first choice everywhere, leaving the others for later. */
function follow<Outcome>(
  world: World<Outcome>,
  prefix: readonly Choice[],
  seen: Set<string>,
  pending: Choice[][],
): Promise<Run<Outcome> | null> {
  return play(world, (choices, made, stage) => {
    const given = prefix[made.length];
    if (given !== undefined) return given;
    const place = stage.fingerprint();
    if (seen.has(place)) return null;
    seen.add(place);
    for (const other of choices.slice(1)) pending.push([...made, other]);
    return choices[0] as Choice;
  });
}

/** One run: the records, and each actor waiting before its next step. */
class Stage<Outcome> {
  readonly #records: Records;
  readonly #outcomes: (Outcome | 'dead' | undefined)[];
  readonly #gates: ((() => void) | undefined)[];
  readonly #heard: string[];
  readonly #turns: Promise<unknown>[];
  readonly #mortal: readonly number[];
  #failure: { error: unknown } | undefined;

  constructor(world: World<Outcome>) {
    this.#records = world.start();
    this.#outcomes = world.actors.map(() => undefined);
    this.#gates = world.actors.map(() => undefined);
    this.#heard = world.actors.map(() => '');
    this.#turns = world.actors.map(() => Promise.resolve());
    this.#mortal = world.mortal ?? [];
    world.actors.forEach((actor, index) => {
      const step: Step = (what, run) =>
        this.#gated(index, [what], () => run((name) => memoryStore(this.#records, name)));
      actor((name) => this.#store(index, name), step).then(
        (outcome) => {
          this.#outcomes[index] = outcome;
        },
        (error) => {
          this.#failure = { error };
        },
      );
    });
  }

  /** Resolves when every actor has ended or waits before a step. */
  async settled(): Promise<void> {
    while (this.#outcomes.some((outcome, index) => outcome === undefined && !this.#gates[index])) {
      if (this.#failure) throw this.#failure.error;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  choices(): Choice[] {
    const alive = this.#gates.flatMap((gate, index) => (gate ? [index] : []));
    const nobodyDied = !this.#outcomes.includes('dead');
    const deaths = nobodyDied ? alive.filter((index) => this.#mortal.includes(index)).map((index) => ~index) : [];
    return [...alive, ...deaths];
  }

  move(choice: Choice): void {
    const index = choice < 0 ? ~choice : choice;
    const gate = this.#gates[index];
    this.#gates[index] = undefined;
    if (choice < 0) this.#outcomes[index] = 'dead';
    else gate?.();
  }

  fingerprint(): string {
    const state = [[...this.#records], this.#heard, this.#outcomes];
    // What a random name alone tells apart is the same place.
    const text = JSON.stringify(state).replace(/\d{13}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'name');
    return createHash('sha1').update(text).digest('base64');
  }

  end(made: readonly Choice[]): Run<Outcome> {
    const schedule = made.map((choice) => (choice < 0 ? `${~choice}†` : `${choice}`)).join(' ');
    return { records: this.#records, outcomes: this.#outcomes as (Outcome | 'dead')[], schedule };
  }

  /** An actor takes one step at a time: what it asks at once it asks in the order in which it said so. */
  #gated<Answer>(index: number, given: readonly unknown[], run: () => Promise<Answer>): Promise<Answer> {
    const step = (this.#turns[index] ?? Promise.resolve()).then(() => this.#step(index, given, run));
    this.#turns[index] = step.catch(() => undefined);
    return step;
  }

  /** Waits until it is the actor's turn, and notes what it then heard. */
  async #step<Answer>(index: number, given: readonly unknown[], run: () => Promise<Answer>): Promise<Answer> {
    await new Promise<void>((resolve) => {
      this.#gates[index] = resolve;
    });
    const answer = await run();
    this.#heard[index] += JSON.stringify([given, answer]);
    return answer;
  }

  #store(index: number, name: string): Store {
    const plain = memoryStore(this.#records, name);
    const step = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments): Promise<Answer> => this.#gated(index, given, () => call(...given));
    };
    return {
      ...plain,
      get: step(plain.get),
      create: step(plain.create),
      replace: step(plain.replace),
      put: step(plain.put),
      delete: step(plain.delete),
      list: step(plain.list),
    };
  }
}

/** A store of records in memory: the port's rules and nothing else. */
export function memoryStore(records: Records, name: string): Store {
  const full = (key: string) => `${name}:${key}`;
  const etagOf = (version: number) => `v${version}`;
  const write = (key: string, value: unknown): string => {
    const version = (records.get(full(key))?.version ?? 0) + 1;
    records.set(full(key), { value: structuredClone(value), version });
    return etagOf(version);
  };
  const read = (key: string): Stored | null => {
    const record = records.get(full(key));
    return record ? { value: structuredClone(record.value), etag: etagOf(record.version) } : null;
  };
  return {
    get: async (key) => read(key),
    create: async (key, value) => (read(key) ? null : write(key, value)),
    replace: async (key, value, etag) => (read(key)?.etag === etag ? write(key, value) : null),
    put: async (key, value) => write(key, value),
    delete: async (key) => void records.delete(full(key)),
    list: async (prefix) => [...records.keys()].flatMap((key): Listed[] => listed(key, prefix)).sort(byKey),
    getBytes: () => Promise.reject(new Error('Records only')),
    putBytes: () => Promise.reject(new Error('Records only')),
  };

  function listed(key: string, prefix: string): Listed[] {
    const etag = etagOf(records.get(key)?.version ?? 0);
    return key.startsWith(full(prefix)) ? [{ key: key.slice(name.length + 1), etag }] : [];
  }
}

function byKey(a: Listed, b: Listed): number {
  return a.key < b.key ? -1 : 1;
}
