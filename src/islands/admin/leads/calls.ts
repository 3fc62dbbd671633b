import { Availability, type Slot } from '#contracts/calendar';
import type { ConsultationRequest } from '#contracts/consultation';
import {
  AdminLead,
  type LeadChange,
  type LeadMail,
  LeadMails,
  LeadPage,
  type LeadQuery,
  type VisitByOwner,
} from '#contracts/lead';
import type { Client } from '#browser/api-client';
import { CHANGE_TIMEOUT, READ_TIMEOUT } from '../timeouts.ts';

/** The calls of the owner's leads. They reject as `Client` says. */
export interface LeadsApi {
  /** One page of those that match, newest first. */
  page(query: LeadQuery): Promise<LeadPage>;
  one(id: string): Promise<AdminLead>;
  /** Changes the fields given; resolves to the whole lead as it is now. */
  change(id: string, fields: LeadChange): Promise<AdminLead>;
  /** Keeps a lead that came by phone. The same key is the same lead. */
  add(request: ConsultationRequest, key: string): Promise<AdminLead>;
  /** Removes it for good. */
  remove(id: string): Promise<unknown>;
  /** Books, moves or cancels its visit; resolves to the whole lead as it is then. */
  changeVisit(id: string, change: VisitByOwner): Promise<AdminLead>;
  /** What was mailed about it, the newest first. */
  mails(id: string): Promise<readonly LeadMail[]>;
  /** The times that may be booked now. */
  times(): Promise<readonly Slot[]>;
}

export function leadsApi(client: Client): LeadsApi {
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}`;
  return {
    page: (query) => client.send('GET', `/api/leads${queryText(query)}`, LeadPage, { timeout: READ_TIMEOUT }),
    one: (id) => client.send('GET', address(id), AdminLead, { timeout: READ_TIMEOUT }),
    change: (id, fields) => client.send('PUT', address(id), AdminLead, { body: fields, timeout: CHANGE_TIMEOUT }),
    add(request, key) {
      const headers = { 'idempotency-key': key };
      return client.send('POST', '/api/leads', AdminLead, { body: request, headers, timeout: CHANGE_TIMEOUT });
    },
    remove: (id) => client.call('DELETE', address(id), { timeout: CHANGE_TIMEOUT }),
    changeVisit: (id, change) =>
      client.send('POST', `${address(id)}/visit`, AdminLead, { body: change, timeout: CHANGE_TIMEOUT }),
    mails: async (id) => (await client.send('GET', `${address(id)}/mails`, LeadMails, { timeout: READ_TIMEOUT })).mails,
    times: async () =>
      (await client.send('GET', '/api/calendar/availability', Availability, { timeout: READ_TIMEOUT })).slots,
  };
}

/** Where the CSV of those that match is downloaded. */
export function exportAddress(query: Pick<LeadQuery, 'search' | 'status'>): string {
  return `/api/leads/export${queryText(query)}`;
}

/** `?search=…`, without what is empty. */
function queryText(query: Partial<LeadQuery>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}
