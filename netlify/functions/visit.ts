import type { Config } from '@netlify/functions';
import { acceptsForm, endpoint, reads } from '#server/http/endpoint';
import { forPeople } from '#server/http/people';
import { refuseVisit, showVisit, takeChange } from '#server/http/visit-calls';
import { bookingLimit, readLimit } from '#server/limits/limits';

export default forPeople(
  endpoint({
    GET: reads(readLimit, showVisit),
    POST: acceptsForm(bookingLimit, takeChange),
  }),
  refuseVisit,
);

export const config: Config = { path: '/visit/:token' };
