import { bookingApi } from '#islands/ui/api/booking.ts';
import { createClient } from '#islands/ui/api/client.ts';
import { type Attribution, readAttributionText } from '#contracts/attribution';
import { ATTRIBUTION } from '#lib/attribution';
import { track } from '#lib/track';
import { outbox } from '#islands/ui/outbox.ts';
import type { Surroundings } from './surroundings.ts';

/** The surroundings of the booking flow in a real page; how a visitor is told of failures is the island's. */
export const browser: Omit<Surroundings, 'tell'> = {
  api: bookingApi(createClient()),
  outbox,
  track,
  attribution: keptAttribution,
  goTo: (path) => location.assign(path),
  newKey: () => crypto.randomUUID(),
  wait: (ms) => new Promise((done) => setTimeout(done, ms)),
};

/** What the site's script has kept of how this visitor came here (`#lib/attribution`). */
function keptAttribution(): Attribution | undefined {
  try {
    return readAttributionText(sessionStorage.getItem(ATTRIBUTION));
  } catch {
    return undefined;
  }
}
