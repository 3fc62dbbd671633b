import { randomUUID } from 'node:crypto';
import type { LeadStatus } from '#contracts/lead-status';
import { findLead, isUnopened, type Lead } from '#server/leads/lead';
import { leadReference } from '#server/leads/lead-id';
import { mainLead } from '#server/leads/one-lead';
import { visitsOfLead } from '#server/leads/visit';
import {
  addPendingOutcome,
  clearPendingNotice,
  isOfOutcome,
  listPendingNotices,
  noteUnopened,
  type PendingNotice,
} from '#server/leads/pending-notices';
import { consume, mailLimit } from '#server/limits/limits';
import { keysOf } from '#server/outbox/upkeep';
import { channelsOf } from './audience.ts';
import { dispatch, type NewsContext } from './dispatch.ts';
import { keyOf, requestKeys } from './news.ts';

/**
 * Stores the news of a request or an outcome, or leaves it to the schedule. Never fails. Clears the pending notice, in
 * `later` if given, after the note of a request that nobody has opened yet.
 */
export async function notifyOfPending(
  context: NewsContext,
  pending: PendingNotice,
  later?: (work: () => Promise<void>) => void,
): Promise<void> {
  const { leads, log } = context;
  const isOutcome = isOfOutcome(pending);
  let lead: Lead | undefined;
  const clear = async () => {
    if (lead && !isOutcome && isUnopened(lead)) await noteUnopened(leads, lead.id);
    await clearPendingNotice(leads, pending);
  };
  try {
    const id = isOutcome ? await mainLead(leads, pending.leadId, context.now()) : pending.leadId;
    lead = pending.lead ?? (await findLead(leads, id))?.lead;
    if (lead && !lead.isRemoving) {
      await (isOutcome ? dispatchOutcome(context, lead) : dispatchRequest(context, lead, pending.lead !== undefined));
    }
    if (!later) await clear();
  } catch (error) {
    const what = isOutcome ? 'Webhook: the outcome of' : 'Mail: the notice of the request';
    log(`${what} ${leadReference(pending.leadId)} is still to be written`, error);
    return;
  }
  later?.(clear);
}

/** Stores the news that calls have left to the schedule. */
export async function notifyOfAllPending(context: NewsContext): Promise<void> {
  for (const pending of await listPendingNotices(context.leads, context.now())) await notifyOfPending(context, pending);
}

/**
 * One notice for each wording: a visitor who mends a telephone number must not be called at the old one. After the
 * first, one request makes six in a day: who words it again and again must not flood the owner.
 */
async function dispatchRequest(context: NewsContext, lead: Lead, isNew: boolean): Promise<void> {
  const { channels, limits, now } = context;
  const former = isNew ? [] : await keysOf(channels.mail.box, requestKeys(lead.id));
  const visits = isNew ? [] : await visitsOfLead(context.leads, lead);
  const news = { kind: 'request', lead, visits, isChanged: former.length > 0 } as const;
  if (former.includes(keyOf(news))) return;
  const counted = news.isChanged ? await consume(limits, mailLimit, `wordings of ${lead.id}`, now()) : null;
  if (counted && 'wait' in counted) return;
  const isFirst = await dispatch(context, news, { isNew });
  // A parallel call wrote the same wording, so it was counted twice.
  if (!isFirst) await counted?.release();
}

const OUTCOMES: ReadonlySet<string> = new Set<LeadStatus>(['quoted', 'won', 'lost']);

async function dispatchOutcome(context: NewsContext, lead: Lead): Promise<void> {
  if (!OUTCOMES.has(lead.status)) return;
  await dispatch(context, { kind: 'outcome', lead, visits: await visitsOfLead(context.leads, lead) });
}

/**
 * Changes what became of a lead, and stores the news for programs: each outcome once, also if the process dies in
 * between. Answers as `change` does.
 */
export async function withOutcome<Answer>(
  context: NewsContext,
  leadId: string,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const { leads, channels, now } = context;
  const isHeard = channelsOf('outcome').some((name) => channels[name]);
  if (!isHeard || !(await findLead(leads, leadId))) return await change();
  const pending = await addPendingOutcome(leads, leadId, randomUUID(), now());
  const answer = await change();
  await notifyOfPending(context, pending);
  return answer;
}
