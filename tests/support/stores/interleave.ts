import { beginTurn, chanceOf, forgetNames, SEEDS, withoutChance } from '../chance.ts';
import { type Choice, choicesAt, LISTED, Numbers, type Place, Places, textOf, type Way } from './interleave-places.ts';
import { memoryStore, openOf, type Records, wrapped } from './memory-store.ts';
import type { Store } from '#server/storage/port';

export { memoryStore, openOf, type Records };

export type OpenStore = (name: string) => Store;

/** One step of an outside service or network on the records. */
export type Step = <Answer>(what: string, run: (open: OpenStore) => Promise<Answer>) => Promise<Answer>;

/** Works on its stores. Each of their calls is one step. */
type Actor<Outcome> = (open: OpenStore, step: Step) => Promise<Outcome>;

/** The end of a schedule. A dead actor has no outcome. */
export interface Run<Outcome> {
  readonly records: Records;
  readonly outcomes: readonly (Outcome | 'dead')[];
  /** For failure messages: who moved when; `†` marks a death. */
  readonly schedule: string;
}

type Check<Outcome> = (run: Run<Outcome>) => Promise<void> | void;

interface World<Outcome> {
  readonly start: () => Records;
  readonly actors: readonly Actor<Outcome>[];
  /** Actors that may die: at most one in a run, before any of its steps. */
  readonly mortal?: readonly number[];
}

/**
 * Runs the actors under every schedule of their steps, with deaths, and hands each end to `check`. Skips a place that
 * was reached before, and a step whose effect is known: the same actor had heard the same and found the same record. So
 * nothing may be random: the clock stands, and names tell their maker. Of ends with equal records and outcomes `check`
 * gets the first. Answers the number of complete schedules.
 */
export function everyInterleaving<Outcome>(world: World<Outcome>, check: Check<Outcome>): Promise<number> {
  return withoutChance(() => goEveryWay(world, ofNewEnds(check)));
}

/** As `everyInterleaving`. */
export function everyEnd<Outcome>(
  start: World<Outcome>['start'],
  actors: World<Outcome>['actors'],
  mortal: readonly number[],
  check: Check<Outcome>,
): Promise<number> {
  return everyInterleaving<Outcome>({ start, actors, mortal }, check);
}

/** As `everyEnd` in the long run. Else random schedules: there are so many that no commit waits for all. */
export async function manyEnds<Outcome>(...of: Parameters<typeof everyEnd<Outcome>>): Promise<void> {
  const [start, actors, mortal, check] = of;
  if (SEEDS > 1) await everyEnd(...of);
  else await someInterleavings({ start, actors, mortal }, { seed: 55, runs: 60 }, ofNewEnds(check));
}

function ofNewEnds<Outcome>(check: Check<Outcome>): Check<Outcome> {
  const numbers = new Numbers();
  const checked = new Set<string>();
  return (run) => {
    const records = Array.from(run.records, ([key, record]) => numbers.ofRecord(key, record));
    const end = `${JSON.stringify(run.outcomes)} ${records.join(' ')}`;
    if (checked.has(end)) return;
    checked.add(end);
    return check(run);
  };
}

async function goEveryWay<Outcome>(world: World<Outcome>, check: Check<Outcome>): Promise<number> {
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
    // The check is none of the actors.
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

/** As `everyInterleaving`, for too many schedules: `runs` times `SEEDS` random ones, the same for the same seed. */
export async function someInterleavings<Outcome>(
  world: World<Outcome>,
  { seed, runs }: { readonly seed: number; readonly runs: number },
  check: Check<Outcome>,
): Promise<void> {
  const random = chanceOf(seed);
  for (let left = runs * SEEDS; left > 0; left -= 1) {
    // At a pace of its own each, so that some end before others have begun; and few die.
    const paces = world.actors.map(() => random() ** 3);
    const run = await play(world, null, (choices) => {
      const drawn = choices.map((choice) => ({
        choice,
        rank: random() ** (1 / (choice < 0 ? 0.02 : (paces[choice] ?? 1))),
      }));
      return drawn.toSorted((one, other) => other.rank - one.rank)[0]?.choice ?? null;
    });
    if (run) await check(run);
  }
}

/** One run. `choose` picks each step, and is also asked at the end; null gives up. */
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

/** Goes a way (`null`: from the start), then always takes the first choice and queues the others. */
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

/** One run: the records, and each actor waiting for its next step. */
class Stage<Outcome> {
  readonly #records: Records;
  readonly #outcomes: (Outcome | 'dead' | undefined)[];
  readonly #gates: ((() => void) | undefined)[];
  /** A number for all that each actor has heard; `null` while unused. */
  #heard: number[] | null = null;
  /** The record key of each actor's next step. */
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

  /** Resolves when every actor has ended or waits. */
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

  /** Notes from now on what actors hear, after `before`. */
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

  /** An actor takes one step at a time, in the order of its calls. */
  #gated<Answer>(index: number, asked: Asked, run: () => Promise<Answer>): Promise<Answer> {
    const step = (this.#turns[index] ?? Promise.resolve()).then(() => this.#step(index, asked, run));
    this.#turns[index] = step.catch(() => undefined);
    return step;
  }

  /** Waits for the actor's turn, and notes the answer. */
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
    return wrapped(memoryStore(this.#records, name), (call, method) => (...given) => {
      const asked = { given, key: `${name}:${given[0]}${method === 'list' ? LISTED : ''}` };
      return this.#gated(index, asked, () => call(...given));
    });
  }
}

/** A step's arguments, and the full key of its record or its listing, if it has one. */
interface Asked {
  readonly given: readonly unknown[];
  readonly key?: string;
}
