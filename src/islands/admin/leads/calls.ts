import { AdminLead, type LeadChange, LeadPage, type LeadQuery } from '#contracts/lead';
import type { Client } from '#islands/ui/api-client.ts';

/** ms. A list that takes longer is as good as failed: there is a Try again beside the sentence that says so. */
const LIST_WITHIN = 20_000;
/** ms. A function of ours lives 60 s. */
const CHANGE_WITHIN = 60_000;

/** The calls of the owner's leads. They reject as `Client` says. */
export interface LeadsApi {
  /** One page of those that match, newest first. */
  page(query: LeadQuery): Promise<LeadPage>;
  one(id: string): Promise<AdminLead>;
  /** Changes the fields given; resolves to the whole lead as it is now. */
  change(id: string, fields: LeadChange): Promise<AdminLead>;
}

export function leadsApi(client: Client): LeadsApi {
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}`;
  return {
    page: (query) => client.send('GET', `/api/leads${queryText(query)}`, LeadPage, { within: LIST_WITHIN }),
    one: (id) => client.send('GET', address(id), AdminLead, { within: LIST_WITHIN }),
    change: (id, fields) => client.send('PUT', address(id), AdminLead, { body: fields, within: CHANGE_WITHIN }),
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
