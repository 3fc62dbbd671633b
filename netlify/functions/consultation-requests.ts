import type { Config } from '@netlify/functions';
import { ConsultationRequest } from '#contracts/consultation';
import { json } from '#server/http/answers';
import { accepts, endpoint } from '#server/http/endpoint';
import { keepRequest } from '#server/http/keep-request';
import { requestLimit } from '#server/limits/limits';

export default endpoint({
  POST: accepts(ConsultationRequest, requestLimit, async (body, { request, services }) => {
    // An empty key is none: strangers who send it must not share a lead.
    const key = request.headers.get('idempotency-key') || null;
    return json(201, { id: await keepRequest(services, body, { key, source: 'dialog' }) });
  }),
});

export const config: Config = { path: '/api/consultation-requests' };
