import { bookingApi } from '#api/booking';
import { createClient } from '#api/client';
import { track } from '#lib/track';
import { outbox } from '../outbox.ts';
import type { Surroundings } from './surroundings.ts';

/** The surroundings of the booking flow in a real page; how a visitor is told of failures is the island's. */
export const browser: Omit<Surroundings, 'tell'> = {
  api: bookingApi(createClient()),
  outbox,
  track,
  goTo: (path) => location.assign(path),
  newKey: () => crypto.randomUUID(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};
