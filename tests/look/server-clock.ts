/**
 * Loaded into the local host before anything else (`node --import`): it lives at the moment `LOOK_AT` (ms since the
 * epoch), so that it offers the same times in each run. The clock moves on by a millisecond with each look at it, which
 * keeps what was written first before what was written second, and stops within its minute.
 */
let moment = Number(process.env['LOOK_AT']);
const end = moment + 50_000;

const now = () => (moment = Math.min(moment + 1, end));

globalThis.Date = new Proxy(Date, {
  apply: (real) => new real(now()).toString(),
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now()], target),
  get: (real, name, receiver) => (name === 'now' ? now : Reflect.get(real, name, receiver)),
});
