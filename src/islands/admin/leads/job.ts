import { type JobStep, jobStepLabels, jobSteps } from '#contracts/lead-job';
import type { ShownLead } from '#lead/answers';
import { nextOf, owedOf } from '#lead/place';
import { standingVisits } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { addDays, type CalendarDate, zonedToday } from '#lib/time/dates';
import type { Progress } from './commands.ts';
import { shortDay as day } from './progress-words.ts';

type Sold = Pick<ShownLead, 'status' | 'job' | 'amount'>;

/** `Arrived? The order of Oct 28 is due.` */
export function jobSentence(lead: ShownLead, now: Date): string {
  const { job = {}, amount = 0 } = lead;
  const { orderedOn = '', dueOn, paid = 0 } = job;
  switch (nextOf(lead)) {
    case 'orderedOn':
      return 'Sold. Order the shades?';
    case 'arrivedOn':
      if (!dueOn) return `Arrived? The order of ${day(orderedOn)} has no day noted.`;
      return dueOn > zonedToday(now)
        ? `Ordered ${day(orderedOn)}. It should arrive on ${day(dueOn)}.`
        : `Arrived? The order of ${day(orderedOn)} is due.`;
    case 'installedOn':
      return standingVisits(lead, now.getTime()).length > 0
        ? 'Arrived. A visit is booked.'
        : 'Arrived. Book the installation.';
    case 'paidOn':
      return job.paid !== undefined && owedOf(lead) > 0
        ? `Paid ${exactDollars(paid)} of ${exactDollars(amount)}. And the rest?`
        : 'Installed. Paid?';
    case undefined:
      return 'Installed and paid.';
  }
}

/** The step is done today; what follows is asked at once. The whole job is sent: a repeat changes nothing more. */
export const stepDone = ({ job }: Sold, step: JobStep, today: CalendarDate): Progress => ({
  job: { ...job, [step]: today, ...(step === 'paidOn' && job?.paid !== undefined && { paid: null }) },
  followUp: null,
});

/** The lead comes back on the day when the order should arrive, or at once without one. */
export const orderDone = ({ job }: Sold, today: CalendarDate, dueOn: CalendarDate | ''): Progress => ({
  job: { ...job, orderedOn: today, ...(dueOn && { dueOn }) },
  followUp: dueOn || null,
});

/** The rest is asked for in a week. */
export const paidInPart = (lead: Sold, today: CalendarDate, paid: number): Progress => ({
  job: { ...lead.job, paidOn: today, paid },
  followUp: paid < (lead.amount ?? 0) ? addDays(today, 7) : null,
});

/** The last step that is noted, with what was noted beside it, is not done. `null` before the first. */
export function stepBack({ job }: Sold): { readonly label: string; readonly change: Progress } | null {
  const step = jobSteps.findLast((one) => job?.[one] !== undefined);
  if (!step) return null;
  const beside = { ...(step === 'orderedOn' && { dueOn: null }), ...(step === 'paidOn' && { paid: null }) };
  return { label: jobStepLabels[step], change: { job: { ...job, [step]: null, ...beside }, followUp: null } };
}
