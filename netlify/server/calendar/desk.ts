import type { VisitRules } from '#business';
import type { Store } from '#server/storage/port';

/** What booking and settling need; `now` is in milliseconds. */
export interface BookingDesk {
  readonly leads: Store;
  readonly calendar: Store;
  readonly rules: VisitRules;
  readonly now: number;
}
