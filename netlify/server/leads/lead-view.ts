import type { LeadPage, ShownLead } from '#lead/answers';
import { forInstaller } from '#lead/installer';
import type { Lead, Visit } from '#lead/lead';
import { isOfSeveral, standingVisits, withLost } from '#lead/visits';
import { type LeadQuery, LEADS_A_PAGE } from '#contracts/lead-query';
import { inOrder, listLeads, type Source } from './lead-list.ts';
import { matcherOf, sourcesOf } from './lead-matcher.ts';
import { findLead } from './lead-records.ts';
import type { Schedule } from '#server/slots/times';
import { namesOf } from './person-keys.ts';

/** `now` in ms. */
export interface LeadsContext extends Source {
  /** The ids of those visits that have their slots. The visits alone do not know. */
  standing(visits: readonly Visit[]): Promise<ReadonlySet<string>>;
  readonly now: number;
  /** Whether the number of such a phone has stopped texts. Absent where none are sent. */
  readonly stopped?: (() => Promise<(phone: string | undefined) => boolean>) | undefined;
  /** All who work here, where there are several. */
  people?(): Promise<Schedule['people']>;
  /** The id of the installer who asks, and sees a part of some leads. */
  readonly installer?: string | undefined;
}

/** All leads, newest first, as who asks may see them. */
export async function leadsSeen(context: LeadsContext): Promise<readonly Lead[]> {
  const all = await listLeads(context.leads, context.report);
  return context.installer === undefined ? all : all.flatMap((lead) => asSeen(context, lead) ?? []);
}

const asSeen = ({ installer: person, now }: LeadsContext, lead: Lead): Lead | null =>
  person === undefined ? lead : forInstaller(lead, { person, now });

/**
 * One page of the matching leads. The server filters: ten thousand leads are about 7 MB, and a function
 * may answer 6. A page starts after a lead, not at a number, so that a new lead neither repeats nor hides another.
 */
export async function leadPage(context: LeadsContext, query: LeadQuery): Promise<LeadPage> {
  const all = await listLeads(context.leads, context.report);
  const matching = all.filter(matcherOf(query, context.now));
  const { found, cursorOf } = inOrder(matching, query);
  const page = found.slice(0, LEADS_A_PAGE);
  const last = page.at(-1);
  return {
    leads: await shown(context, page),
    matching: matching.length,
    total: all.length,
    sources: sourcesOf(all),
    ...(last && found.length > page.length && { next: cursorOf(last) }),
  };
}

export async function matchingLeads(context: LeadsContext, query: LeadQuery): Promise<ShownLead[]> {
  const all = await listLeads(context.leads, context.report);
  const { found } = inOrder(all.filter(matcherOf(query, context.now)), query);
  return await shown(context, found);
}

/** One lead, also by the id of a part, and the others of the same person; `null` for one that who asks may not see. */
export async function viewLead(context: LeadsContext, id: string): Promise<ShownLead | null> {
  const { leads, report } = context;
  const [found, all, stopped] = await Promise.all([findLead(leads, id), listLeads(leads, report), context.stopped?.()]);
  const seen = found && !found.lead.isRemoving && asSeen(context, found.lead);
  const [lead] = seen ? await shown(context, [seen]) : [];
  if (!lead) return null;
  const hasStopped = stopped?.(lead.request.phone) && { hasStopped: true };
  if (context.installer !== undefined) return { ...lead, ...hasStopped };
  const people = standingVisits(lead, context.now).some(isOfSeveral) && (await context.people?.());
  const team = people && { team: people.map(({ id, name, kinds }) => ({ id, name, kinds })) };
  return { ...lead, alike: alikeIn(all, lead), ...hasStopped, ...team };
}

/** The other leads with the lead's number or mail address, newest first. */
function alikeIn(all: readonly Lead[], lead: Lead): ShownLead['alike'] {
  const own = new Set(namesOf(lead));
  const isAlike = (one: Lead) => one.id !== lead.id && namesOf(one).some((name) => own.has(name));
  return all.filter(isAlike).map(({ id, createdAt, request }) => ({ id, createdAt, name: request.name }));
}

/** The leads as the owner sees them, in their order: a visit whose time somebody else has is marked. */
export async function shown({ standing }: LeadsContext, leads: readonly Lead[]): Promise<Lead[]> {
  const found = await standing(leads.flatMap(({ visits }) => visits));
  return leads.map((lead) => withLost(lead, ({ id }) => found.has(id)));
}
