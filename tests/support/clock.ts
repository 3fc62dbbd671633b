/**
 * Loaded into a process before anything else (`node --import`): moves its clock. `CLOCK_AHEAD` (ms) is added to the real
 * time. With `CLOCK_STANDS_AT` (ms since the epoch) the clock moves on by a millisecond with each look at it, which keeps
 * what was written first before what was written second, and stops within its minute: screenshots show the same times.
 */
const { CLOCK_AHEAD = '0', CLOCK_STANDS_AT } = process.env;
const realNow = Date.now;
let moment = Number(CLOCK_STANDS_AT);
const end = moment + 50_000;

const now = CLOCK_STANDS_AT ? () => (moment = Math.min(moment + 1, end)) : () => realNow() + Number(CLOCK_AHEAD);

globalThis.Date = new Proxy(Date, {
  apply: (real) => new real(now()).toString(),
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now()], target),
  get: (real, name, receiver) => (name === 'now' ? now : Reflect.get(real, name, receiver)),
});
