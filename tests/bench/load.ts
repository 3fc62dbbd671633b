import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Availability, Slot } from '#contracts/calendar';
import { newVisitor, send } from '#tests/support/visitor';
import { SiteProcess } from '#tests/support/site-process';
import { percentile, type Row } from './row.ts';

/** Each second. */
const READS = 600;
const BOOKINGS = 20;
/** Of the reads. */
const CONNECTIONS = 256;
/** In seconds. */
const DURATION = 15;
/** In ms: a twentieth of a second, so one booking each. */
const TICK = 50;
const MAX_BOOKING_MS = 1000;

/**
 * Bookings beside many reads of the free times, on the built site in its own process. They are sent when they are due,
 * also when the former ones are not answered yet.
 */
export async function loadRows(): Promise<Row[]> {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  const [reads, bookings]: [number[], number[]] = [[], []];
  const availability = `${site.url}/api/calendar/availability`;
  const timed = async (times: number[], work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const asked = { agent, headers: { 'accept-encoding': 'br' } };
  const read = () =>
    timed(reads, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      get(availability, asked, (answer) => answer.resume().on('end', resolve)).on('error', reject);
      await promise;
    });
  const book = (slot: Slot) =>
    timed(bookings, async () => {
      const { id = '' } = (await send(`${site.url}/api/consultation-requests`, newVisitor())) ?? {};
      const body = { consultationId: id, slotStart: slot.start, slotEnd: slot.end };
      const answer = await send(`${site.url}/api/calendar/book`, body);
      if (answer?.status !== 201 && answer?.status !== 409) throw new Error(`A booking answered ${answer?.status}`);
    });
  try {
    const { slots }: Availability = await (await fetch(availability)).json();
    const sent: Promise<void>[] = [];
    for (let tick = 0; tick < (DURATION * 1000) / TICK; tick += 1) {
      for (let count = 0; count < (READS * TICK) / 1000; count += 1) sent.push(read());
      const slot = slots[tick % slots.length];
      if (slot && tick % (1000 / TICK / BOOKINGS) === 0) sent.push(book(slot));
      await pause(TICK);
    }
    await Promise.all(sent);
  } finally {
    await site.close();
  }
  const beside = `beside ${READS} reads a second`;
  return [
    { what: `a booking ${beside}, p50`, measured: percentile(bookings, 0.5), unit: 'ms', max: MAX_BOOKING_MS },
    { what: `a booking ${beside}, p99`, measured: percentile(bookings, 0.99), unit: 'ms' },
    { what: `a read of the times, p50`, measured: percentile(reads, 0.5), unit: 'ms' },
    { what: `a read of the times, p99`, measured: percentile(reads, 0.99), unit: 'ms' },
  ];
}
