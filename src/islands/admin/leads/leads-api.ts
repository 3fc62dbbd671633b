import { OpenTimes, type VisitKind } from '#contracts/owner-visit';
import type { OwnersRequest } from '#contracts/lead-request';
import { LeadMails } from '#contracts/lead-mails';
import { LeadQuery } from '#contracts/lead-query';
import { Conversation, type NewText } from '#contracts/texts';
import type { Client } from '#browser/api-client';
import { LeadPage, ShownLead } from '#lead/answers';
import type { Command } from '#lead/command';

/** The fields of the search. An empty one means all. */
export type LeadFilter = Omit<LeadQuery, 'after'>;
const { after: _, ...fields } = LeadQuery.shape;
const names = Object.keys(fields) as (keyof LeadFilter)[];

const filterWith = (value: (name: keyof LeadFilter) => string) =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as LeadFilter;

export const everything: LeadFilter = filterWith(() => '');
export const isEverything = (filter: LeadFilter): boolean => names.every((name) => filter[name] === '');

/** The filter in an address; what it cannot be is left out. */
export function filterIn(search: string): LeadFilter {
  const given = new URLSearchParams(search);
  return filterWith((name) => fields[name].safeParse(given.get(name) ?? '').data ?? '');
}

/** `?search=…`, without empty fields. */
export function queryText(query: Partial<LeadQuery>): string {
  const set = Object.entries(query).filter(([, value]) => value !== '');
  return set.length > 0 ? `?${new URLSearchParams(set)}` : '';
}

export type LeadsApi = ReturnType<typeof leadsApi>;

/** The owner's lead calls. They reject as `Client` does. */
export function leadsApi(client: Client) {
  const address = (id: string) => `/api/leads/${encodeURIComponent(id)}`;
  return {
    /** One page of the matching leads, newest first. */
    page: (query: LeadQuery) => client.send('GET', `/api/leads${queryText(query)}`, LeadPage),
    read: (id: string) => client.send('GET', address(id), ShownLead),
    /** Does something with the lead. The answer is the lead after it. */
    command: (id: string, command: Command) => client.send('POST', address(id), ShownLead, { body: command }),
    /** Stores a lead by phone. The same key means the same lead. */
    add(request: OwnersRequest, key: string) {
      const headers = { 'idempotency-key': key };
      return client.send('POST', '/api/leads', ShownLead, { body: request, headers });
    },
    /** For good. */
    remove: (id: string) => client.call('DELETE', address(id)),
    /** Newest first. */
    mails: async (id: string) => (await client.send('GET', `${address(id)}/mails`, LeadMails)).mails,
    texts: (id: string) => client.send('GET', `${address(id)}/texts`, Conversation),
    /** Sends an answer by text. The same id means the same one. */
    answer: (id: string, text: NewText) => client.send('POST', `${address(id)}/texts`, Conversation, { body: text }),
    /** The times that are open for a visit of this kind and length, and the length, in minutes. */
    times({ kind, minutes, person }: { kind: VisitKind; minutes: string; person: string }) {
      const query = { kind, ...(minutes && { minutes }), ...(person && { person }) };
      return client.send('GET', `/api/times?${new URLSearchParams(query)}`, OpenTimes);
    },
  };
}

/** The CSV of the matching leads. */
export function exportAddress(query: LeadFilter): string {
  return `/api/leads/export${queryText(query)}`;
}
