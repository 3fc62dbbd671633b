import type { ConsultationRequest } from '#contracts/consultation';
import type { Lead } from '#server/leads/lead';
import { receiveRequest } from '#server/leads/receive';
import type { Services } from './services.ts';

/** Keeps a request, writes down that the owner is told of it, and answers its id. Both are stored when this returns. */
export async function keepRequest(
  { leads, mail, now }: Services,
  request: ConsultationRequest,
  { key, source }: { key: string | null; source: Lead['source'] },
): Promise<string> {
  const id = await receiveRequest(leads, request, { key, source, now: now() });
  await mail.tellOfRequest(id);
  return id;
}
