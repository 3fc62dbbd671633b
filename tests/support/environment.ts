import { answerRule } from '#business';
import { createClient } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import { MemoryStorage } from './browser/memory-storage.ts';

/** An environment that logs its actions. */
export interface TestEnvironment extends Environment {
  /** In order: a path for each page gone to, `[event, params]` for each tracked event. */
  readonly log: unknown[];
}

/** A browser's environment in Node, at 1 ms, with keys from `key-1` and no server. `changes` replaces parts of it. */
export function testEnvironment(changes: Partial<Environment> = {}): TestEnvironment {
  const log: unknown[] = [];
  const [local, session] = [new MemoryStorage(), new MemoryStorage()];
  let keys = 0;
  return {
    log,
    client: createClient('http://127.0.0.1:9'),
    localStorage: () => local,
    sessionStorage: () => session,
    now: () => 1,
    wait: () => Promise.resolve(),
    randomKey: () => `key-${++keys}`,
    answerRule: () => answerRule,
    isOnline: () => true,
    backOnline: () => Promise.resolve(),
    track: (event, params) => void log.push([event, params]),
    address: () => ({ pathname: '/', search: '', hash: '' }),
    goTo: (path) => void log.push(path),
    replaceWith: (path) => void log.push(path),
    ...changes,
  };
}
