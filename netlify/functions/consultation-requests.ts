import type { Config } from '@netlify/functions';
import { ConsultationRequest } from '#contracts/consultation';
import { receiveRequest } from '#server/consultations/receive';
import { json } from '#server/http/answers';
import { accepts, endpoint } from '#server/http/endpoint';
import { requestLimit } from '#server/limits/limits';

export default endpoint({
  POST: accepts(ConsultationRequest, requestLimit, async (body, { request, services }) => {
    // An empty key is none: strangers who send it must not share a lead.
    const key = request.headers.get('idempotency-key') || null;
    const id = await receiveRequest(services.leads, body, { key, source: 'dialog', now: services.now() });
    await services.mail.tellOfRequest(id);
    return json(201, { id });
  }),
});

export const config: Config = { path: '/api/consultation-requests' };
