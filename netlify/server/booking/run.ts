import { UnreadableSlot } from '#server/slots/records';
import { type Interval, storedVisit } from '#server/slots/times';
import type { BookingContext } from './context.ts';
import { next } from './machine.ts';
import { type BookingReads, Runner } from './runner.ts';
import type { Booking, BookingEnd, Intent, Upkeep, UpkeepEnd } from './knowledge.ts';

/** Runs the machine for the slot. Reports the calendar's failures to it and to the log. Throws when a store fails. */
export function run(
  context: BookingContext,
  intent: Booking,
  interval: Interval,
  reads: BookingReads,
): Promise<BookingEnd>;
export function run(context: BookingContext, intent: Upkeep, interval: Interval): Promise<UpkeepEnd>;
export async function run(
  context: BookingContext,
  intent: Intent,
  interval: Interval,
  reads?: BookingReads,
): Promise<BookingEnd | UpkeepEnd> {
  const runner = new Runner({ context, intent, interval, reads }, (start) => reconcileSlot(context, start));
  for (;;) {
    const step = next(intent, runner.seen, context.now);
    if ('end' in step) return step.end;
    if (!('write' in step)) await runner.carryOut(step);
    else if ((await runner.write(step.write)) && step.thenEnd) return step.thenEnd;
  }
}

/** Settles a slot without a booking in progress. Was it released? Reports an unreadable record and leaves it. */
export async function reconcileSlot(context: BookingContext, start: number): Promise<boolean> {
  try {
    return (await run(context, { kind: 'reconcile' }, storedVisit(start))) === 'released';
  } catch (error) {
    if (!(error instanceof UnreadableSlot)) throw error;
    context.report('Reading a slot that is to be released', error);
    return false;
  }
}
