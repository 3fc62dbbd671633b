import type { Config } from '@netlify/functions';
import { acceptsForm, endpoint } from '#server/http/endpoint';
import { callbackRefused, takeCallbackForm } from '#server/http/booking-calls';
import { requestLimit } from '#server/limits/limits';

/** `POST` of the plain form: 303 to /thank-you; the form again with 400, 403, 413, 415, 429; 405. */
export default endpoint({ POST: acceptsForm(requestLimit, takeCallbackForm) }, callbackRefused);

export const config: Config = { path: '/api/callback' };
