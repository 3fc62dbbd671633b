import { Availability, type BookingRequest } from '#contracts/calendar';
import { ConsultationReceipt, type ConsultationRequest } from '#contracts/consultation';
import type { Client } from './client.ts';

/** ms. A read that takes longer is as good as failed: the visitor is offered a callback instead of a spinner. */
export const AVAILABILITY_WITHIN = 20_000;
/** ms. A function of ours lives 60 s: hanging up earlier would leave it unknown whether the time was booked. */
export const WRITE_WITHIN = 60_000;

/** The three calls of the booking dialog (specification, section 7). They reject as `Client` says. */
export interface BookingApi {
  /** The open times, or the `error` that came with them. */
  availability(signal?: AbortSignal): Promise<Availability>;
  /** Stores the request; the same `key` never makes a second one. Resolves to its id. */
  request(request: ConsultationRequest, key: string): Promise<string>;
  /** Takes the slot for a stored request; of a success nothing is read. */
  book(booking: BookingRequest): Promise<void>;
}

export function bookingApi(client: Client): BookingApi {
  return {
    availability: (signal) =>
      client.read(['/api', 'calendar', 'availability'], Availability, { signal, within: AVAILABILITY_WITHIN }),
    async request(request, key) {
      const receipt = await client.send('POST', '/api/consultation-requests', ConsultationReceipt, {
        body: request,
        headers: { 'Idempotency-Key': key },
        within: WRITE_WITHIN,
      });
      return receipt.id;
    },
    async book(booking) {
      await client.call('POST', '/api/calendar/book', { body: booking, within: WRITE_WITHIN });
    },
  };
}
