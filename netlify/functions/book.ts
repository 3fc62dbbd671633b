import type { Config } from '@netlify/functions';
import { BookingRequest } from '#contracts/calendar';
import { bookSlot } from '#server/booking/visits';
import { toInterval } from '#server/slots/times';
import { bookingAnswer } from '#server/http/booking-answer';
import { accepts, endpoint } from '#server/http/endpoint';
import { bookingLimit } from '#server/limits/limits';

export default endpoint({
  POST: accepts(BookingRequest, bookingLimit, async ({ consultationId, slotStart, slotEnd }, { services }) => {
    const span = toInterval({ start: slotStart, end: slotEnd });
    const outcome = await bookSlot({ ...services, now: services.now() }, consultationId, span);
    return bookingAnswer(outcome, consultationId, span);
  }),
});

export const config: Config = { path: '/api/calendar/book' };
