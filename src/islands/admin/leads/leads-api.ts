import { Availability } from '#contracts/calendar';
import { VisitHours } from '#contracts/hours';
import type { OwnersRequest } from '#contracts/lead-request';
import { AdminLead } from '#contracts/admin-lead';
import type { LeadChange } from '#contracts/lead-change';
import { LeadMails } from '#contracts/lead-mails';
import { LeadPage, type LeadQuery } from '#contracts/lead-query';
import type { VisitByOwner } from '#contracts/owner-visit';
import { Conversation, type NewText } from '#contracts/texts';
import type { DayChange } from '#contracts/visit-day';
import type { Client } from '#browser/api-client';
import { type LeadFilter, queryText } from './filter.ts';

export type LeadsApi = ReturnType<typeof leadsApi>;

/** The owner's lead calls. They reject as `Client` does. */
export function leadsApi(client: Client) {
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}`;
  return {
    /** One page of the matching leads, newest first. */
    page: (query: LeadQuery) => client.send('GET', `/api/leads${queryText(query)}`, LeadPage),
    one: (id: string) => client.send('GET', address(id), AdminLead),
    /** Changes the given fields. */
    change: (id: string, fields: LeadChange) => client.send('PUT', address(id), AdminLead, { body: fields }),
    /** Stores a lead by phone. The same key means the same lead. */
    add(request: OwnersRequest, key: string) {
      const headers = { 'idempotency-key': key };
      return client.send('POST', '/api/leads', AdminLead, { body: request, headers });
    },
    /** For good. */
    remove: (id: string) => client.call('DELETE', address(id)),
    /** Makes two leads one. */
    makeOne: (id: string, other: string) => client.send('POST', `${address(id)}/one`, AdminLead, { body: { other } }),
    /** Books, changes or cancels a visit. */
    changeVisit: (id: string, change: VisitByOwner) =>
      client.send('POST', `${address(id)}/visit`, AdminLead, { body: change }),
    /** Marks how far the owner is on the day of a visit. */
    changeDay: (id: string, change: DayChange) =>
      client.send('POST', `${address(id)}/day`, AdminLead, { body: change }),
    /** Newest first. */
    mails: async (id: string) => (await client.send('GET', `${address(id)}/mails`, LeadMails)).mails,
    texts: (id: string) => client.send('GET', `${address(id)}/texts`, Conversation),
    /** Sends an answer by text. The same id means the same one. */
    answer: (id: string, text: NewText) => client.send('POST', `${address(id)}/texts`, Conversation, { body: text }),
    /** The times that visitors are offered, and how long a visit takes. */
    offer: async () => {
      const [{ slots }, { settings }] = await Promise.all([
        client.send('GET', '/api/calendar/availability', Availability),
        client.send('GET', '/api/hours', VisitHours),
      ]);
      return { slots, visitMinutes: settings.visitMinutes };
    },
  };
}

/** The CSV of the matching leads. */
export function exportAddress(query: LeadFilter): string {
  return `/api/leads/export${queryText(query)}`;
}
