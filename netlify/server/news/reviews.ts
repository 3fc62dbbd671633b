import { withUntold } from '#lead/decide';
import type { Lead } from '#lead/lead';
import { paidOn } from '#lead/place';
import { reach } from '#lead/reach';
import { jobsOf } from '#lead/sales';
import { hasBegun } from '#lead/visits';
import { changeLead } from '#server/leads/lead-records';
import { business, visitRules } from '#business';
import { isOfWork } from '#contracts/lead-outcome';
import { addDays } from '#lib/time/dates';
import { listLeads } from '#server/leads/lead-list';
import { messageSettings } from '#server/leads/message-settings';
import { namesOf } from '#server/leads/person-keys';
import { stoppedNumbers } from '#server/leads/text-ledger';
import { dateAt } from '#server/slots/zone';
import { forEachAlone, type Report } from '#server/storage/port';
import type { NewsContext } from './dispatch.ts';
import { tell } from './untold.ts';

interface ReviewContext extends Omit<NewsContext, 'now'> {
  /** ms */
  readonly now: number;
  readonly report: Report;
  /** Where a review is written, if not where the brand says. */
  readonly link?: string | undefined;
}

/** The owner may note late how a visit went. */
const ASKED_FOR_DAYS = 7;

/**
 * Asks the customers of the last days for a review, all alike, each person once, if the owner wants it.
 */
export async function askForReviews(context: ReviewContext): Promise<void> {
  const { leads, channels, now, report, link = business.reviewLink } = context;
  if (!link || !(await messageSettings(leads)).asksForReview) return;
  const [all, stopped] = await Promise.all([listLeads(leads, report), stoppedNumbers(leads)]);
  const asked = new Set(all.filter(({ reviewAskedAt }) => reviewAskedAt).flatMap(namesOf));
  await forEachAlone(
    all.filter((lead) => isToBeAsked(lead, now)),
    async (lead) => {
      const names = namesOf(lead);
      if (names.some((name) => asked.has(name))) return;
      const hasStopped = stopped(lead.request.phone);
      const [channel] = reach(lead, 'review', { open: channels, hasStopped }).map(({ way }) => way);
      if (!channel) return;
      for (const name of names) asked.add(name);
      const at = new Date(now).toISOString();
      const changed = await changeLead(leads, lead.id, (one) =>
        isToBeAsked(one, now) ? withUntold({ ...one, reviewAskedAt: at }, { kind: 'review', at, link, channel }) : one,
      );
      if (changed) await tell({ ...context, now: () => now }, changed.after);
    },
  );
}

/**
 * The work was done, or all was paid, on a day before this one. Not while a text of theirs waits for an answer, or work is
 * still to be done: a repair that is booked, or a visit that is to be repeated.
 */
export function isToBeAsked(lead: Lead, now: number): boolean {
  const { isSpam, isRemoving, reviewAskedAt, unansweredTexts, visits } = lead;
  if (isSpam || isRemoving || reviewAskedAt || unansweredTexts) return false;
  const ofWork = visits.filter(({ kind, slot }) => slot && isOfWork(kind));
  const last = ofWork.at(-1);
  // An installation without an outcome may be noted in the job alone.
  const isInJob = last?.kind === 'installation' && last.outcome === undefined && hasBegun(last, now);
  if (last && last.outcome !== 'done' && !isInJob) return false;
  const dayOf = (instant: string | undefined) => instant && dateAt(visitRules.timeZone, Date.parse(instant));
  const done = ofWork.filter(({ outcome }) => outcome === 'done').map(({ start }) => dayOf(start));
  const days = [...done, ...jobsOf(lead).map(({ installedOn }) => installedOn), paidOn(lead)];
  const today = dateAt(visitRules.timeZone, now);
  return days.some((day) => day && day < today && day >= addDays(today, -ASKED_FOR_DAYS));
}
