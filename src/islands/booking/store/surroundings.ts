import type { BookingApi } from '#islands/ui/api/booking.ts';
import type { Attribution } from '#contracts/attribution';
import type { Track } from '#lib/track';
import type { Outbox } from '#islands/ui/outbox.ts';

/** Why a booking did not come about: which of the two calls failed, and what the server said, if it answered at all. */
export interface BookingFailure {
  readonly call: 'request' | 'book';
  readonly answered: boolean;
  readonly said: string | undefined;
}

/** Everything outside the booking flow that it acts on. */
export interface Surroundings {
  readonly api: Pick<BookingApi, 'availability' | 'book'>;
  readonly outbox: Pick<Outbox, 'send' | 'refused'>;
  readonly track: Track;
  /** What led the visitor here, where anything is known. */
  attribution(): Attribution | undefined;
  /** Leaves the page. */
  goTo(path: string): void;
  /** A fresh idempotency key. */
  newKey(): string;
  wait(ms: number): Promise<void>;
  /** How the visitor is told what the steps themselves do not show. */
  readonly tell: {
    /** A new try begins: what was said of the last one is no longer true. */
    trying(): void;
    bookingFailed(failure: BookingFailure): void;
    callbackFailed(): void;
  };
}
