import { toSlot } from '#lib/time/interval';
import { firstVisit, withVisit } from '#lead/visits';
import { Lead, Visit } from '#lead/lead';
import { changeLead } from '#server/leads/lead-records';
import type { VisitNews } from '#server/news/news';
import { leadId, leadKey } from '#server/leads/lead-id';
import type { Store } from '#server/storage/port';
import { slotKey } from '#server/slots/records';
import { HOUR } from '#lib/time/units';
import type { Records } from './stores/interleave.ts';
import { consultation } from './visitor.ts';
import { ConsultationRequest } from '#contracts/consultation';

/** A stored lead, with changes to the usual request, and its visits. */
export function leadOf(name: string, request: object = {}, ...visits: Visit[]): Lead {
  const createdAt = '2026-11-20T15:00:00.000Z';
  return Lead.parse({
    id: leadId(name),
    createdAt,
    updatedAt: createdAt,
    status: 'booked',
    visits,
    request: {
      ...ConsultationRequest.parse({ ...consultation, ...request }),
      ...('texts' in request && request.texts === true && { texts: true }),
    },
  });
}

/** A visit of the lead; its first, unless `id` says another. */
export const visitOf = (name: string, fields: Partial<Visit> = {}): Visit =>
  Visit.parse({ id: firstVisit(leadId(name)), ...fields });

/** A visit of the lead, booked for an hour from an ISO instant. */
export function bookedVisit(name: string, start: string, fields: Partial<Visit> = {}): Visit {
  const time = toSlot(hourFrom(start));
  return visitOf(name, { slot: slotKey(Date.parse(start)), ...time, changes: 1, ...fields });
}

/** A visit of an hour from an ISO instant. */
export function hourFrom(start: string): { start: number; end: number } {
  return { start: Date.parse(start), end: Date.parse(start) + HOUR };
}

/** The news of the lead's booked visit. */
export function bookedNews(name: string, request: object = {}): VisitNews & { readonly kind: 'booked' | 'cancelled' } {
  return {
    kind: 'booked',
    lead: leadOf(name, request),
    visit: { id: firstVisit(leadId(name)), changes: 1 },
    interval: hourFrom('2026-12-01T15:30:00Z'),
    eventId: `e${name}`,
  };
}

/** A lead with its visit, and the secret of its link. */
export const recordsOf = (lead: Lead, visit: Visit): Records =>
  new Map<string, { value: unknown; version: number }>([
    [`leads:${leadKey(lead.id)}`, { value: withVisit(lead, visit), version: 1 }],
    ['auth:visit-links/secret', { value: { secret: 'a secret of this test' }, version: 1 }],
  ]);

/** Stores the lead and the visit as the news has them, so that it is true. */
export async function storeVisit(leads: Store, { lead, visit, interval, kind }: VisitNews): Promise<void> {
  const time = toSlot(interval);
  const slot = kind === 'cancelled' ? {} : { slot: slotKey(interval.start) };
  await leads.create(leadKey(lead.id), lead);
  await changeLead(leads, lead.id, (one) => withVisit(one, Visit.parse({ ...visit, ...time, ...slot })));
}
