import { randomUUID } from 'node:crypto';
import type { ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import { keepLead, type Lead, leadId } from './lead.ts';
import { oweNotice } from './owed-notice.ts';

/**
 * Keeps a consultation request and answers its id; it is stored when this returns. The same idempotency key means the
 * same request again, so a repeat answers the same id and makes no second lead. The owner is from then on owed a notice of
 * it. `now` in milliseconds.
 */
export async function receiveRequest(
  leads: Store,
  request: ConsultationRequest,
  { key, source, now }: { key: string | null; source: Lead['source']; now: number },
): Promise<string> {
  const id = leadId(key ?? randomUUID());
  // A debt that cannot be written down is no reason to refuse the request: the notice itself is written next.
  const owed = oweNotice(leads, id, now).catch(() => undefined);
  await keepLead(leads, { id, request, source, now: new Date(now) });
  await owed;
  return id;
}

const HOUR = 60 * 60_000;

/** For a form that brings no idempotency key: the same words within the hour are a second press, not a second wish. */
export function sameWordsKey(request: ConsultationRequest, now: number): string {
  const { attribution: _, ...words } = request;
  return `form ${Math.floor(now / HOUR)} ${JSON.stringify(words)}`;
}
