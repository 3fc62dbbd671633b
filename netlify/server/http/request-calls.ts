import type { ConsultationReceipt, ConsultationRequest } from '#contracts/consultation';
import type { Lead } from '#server/leads/lead';
import { asTyped, readCallbackForm, receiveRequest, sameWordsKey } from '#server/leads/receive';
import { drawBookPage } from '#server/pages/book-page';
import { asSentence, json, page, type Refusal, seeOther } from './answers.ts';
import { readForm } from './body.ts';
import type { Call } from './endpoint.ts';
import type { Services } from './services.ts';

/** `POST /api/consultation-requests`: 201 and the id of the request, which is kept by then. */
export async function takeRequest(body: ConsultationRequest, { request, services }: Call): Promise<Response> {
  // An empty key is none: strangers who send it must not share a lead.
  const key = request.headers.get('idempotency-key') || null;
  const id = await keepRequest(services, body, { key, source: 'dialog' });
  return json(201, { id } satisfies ConsultationReceipt);
}

/** `POST /api/callback`: 303 to the thanks when the request of the plain form is kept, else 400 and what is wrong. */
export async function takeCallbackForm(form: URLSearchParams, { services }: Call): Promise<Response> {
  const read = readCallbackForm(form);
  if ('wrong' in read) return page(400, await drawBookPage(read.wrong));
  const key = sameWordsKey(read.request, services.now());
  await keepRequest(services, read.request, { key, source: 'form' });
  return seeOther('/thank-you');
}

/** The form once more, with the refusal's sentence above it: nothing typed is lost when we cannot take it. */
export async function callbackRefused({ status, message, headers }: Refusal, request: Request): Promise<Response> {
  const form = await readForm(request).catch(() => new URLSearchParams());
  return page(status, await drawBookPage(asTyped(form), asSentence(message)), headers);
}

/** Keeps a request, writes down that the owner is told of it, and answers its id. Both are stored when this returns. */
async function keepRequest(
  { leads, mail, now }: Services,
  request: ConsultationRequest,
  { key, source }: { key: string | null; source: Lead['source'] },
): Promise<string> {
  const id = await receiveRequest(leads, request, { key, source, now: now() });
  await mail.notifyOfRequest(id);
  return id;
}
