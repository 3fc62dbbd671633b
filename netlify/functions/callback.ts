import type { Config } from '@netlify/functions';
import { refuseBookForm, takeBookForm } from '#server/http/book-calls';
import { acceptsForm, endpoint } from '#server/http/endpoint';
import { forPeople } from '#server/http/people';
import { requestLimit } from '#server/limits/limits';

export default forPeople(endpoint({ POST: acceptsForm(requestLimit, takeBookForm) }), refuseBookForm);

export const config: Config = { path: '/api/callback' };
