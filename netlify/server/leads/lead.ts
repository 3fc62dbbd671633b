import * as z from 'zod/mini';
import type { LeadSource } from '#contracts/admin-lead';
import type { ConsultationRequest } from '#contracts/consultation';
import { keptObject } from '#contracts/kept-object';
import { Job } from '#contracts/lead-job';
import { KeptRequest } from '#contracts/kept-request';
import { type Language, languageOf } from '#i18n/language';
import { spoken } from '#i18n/site-languages';
import { shaped, type Store } from '#server/storage/port';
import { instant, instantOr } from './instant.ts';
import { isSameRequest, withAgreement, withResent } from './lead-correction.ts';
import { LEAD_ID, leadKey } from './lead-id.ts';

const KeptNote = keptObject({
  id: z._default(z.string(), ''),
  at: instant,
  by: z.optional(z.string()),
  text: z._default(z.string(), ''),
  corrects: z.optional(z.string()),
});

/**
 * A stored consultation request. Its visits are records of their own (`visit.ts`). Instants are ISO 8601 in UTC. Today's
 * lists, limits and patterns are not asked: the record may be older than they are. A field that is added to it needs a
 * default.
 */
export const Lead = keptObject({
  id: z.string(),
  createdAt: instantOr('1970-01-01T00:00:00.000Z'),
  /** An unknown time lies ahead, so that nothing counts as lapsed. */
  updatedAt: instantOr('9999-12-31T23:59:59.999Z'),
  /** A `LeadSource`, or a former one. */
  source: z._default(z.string(), 'dialog'),
  /** Who of us added or changed it last; absent if nobody did. */
  by: z.optional(z.string()),
  /** A `LeadStatus`, or a former one. */
  status: z._default(z.string(), 'new'),
  /** The honeypot was filled in, so it is most likely spam. It is kept: no request may be lost. */
  isSpam: z._default(z.boolean(), false),
  request: KeptRequest,
  /** As the visitor sent it last, once the owner has corrected it. */
  asSent: z.optional(KeptRequest),
  /** The day on which the owner wants to see the lead again: `2026-12-01`, in the business's zone. */
  followUp: z.optional(z.string()),
  /** In dollars: the quoted one, then that of all sales. */
  amount: z.optional(z.number()),
  /** The sales after the first. `visit`: the start of the visit that brought it. */
  laterSales: z.optional(z.array(keptObject({ visit: z.string(), at: z.string(), amount: z.optional(z.number()) }))),
  /** The start of the visit that brought the first sale. */
  soldBy: z.optional(z.string()),
  /** The steps that the owner has noted since the sale; days in the business's zone. */
  job: z.optional(keptObject(Job.shape)),
  /** Of a lost lead: a `LostReason`, or a former one. */
  lostReason: z.optional(z.string()),
  /** The visitor said no to what Google is told of its advertisements. */
  noAds: z.optional(z.boolean()),
  /** How often the visitor has changed the request on the page of the visit. The owner is told of each. */
  rewordings: z.optional(z.number()),
  /** The first booking, the owner's first call to a waiting visitor, and the last end: won or lost. */
  bookedAt: instant,
  /** The owner set the lead to visited, and the first sale. */
  visitedAt: instant,
  wonAt: instant,
  calledAt: instant,
  closedAt: instant,
  /** The owner first opened the lead, or first did something about it. */
  openedAt: instant,
  /** The customer was asked for a review. */
  reviewAskedAt: instant,
  /** The visitor's last text, until somebody answers it. `id`: the provider's. */
  unansweredText: z.optional(keptObject({ id: z.string(), at: z.string(), text: z.string() })),
  notes: z._default(z.array(KeptNote), []),
  /** The lead is a part of that one, by its id (`one-lead.ts`). */
  into: z.optional(z.string()),
  /** The ids of its parts. */
  also: z.optional(z.array(z.string())),
  /** The owner is removing the lead. It books nothing more, and its record goes last. */
  isRemoving: z.optional(z.boolean()),
});
export type Lead = z.infer<typeof Lead>;

/** The language for mails and calls; English for one that the site does not speak. */
export const languageOfLead = ({ request }: Pick<Lead, 'request'>): Language => spoken(languageOf(request.language));

/** Somebody waits for an answer, and the owner has not seen the lead yet. */
export const isUnopened = ({ openedAt, status, isSpam, isRemoving, into }: Lead): boolean =>
  !openedAt && !into && status === 'new' && !isSpam && !isRemoving;

/** Notes that the owner has opened the lead. `now` in ms. */
export async function noteOpened(leads: Store, id: string, now: number): Promise<void> {
  await changeLead(leads, id, (lead) => {
    return lead.openedAt || lead.isRemoving ? lead : { ...lead, openedAt: new Date(now).toISOString() };
  });
}

/** The lead and its version, or `null` for an unknown id. Throws `UnreadableRecord`. */
export async function findLead(leads: Store, id: string): Promise<LeadVersion | null> {
  if (!LEAD_ID.test(id)) return null;
  const stored = await leads.get(leadKey(id));
  return stored && { lead: shaped(Lead, leadKey(id), stored.value), etag: stored.etag };
}

/**
 * Stores a request before it is answered. A repeat in other words updates the request of its lead; the status
 * stays. Answers the lead only if it is new. `removed`: the owner is removing the lead, so the request needs another id.
 */
export async function keepLead(
  leads: Store,
  { id, request, source, by, followUp, now }: NewLead,
): Promise<Lead | 'known' | 'removed'> {
  const { company, ...sent } = request;
  const kept = withAgreement(sent, sent);
  const moment = now.toISOString();
  // The owner has already spoken with a caller.
  const status = source === 'phone' ? 'contacted' : 'new';
  const common = { id, createdAt: moment, updatedAt: moment, source, by, followUp, status };
  const fresh = Lead.parse({ ...common, isSpam: Boolean(company), request: kept });
  if (await leads.create(leadKey(id), fresh)) return fresh;
  const changed = await changeLead(leads, id, (lead) => {
    const isSame = lead.isRemoving || isSameRequest(lead.asSent ?? lead.request, kept);
    return isSame ? lead : { ...lead, ...withResent(lead, kept), updatedAt: moment };
  });
  return !changed || changed.after.isRemoving ? 'removed' : 'known';
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

export interface LeadVersion {
  readonly lead: Lead;
  readonly etag: string;
}

/**
 * Applies `change` to the newest version by compare-and-swap. Writes nothing if `change` returns the same lead. Answers
 * the lead before and after, or `null` for an unknown id. Tries `seen` first; it may be stale, so a lead without a
 * change is read again.
 */
export async function changeLead(
  leads: Store,
  id: string,
  change: (lead: Lead) => Lead,
  seen?: LeadVersion,
): Promise<LeadChanged | null> {
  if (!LEAD_ID.test(id)) return null;
  for (let known = seen; ; known = undefined) {
    const found = known ?? (await findLead(leads, id));
    if (!found) return null;
    const after = change(found.lead);
    if (after === found.lead && known) continue;
    if (after === found.lead) return { before: after, after, etag: found.etag };
    const etag = await leads.replace(leadKey(id), after, found.etag);
    if (etag !== null) return { before: found.lead, after, etag };
  }
}

export interface LeadChanged {
  readonly before: Lead;
  readonly after: Lead;
  readonly etag: string;
}
