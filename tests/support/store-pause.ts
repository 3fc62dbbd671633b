import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The steps that a disk store takes on disk, each of them one system call or a few that nobody else can see. */
const STEPS = ['link', 'mkdir', 'open', 'rename', 'rm', 'rmdir', 'writeFile'] as const;

export interface Paused<Result> {
  /** `false` when the work was done before it came to that step. */
  readonly reached: boolean;
  /** Lets the work go on. Never called, it is as if the process had been killed there. */
  finish(): Promise<Result>;
}

/** Begins `work` and stops it just before its step number `step`, counted from 1. Others then work undisturbed. */
export async function pauseAt<Result>(step: number, work: () => Promise<Result>): Promise<Paused<Result>> {
  const arrival = Promise.withResolvers<true>();
  const gate = Promise.withResolvers<void>();
  let taken = 0;
  const restore = interceptSteps(async () => {
    taken += 1;
    if (taken !== step) return;
    arrival.resolve(true);
    await gate.promise;
  });
  const outcome = work();
  const reached = await Promise.race([arrival.promise, outcome.then(() => false)]);
  restore();
  return {
    reached,
    finish: () => {
      gate.resolve();
      return outcome;
    },
  };
}

function interceptSteps(before: () => Promise<void>): () => void {
  const originals = Object.fromEntries(STEPS.map((name) => [name, fs[name]]));
  for (const name of STEPS) {
    const original: (...parameters: never[]) => unknown = fs[name];
    const stepwise = async (...parameters: unknown[]) => {
      await before();
      return Reflect.apply(original, fs, parameters);
    };
    Object.assign(fs, { [name]: stepwise });
  }
  syncBuiltinESMExports();
  return () => {
    Object.assign(fs, originals);
    syncBuiltinESMExports();
  };
}
