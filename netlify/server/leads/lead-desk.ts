import { type DeskLead, type LeadChange, type LeadPage, type LeadQuery, LEADS_A_PAGE } from '#contracts/lead';
import { visitsOf } from '#server/slots/records';
import type { Store } from '#server/storage/port';
import { changeLead, findLead, type Lead } from './lead.ts';
import { listLeads, placeOf, type Report } from './lead-list.ts';
import { matcherOf } from './lead-search.ts';

/** What the owner's desk works with; `now` in milliseconds. */
export interface LeadDesk {
  readonly leads: Store;
  /** The records of the slots. */
  readonly calendar: Store;
  readonly now: number;
  readonly report: Report;
}

/**
 * One page of the leads that match, newest first. Searching and paging happen here and not in the browser: ten thousand
 * leads are some 7 MB, and one answer of a function may have 6. A page begins after a lead and not at a number, so that what comes in
 * meanwhile neither repeats nor hides one.
 */
export async function leadPage(desk: LeadDesk, query: LeadQuery): Promise<LeadPage> {
  const all = await listLeads(desk.leads, desk.report);
  const matching = all.filter(matcherOf(query));
  const rest = query.after ? matching.filter((lead) => placeOf(lead) < query.after) : matching;
  const page = rest.slice(0, LEADS_A_PAGE);
  const last = page.at(-1);
  return {
    leads: await asSeen(desk, page),
    matching: matching.length,
    total: all.length,
    ...(last && rest.length > page.length && { next: placeOf(last) }),
  };
}

/** All leads that match, newest first. */
export async function matchingLeads(desk: LeadDesk, query: LeadQuery): Promise<DeskLead[]> {
  const all = await listLeads(desk.leads, desk.report);
  return await asSeen(desk, all.filter(matcherOf(query)));
}

/** One lead, or `null` for an id that names none. */
export async function deskLead(desk: LeadDesk, id: string): Promise<DeskLead | null> {
  const found = await findLead(desk.leads, id);
  return found && ((await asSeen(desk, [found.lead]))[0] ?? null);
}

/** Changes the fields given and leaves the others as they are by then; `null` for an id that names none. */
export async function changeDeskLead(desk: LeadDesk, id: string, change: LeadChange): Promise<DeskLead | null> {
  const { status, notes } = change;
  const changed = await changeLead(desk.leads, id, (lead) => {
    const after = { ...lead, status: status ?? lead.status, notes: notes ?? lead.notes };
    const isSame = after.status === lead.status && after.notes === lead.notes;
    return isSame ? lead : { ...after, updatedAt: new Date(desk.now).toISOString() };
  });
  return changed && ((await asSeen(desk, [changed.after]))[0] ?? null);
}

async function asSeen({ calendar, now }: LeadDesk, leads: readonly Lead[]): Promise<DeskLead[]> {
  const visits = await visitsOf(calendar, leads, now);
  return leads.map(({ id, createdAt, updatedAt, source, status, suspect, request, cancelledAt, notes }) => {
    const slot = visits.get(id);
    const visit = { ...(slot && { slot }), ...(cancelledAt && { cancelledAt }) };
    return { id, createdAt, updatedAt, source, status, suspect, request, notes, ...visit };
  });
}
