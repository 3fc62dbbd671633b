import { jobStepLabels, jobSteps } from '#contracts/lead-job';
import { siteNoteId } from '#contracts/lead-note';
import { countedStatus, isEnded, type LeadStatus, leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { exactDollars, inCents } from '#lib/dollars';
import { labelOf } from '#lib/label';
import { zonedDate } from '#lib/time/zone';
import type { Lead } from './lead.ts';
import { nextOf, sumOf } from './place.ts';
import { jobsOf, salesOf } from './sales.ts';
import { bySoonest, comingVisits, leadOfVisit } from './visits.ts';

/**
 * Two leads of one person become one: the earlier one takes the later one in, so that no two can take each other in. First
 * the later one says so (`into`), and from then on nothing writes it. Then the earlier one has all that it had, in one
 * write. Visits keep their ids, so that links, slots, events and mails go on.
 */
export const holds = ({ also = [] }: Lead, part: string): boolean => also.some(({ id }) => id === part);
export const isEarlier = (one: Lead, other: Lead): boolean =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}`;

/** The lead as the visitor of one of its requests knows it: by its id, in its words, with its visits. */
export function asVisitorsOf(lead: Lead, id: string): Lead {
  if (!lead.also) return lead;
  const { request, source, createdAt } = lead.also.find((part) => part.id === id) ?? lead;
  const visits = lead.visits.filter((visit) => leadOfVisit(visit.id) === id);
  return { ...lead, id, createdAt, source, request, visits };
}

type Words = Pick<Lead, 'request' | 'asSent'>;

/** The words of the lead, or of its part of this id. */
export const wordsOf = (lead: Lead, id: string): Words => lead.also?.find((part) => part.id === id) ?? lead;

/** The lead with other words, of its own or of its part of this id. */
export const withWordsOf = (lead: Lead, id: string, words: Words): Lead =>
  holds(lead, id)
    ? { ...lead, also: lead.also?.map((part) => (part.id === id ? { ...part, ...words } : part)) }
    : { ...lead, ...words };

/** The further one is the one that counts. */
const ranks: readonly LeadStatus[] = ['lost', 'new', 'contacted', 'visited', 'booked', 'quoted', 'won'];
const rankOf = ({ status }: Lead) => ranks.indexOf(countedStatus(status));

/**
 * The lead with all of a part. Of what a lead has but once it has the further one's. Whoever of the two is open, or
 * has a job that is, comes back on its day, or on the day when they become one if no visit is to come. The part's last change is the moment when they became one.
 */
export function withPart(lead: Lead, part: Lead): Lead {
  const { updatedAt: at, by } = part;
  const [leading, other] = rankOf(part) >= rankOf(lead) ? [part, lead] : [lead, part];
  const { status, lostReason, closedAt, wonAt, soldBy, laterSales, job } = leading;
  const open = [lead, part].filter((one) => !isEnded(one) || one.followUp !== undefined || nextOf(one));
  const visits = [...lead.visits, ...part.visits].sort(bySoonest);
  const isComing = comingVisits({ visits }, Date.parse(at)).length > 0;
  const days = open.map((one) => one.followUp ?? (isComing ? undefined : zonedDate(at)));
  const [followUp] = days.filter((day) => day !== undefined).sort();
  const firstOf = (field: 'bookedAt' | 'calledAt' | 'visitedAt' | 'openedAt' | 'reviewAskedAt') =>
    [lead[field], part[field]].sort()[0];
  const { id, createdAt, source, request, asSent } = part;
  const note = { id: siteNoteId(lead.notes.length), at, by, text: partWords(part) };
  // The site counts its notes in each lead, so that two could have one id.
  const theirs = part.notes.map((one) =>
    lead.notes.some((known) => known.id === one.id) ? { ...one, id: `${one.id}-${id.slice(0, 8)}` } : one,
  );
  const { undo: _, ...rest } = lead;
  return {
    ...rest,
    status,
    lostReason,
    closedAt,
    wonAt,
    soldBy,
    laterSales,
    job,
    followUp,
    ...((lead.payments ?? part.payments) && { payments: [...(lead.payments ?? []), ...(part.payments ?? [])] }),
    amount: leading.amount ?? (status === 'won' ? undefined : other.amount),
    ...(other.status === 'won' && soldTogether(lead, part)),
    visits,
    bookedAt: firstOf('bookedAt'),
    calledAt: firstOf('calledAt'),
    visitedAt: firstOf('visitedAt'),
    openedAt: firstOf('openedAt'),
    reviewAskedAt: firstOf('reviewAskedAt'),
    ...((lead.unansweredTexts ?? part.unansweredTexts) && {
      unansweredTexts: [...(lead.unansweredTexts ?? []), ...(part.unansweredTexts ?? [])],
    }),
    isSpam: lead.isSpam && part.isSpam,
    noAds: lead.noAds || part.noAds || undefined,
    also: [...(lead.also ?? []), { id, createdAt, source, request, asSent }, ...(part.also ?? [])],
    notes: [...lead.notes, ...theirs, note].sort(({ at: one = '' }, { at: next = '' }) => one.localeCompare(next)),
    untold: [...lead.untold, ...part.untold.map((news) => ({ of: id, ...news }))],
    updatedAt: at,
  };
}

/** `Made one with the request of 2026-11-20: Quoted, $2,000, call again on 2026-12-01.` */
function partWords(part: Lead): string {
  const { createdAt, status, lostReason, amount, followUp, payments } = part;
  const words = [
    labelOf(leadStatusLabels, status),
    lostReason && labelOf(lostReasonLabels, lostReason),
    amount !== undefined && exactDollars(amount),
    followUp && `call again on ${followUp}`,
    ...jobsOf(part).flatMap((job) => jobSteps.map((step) => job[step] && `${jobStepLabels[step]} ${job[step]}`)),
    payments && `paid ${exactDollars(sumOf(payments))}`,
  ];
  return `Made one with the request of ${zonedDate(createdAt)}: ${words.filter(Boolean).join(', ')}.`;
}

/** Of two sold leads: every sale on its day, with its job. */
function soldTogether(lead: Lead, part: Lead): Partial<Lead> {
  const both = [lead, part];
  const [first, ...laterSales] = both
    .flatMap((one) => {
      const at = one.wonAt ?? one.closedAt ?? one.updatedAt;
      return [
        { visit: one.soldBy ?? '', at, amount: salesOf(one).first, job: one.job ?? {} },
        ...(one.laterSales ?? []),
      ];
    })
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const hasAmount = both.some(({ amount }) => amount !== undefined);
  const total = inCents(both.reduce((sum, { amount = 0 }) => sum + amount, 0));
  return {
    wonAt: first?.at,
    soldBy: first?.visit || undefined,
    laterSales,
    amount: hasAmount ? total : undefined,
    job: first?.job ?? {},
  };
}
