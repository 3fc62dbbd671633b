/**
 * Loaded into the local host before anything else (`node --import`): the host lives at one moment, whatever the day is,
 * so that it offers the same times and dates everything alike in each run. The clock moves on by a millisecond with
 * each look at it, which keeps what was written first before what was written second, and stops within its minute.
 */
import { NOW } from './moment.ts';

const STEPS = 50_000;
let looks = 0;

/** Milliseconds since the epoch. */
function now(): number {
  looks = Math.min(looks + 1, STEPS);
  return NOW + looks;
}

globalThis.Date = new Proxy(Date, {
  apply: (real) => new real(now()).toString(),
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now()], target),
  get: (real, name, receiver) => (name === 'now' ? now : Reflect.get(real, name, receiver)),
});
