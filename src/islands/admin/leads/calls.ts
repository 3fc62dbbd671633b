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

/** The owner's lead calls. They reject as `Client` does. */
export interface LeadsApi {
  /** One page of the matching leads, newest first. */
  page(query: LeadQuery): Promise<LeadPage>;
  one(id: string): Promise<AdminLead>;
  /** Changes the given fields; resolves to the whole lead. */
  change(id: string, fields: LeadChange): Promise<AdminLead>;
  /** Stores a lead by phone. The same key means the same lead. */
  add(request: ConsultationRequest, key: string): Promise<AdminLead>;
  /** For good. */
  remove(id: string): Promise<unknown>;
  /** Books, moves or cancels its visit; resolves to the whole lead. */
  changeVisit(id: string, change: VisitByOwner): Promise<AdminLead>;
  /** Newest first. */
  mails(id: string): Promise<readonly LeadMail[]>;
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

/** The CSV of the matching leads. */
export function exportAddress(query: Pick<LeadQuery, 'search' | 'status'>): string {
  return `/api/leads/export${queryText(query)}`;
}

/** `?search=…`, without empty fields. */
function queryText(query: Partial<LeadQuery>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}
