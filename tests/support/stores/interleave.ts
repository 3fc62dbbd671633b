import { beginTurn, chanceOf, forgetNames, pick, withoutChance } from '../chance.ts';
import { type Choice, choicesAt, Numbers, type Place, Places, textOf, type Way } from './interleave-places.ts';
import { memoryStore, type Records } from './memory-store.ts';
import type { Store } from '#server/storage/port';

export { memoryStore, type Records };

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

/**
 * Runs the actors under every schedule of their steps, deaths included, and hands each end to `check`. A place that
 * was reached before with the same records, the same answers given to each actor and the same dead is not gone
 * through again: what follows from it is the same. Nor is a step taken again to see where it leads, once the same actor
 * has taken it after it had heard the same, and found the same record. So nothing may be left to chance: the clock
 * stands, and names are made by whose turn it is. Answers how many schedules were run to their ends.
 */
export function everyInterleaving<Outcome>(
  world: World<Outcome>,
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<number> {
  return withoutChance(() => goEveryWay(world, check));
}

/**
 * As `everyInterleaving`, for a check that looks at nothing but the records and the outcomes: of the ends that are the
 * same in both it is shown the first.
 */
export function everyEnd<Outcome>(
  world: World<Outcome>,
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<number> {
  const numbers = new Numbers();
  const checked = new Set<string>();
  return everyInterleaving<Outcome>(world, (run) => {
    const records = Array.from(run.records, ([key, record]) => numbers.ofRecord(key, record));
    const end = `${JSON.stringify(run.outcomes)} ${records.join(' ')}`;
    if (checked.has(end)) return;
    checked.add(end);
    return check(run);
  });
}

async function goEveryWay<Outcome>(
  world: World<Outcome>,
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<number> {
  const places = new Places<Outcome>(world.mortal ?? []);
  let ends = 0;
  for (let way: Way<Outcome> | null | undefined = null; way !== undefined; way = places.next()) {
    const place = way && places.after(way);
    if (way && place && !places.isEnd(place)) {
      places.arrive(place, [...way.made, way.choice]);
      continue;
    }
    const run = way && place ? endOf(place, [...way.made, way.choice], places) : await follow(world, way, places);
    if (!run) continue;
    ends += 1;
    // Whoever checks is none of the actors.
    forgetNames();
    beginTurn(world.actors.length);
    await check(run);
  }
  return ends;
}

/** A schedule whose end is known without a run. */
function endOf<Outcome>(place: Place<Outcome>, made: readonly Choice[], { numbers }: Places<Outcome>): Run<Outcome> {
  const records: Records = new Map();
  for (const [key, number] of place.records) records.set(key, numbers.recordOf(number));
  return { records, outcomes: place.outcomes as (Outcome | 'dead')[], schedule: scheduleOf(made) };
}

function scheduleOf(made: readonly Choice[]): string {
  return made.map((choice) => (choice < 0 ? `${~choice}†` : `${choice}`)).join(' ');
}

/** As `everyInterleaving`, where there are too many: `runs` schedules by chance, the same for the same seed. */
export async function someInterleavings<Outcome>(
  world: World<Outcome>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  check: (run: Run<Outcome>) => Promise<void> | void,
): Promise<void> {
  const random = chanceOf(seed);
  for (let left = runs; left > 0; left -= 1) {
    const run = await play(world, null, (choices) => (choices.length > 0 ? pick(random, choices) : null));
    if (run) await check(run);
  }
}

/** One run, in which `choose` says what is next; null gives the run up. It is asked at the end as well. */
async function play<Outcome>(
  world: World<Outcome>,
  numbers: Numbers | null,
  choose: (choices: readonly Choice[], made: readonly Choice[], stage: Stage<Outcome>) => Choice | null,
): Promise<Run<Outcome> | null> {
  const stage = new Stage(world, numbers);
  const made: Choice[] = [];
  for (;;) {
    await stage.settled();
    const choices = stage.choices();
    const choice = choose(choices, made, stage);
    if (choices.length === 0) return stage.end(made);
    if (choice === null) return null;
    made.push(choice);
    stage.move(choice);
  }
}

/** Goes a way, `null` from the start, and then takes the first choice everywhere, leaving the others for later. */
function follow<Outcome>(
  world: World<Outcome>,
  way: Way<Outcome> | null,
  places: Places<Outcome>,
): Promise<Run<Outcome> | null> {
  let last = way;
  return play(world, places.numbers, (_, made, stage) => {
    if (way && made.length < way.made.length) return way.made[made.length] as Choice;
    if (made.length === (way?.made.length ?? 0)) stage.recall(way?.place.heard ?? []);
    const place = stage.place(places.numbers);
    if (way && made.length === way.made.length) {
      if (textOf(place) !== textOf(way.place)) throw new Error('Something in this world is left to chance');
      return way.choice;
    }
    if (last) places.note(last, place);
    if (places.isEnd(place)) return null;
    last = places.arrive(place, [...made]) ? (places.next() ?? null) : null;
    return last?.choice ?? null;
  });
}

/** One run: the records, and each actor waiting before its next step. */
class Stage<Outcome> {
  readonly #records: Records;
  readonly #outcomes: (Outcome | 'dead' | undefined)[];
  readonly #gates: ((() => void) | undefined)[];
  /** For each actor the number of all that it has heard; `null` while nobody asks. */
  #heard: number[] | null = null;
  /** For each actor the key of the record that its next step is about. */
  readonly #about: (string | undefined)[];
  readonly #turns: Promise<unknown>[];
  readonly #mortal: readonly number[];
  readonly #numbers: Numbers | null;
  #failure: { error: unknown } | undefined;

  constructor(world: World<Outcome>, numbers: Numbers | null) {
    this.#numbers = numbers;
    forgetNames();
    this.#records = world.start();
    this.#outcomes = world.actors.map(() => undefined);
    this.#gates = world.actors.map(() => undefined);
    this.#about = world.actors.map(() => undefined);
    this.#turns = world.actors.map(() => Promise.resolve());
    this.#mortal = world.mortal ?? [];
    world.actors.forEach((actor, index) => {
      const step: Step = (what, run) =>
        this.#gated(index, { given: [what] }, () => run((name) => memoryStore(this.#records, name)));
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
    return choicesAt(this.#outcomes, this.#mortal);
  }

  move(choice: Choice): void {
    const index = choice < 0 ? ~choice : choice;
    const gate = this.#gates[index];
    this.#gates[index] = undefined;
    beginTurn(index);
    if (choice < 0) this.#outcomes[index] = 'dead';
    else gate?.();
  }

  /** From here on what actors hear is noted; `before` is what they had heard until now. */
  recall(before: readonly number[]): void {
    this.#heard = this.#outcomes.map((_, index) => before[index] ?? 0);
  }

  place(numbers: Numbers): Place<Outcome> {
    const records = new Map<string, number>();
    for (const [key, record] of this.#records) records.set(key, numbers.ofRecord(key, record));
    return { heard: [...(this.#heard ?? [])], outcomes: [...this.#outcomes], records, about: [...this.#about] };
  }

  end(made: readonly Choice[]): Run<Outcome> {
    return { records: this.#records, outcomes: this.#outcomes as (Outcome | 'dead')[], schedule: scheduleOf(made) };
  }

  /** An actor takes one step at a time: what it asks at once it asks in the order in which it said so. */
  #gated<Answer>(index: number, asked: Asked, run: () => Promise<Answer>): Promise<Answer> {
    const step = (this.#turns[index] ?? Promise.resolve()).then(() => this.#step(index, asked, run));
    this.#turns[index] = step.catch(() => undefined);
    return step;
  }

  /** Waits until it is the actor's turn, and notes what it then heard. */
  async #step<Answer>(index: number, { given, key }: Asked, run: () => Promise<Answer>): Promise<Answer> {
    await new Promise<void>((resolve) => {
      this.#about[index] = key;
      this.#gates[index] = resolve;
    });
    const answer = await run();
    if (this.#heard && this.#numbers) {
      this.#heard[index] = this.#numbers.of(`${this.#heard[index]} ${JSON.stringify([given, answer])}`);
    }
    return answer;
  }

  #store(index: number, name: string): Store {
    const plain = memoryStore(this.#records, name);
    const step =
      <Arguments extends [key: string, ...unknown[]], Answer>(call: (...given: Arguments) => Promise<Answer>) =>
      (...given: Arguments): Promise<Answer> =>
        this.#gated(index, { given, key: `${name}:${given[0]}` }, () => call(...given));
    return {
      ...plain,
      get: step(plain.get),
      create: step(plain.create),
      replace: step(plain.replace),
      put: step(plain.put),
      delete: step(plain.delete),
      list: (prefix) => this.#gated(index, { given: [prefix] }, () => plain.list(prefix)),
    };
  }
}

/** What a step is asked to do, and the full key of the record that it is about, where that is one. */
interface Asked {
  readonly given: readonly unknown[];
  readonly key?: string;
}
