import type { ConsultationRequest } from '#contracts/consultation';
import { isSameRequest, withAgreement, withConsents, withResent } from '#lead/correction';
import { withTrueUndo, withUntold } from '#lead/decide';
import { idsOf, Lead, type LeadSource, type Visit } from '#lead/lead';
import { asVisitorsOf, holds, isEarlier, withPart, withWordsOf, wordsOf } from '#lead/merge';
import { leadOfVisit, visitOf, withVisit } from '#lead/visits';
import { forEachAlone, type Store } from '#server/storage/port';
import { recordsOf, untilFirst } from '#server/storage/typed-records';
import { hashed, LEAD_ID, leadKey } from './lead-id.ts';
import { listLeads, readRecord, type Source } from './lead-list.ts';
import * as z from 'zod/mini';
import { DAY } from '#lib/time/units';

/** A lead as it was read. `etag`: for the compare-and-swap over it. */
export interface LeadVersion {
  readonly lead: Lead;
  readonly etag: string;
}

/** The record of this id, which may be a part by now; `null` for an unknown id. Throws `UnreadableRecord`. */
export function readLead(leads: Store, id: string): Promise<LeadVersion | null> {
  return LEAD_ID.test(id) ? readRecord(leads, leadKey(id)) : Promise.resolve(null);
}

/** The whole lead: of a part, the lead that it is one with. `null` for an unknown id. Throws `UnreadableRecord`. */
export async function findLead(leads: Store, id: string): Promise<LeadVersion | null> {
  const found = await readLead(leads, id);
  return found?.lead.into ? await findLead(leads, await takeIn(leads, found.lead, found.lead.into)) : found;
}

/** The lead as the visitor of this request knows it; `null` for an unknown one, and for one that is being removed. */
export async function findRequest(leads: Store, id: string): Promise<Lead | null> {
  const found = await findLead(leads, id);
  return found && !found.lead.isRemoving ? asVisitorsOf(found.lead, id) : null;
}

/** Has the lead take in its part, unless it has. Answers the id of the record to read next. Finishes what a death left. */
async function takeIn(leads: Store, part: Lead, into: string): Promise<string> {
  const main = await swap(
    leads,
    () => readLead(leads, into),
    (lead) => (holds(lead, part.id) || lead.isRemoving || lead.into ? lead : withPart(lead, part)),
  );
  if (main && holds(main.after, part.id)) return into;
  // It is gone, or has become a part of another.
  await swap(
    leads,
    () => readLead(leads, part.id),
    (lead) => (lead.into === into ? { ...lead, into: main?.after.into } : lead),
  );
  return part.id;
}

/** The ids of the lead and of its parts. Pictures, texts and messages are kept by them. */
export async function idsOfLead(leads: Store, id: string): Promise<readonly string[]> {
  const found = await findLead(leads, id);
  return found ? idsOf(found.lead) : [id];
}

/** The lead before and after a change. */
export interface LeadChanged {
  readonly before: Lead;
  readonly after: Lead;
  readonly etag: string;
}

async function swap(
  leads: Store,
  read: () => Promise<LeadVersion | null>,
  change: (lead: Lead) => Lead,
  seen?: LeadVersion,
): Promise<LeadChanged | null> {
  return await untilFirst('a lead', async (tries) => {
    const isSeen = seen !== undefined && tries === 0;
    const found = isSeen ? seen : await read();
    if (!found) return null;
    const { lead: before, etag: last } = found;
    const changed = change(before);
    // What was seen may be stale.
    if (changed === before) return isSeen ? undefined : { before, after: before, etag: last };
    const after = { ...withTrueUndo(before, changed), version: before.version + 1 };
    const etag = await leads.replace(leadKey(before.id), after, last);
    return etag === null ? undefined : { before, after, etag };
  });
}

/**
 * Applies `change` to the newest version of the whole lead by compare-and-swap. Writes nothing if `change` returns the same
 * lead. `null` for an unknown id. Tries `seen` first.
 */
export function changeLead(
  leads: Store,
  id: string,
  change: (lead: Lead) => Lead,
  seen?: LeadVersion,
): Promise<LeadChanged | null> {
  return swap(leads, () => findLead(leads, id), change, seen);
}

/**
 * Makes two leads one (`merge.ts`). Answers the id of the kept one, or `null` if one of them is gone. Safe to repeat, and
 * finished by the next reading after a death. `now` in ms.
 */
export async function mergeLeads(
  leads: Store,
  ids: readonly [string, string],
  { now, by }: { readonly now: number; readonly by: string },
): Promise<string | null> {
  const found = await Promise.all(ids.map((id) => findLead(leads, id)));
  const [one, other] = found.flatMap((version) => (version && !version.lead.isRemoving ? version.lead : []));
  if (!one || !other) return null;
  if (one.id === other.id) return one.id;
  const [kept, part] = isEarlier(one, other) ? [one, other] : [other, one];
  await swap(
    leads,
    () => readLead(leads, part.id),
    (lead) =>
      lead.into || lead.isRemoving ? lead : { ...lead, into: kept.id, by, updatedAt: new Date(now).toISOString() },
  );
  return await mergeLeads(leads, [kept.id, part.id], { now, by });
}

/** A visit as it was read. `lead`: as its visitor knows it. */
export interface VisitVersion {
  readonly visit: Visit;
  readonly lead: Lead;
  readonly whole: LeadVersion;
}

export const visitIn = (whole: LeadVersion, id: string): VisitVersion => ({
  visit: visitOf(whole.lead, id),
  lead: asVisitorsOf(whole.lead, leadOfVisit(id)),
  whole,
});

/** The visit of this id, which is a new one if nobody has booked it yet; `null` without its lead. */
export async function findVisit(leads: Store, id: string): Promise<VisitVersion | null> {
  const whole = await findLead(leads, leadOfVisit(id));
  return whole && visitIn(whole, id);
}

/**
 * Applies `change` to the newest version of the visit, and `leadChange` to its lead in the same write if the visit changes.
 * `null` without the lead. Tries `seen` first.
 */
export async function changeVisit(
  leads: Store,
  id: string,
  change: (visit: Visit, lead: Lead) => Visit,
  seen?: VisitVersion,
  leadChange: (lead: Lead) => Lead = (lead) => lead,
): Promise<(VisitVersion & { readonly before: Visit }) | null> {
  const changed = await changeLead(
    leads,
    leadOfVisit(id),
    (lead) => {
      const visit = visitOf(lead, id);
      const after = change(visit, asVisitorsOf(lead, leadOfVisit(id)));
      return after === visit ? lead : leadChange(withVisit(lead, after));
    },
    seen?.whole,
  );
  if (!changed) return null;
  return { before: visitOf(changed.before, id), ...visitIn({ lead: changed.after, etag: changed.etag }, id) };
}

export interface NewLead {
  readonly id: string;
  /** `company`: the honeypot. */
  readonly request: Lead['request'] & Pick<ConsultationRequest, 'company'>;
  readonly source: LeadSource;
  /** Who of us adds it. */
  readonly by?: string;
  /** The day on which to call again. */
  readonly followUp?: string | undefined;
  readonly now: Date;
}

/**
 * Stores a request before it is answered, with the news of it that the owner is still to be told. A repeat in other words
 * updates the request of its lead; the status stays. Answers the lead, and whether it is new; `null` if the owner is
 * removing it, so that the request needs another id.
 */
export async function keepLead(
  leads: Store,
  { id, request, source, by, followUp, now }: NewLead,
): Promise<{ readonly lead: Lead; readonly isNew: boolean } | null> {
  const { company, ...sent } = request;
  const kept = withAgreement(sent, sent);
  const moment = now.toISOString();
  const news = { kind: 'request', at: moment };
  // The owner has already spoken with a caller.
  const spoken = source === 'phone' ? { status: 'contacted' } : { status: 'new', untold: [news] };
  const common = { id, createdAt: moment, updatedAt: moment, source, by, followUp, ...spoken };
  const where = source === 'phone' ? 'desk' : source;
  const how = { at: moment, by: by ?? 'visitor', where };
  const fresh = withConsents(null, Lead.parse({ ...common, isSpam: Boolean(company), request: kept }), how);
  if (await leads.create(leadKey(id), fresh)) return { lead: fresh, isNew: true };
  const changed = await changeLead(leads, id, (lead) => {
    const words = wordsOf(lead, id);
    if (lead.isRemoving || isSameRequest(words.asSent ?? words.request, kept)) return lead;
    const resent = withWordsOf(lead, id, withResent(words, kept));
    const told = withUntold(withConsents(lead, resent, how), lead.id === id ? news : { ...news, of: id });
    return { ...told, updatedAt: moment };
  });
  return !changed || changed.after.isRemoving ? null : { lead: changed.after, isNew: false };
}

/** Stores a request under the first of the ids that is not of a removed lead. A repeat makes no second lead. */
export async function receiveRequest(
  leads: Store,
  { ids, ...request }: Omit<NewLead, 'id'> & { readonly ids: Iterable<string> },
): Promise<{ readonly id: string; readonly lead: Lead; readonly isNew: boolean }> {
  for (const id of ids) {
    const kept = (await isRemoved(leads, id)) ? null : await keepLead(leads, { ...request, id });
    if (kept) return { ...kept, id };
  }
  throw new Error('Every id of this request is of a removed lead');
}

/** Notes that the owner has opened the lead. `now` in ms. */
export async function noteOpened(leads: Store, id: string, now: number): Promise<void> {
  await changeLead(leads, id, (lead) => {
    return lead.openedAt || lead.isRemoving ? lead : { ...lead, openedAt: new Date(now).toISOString() };
  });
}

/**
 * A removed lead leaves this note, so that its id is never used again: the old link to its visit must not open what the
 * same browser sends later. The note names the lead by a hash of its id and holds nothing personal.
 */
export const removedLeads = { place: 'removed/', schema: z.object({ at: z.number() }) } as const;

export const removedName = (id: string): string => hashed('removed-lead', id);

/** `now` in ms. */
export async function noteRemoved(leads: Store, id: string, now: number): Promise<void> {
  await recordsOf(leads, removedLeads).put(removedName(id), { at: now });
}

function isRemoved(leads: Store, id: string): Promise<boolean> {
  return recordsOf(leads, removedLeads).isThere(removedName(id));
}

/** ms. A browser repeats a request that did not arrive for 30 days, always with the same key. */
const KEPT_MS = 90 * DAY;

/** Deletes notes whose key nobody repeats any more. `now` in ms. */
export async function sweepRemoved(leads: Store, now: number): Promise<void> {
  const notes = recordsOf(leads, removedLeads);
  for (const { name, value } of (await notes.list()).records) {
    if (value.at < now - KEPT_MS) await notes.delete(name);
  }
}

/** Makes one the leads of which a death has left two: reading a part does so. */
export async function finishParts({ leads, report }: Source): Promise<void> {
  const left = (await listLeads(leads, report)).filter(({ into }) => into);
  await forEachAlone(left, ({ id }) => findLead(leads, id));
}
