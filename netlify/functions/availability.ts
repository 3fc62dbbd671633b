import type { Config } from '@netlify/functions';
import { availableSlots } from '#server/booking/visits';
import { json } from '#server/http/answers';
import { calendarSilent } from '#server/http/booking-answer';
import { endpoint, reads } from '#server/http/endpoint';
import { readLimit } from '#server/limits/limits';

export default endpoint({
  GET: reads(readLimit, async ({ request, services }) =>
    availableSlots({ ...services, now: services.now() }).then(
      (slots) => json(200, { slots }),
      (error) => calendarSilent(request, error),
    ),
  ),
});

export const config: Config = { path: '/api/calendar/availability' };
