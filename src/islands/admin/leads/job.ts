import { type JobStep, jobStepLabels, jobSteps } from '#contracts/lead-job';
import type { ShownLead } from '#lead/answers';
import { nextOf, owedOf, type Sold, sumOf } from '#lead/place';
import { standingVisits } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { addDays, type CalendarDate, zonedToday } from '#lib/time/dates';
import type { Progress } from './commands.ts';
import { shortDay as day } from './progress-words.ts';

/** `Arrived? The order of Oct 28 is due.` */
export function jobSentence(lead: ShownLead, now: Date): string {
  const { job = {}, amount = 0, payments } = lead;
  const { orderedOn = '', dueOn } = job;
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
    case 'payment':
      return payments
        ? `Installed. Still owed: ${exactDollars(owedOf(lead))} of ${exactDollars(amount)}.`
        : 'Installed. Paid?';
    case undefined:
      return 'Installed and paid.';
  }
}

/** The step is done today; what follows is asked at once. The whole job is sent: a repeat changes nothing more. */
export const stepDone = ({ job }: Sold, step: JobStep, today: CalendarDate): Progress => ({
  job: { ...job, [step]: today },
  followUp: null,
});

/** The lead comes back on the day when the order should arrive, or at once without one. */
export const orderDone = ({ job }: Sold, today: CalendarDate, dueOn: CalendarDate | ''): Progress => ({
  job: { ...job, orderedOn: today, ...(dueOn && { dueOn }) },
  followUp: dueOn || null,
});

/** The customer pays so many dollars today. After the work the rest is asked for in a week; before it nothing is put off. */
export function paid(lead: Sold, today: CalendarDate, dollars: number): Progress {
  const { amount = dollars, payments = [] } = lead;
  const after = { ...lead, amount, payments: [...payments, { on: today, amount: dollars }] };
  const isDone = nextOf(lead) === 'payment';
  return {
    payments: after.payments,
    ...(lead.amount === undefined && { amount }),
    ...(isDone && { followUp: owedOf(after) > 0 ? addDays(today, 7) : null }),
  };
}

/** What the owner has noted of a job, and the change that takes it back. `words`: `Deposit $2,425 of $4,850, Nov 30`. */
interface Noted {
  readonly words: string;
  readonly back: Progress;
}

/** All that the owner has noted of the job: its steps in their order, then the payments. */
export function notedOf(lead: Sold): readonly Noted[] {
  const { job = {}, payments = [], amount = 0 } = lead;
  const steps = jobSteps.flatMap((step): Noted[] => {
    const date = job[step];
    const none = { [step]: null, ...(step === 'orderedOn' && { dueOn: null }) };
    const label = jobStepLabels[step];
    return date ? [{ words: `${label} ${day(date)}`, back: { job: { ...job, ...none }, followUp: null } }] : [];
  });
  const paidIn = payments.map((payment, index): Noted => {
    const isWhole = sumOf(payments.slice(0, index + 1)) >= amount;
    const [first, other] = isWhole ? ['Paid', 'Rest'] : ['Deposit', 'Payment'];
    const label = index === 0 ? first : other;
    const whole = isWhole ? '' : ` of ${exactDollars(amount)}`;
    const rest = payments.filter((one) => one !== payment);
    return {
      words: `${label} ${exactDollars(payment.amount)}${whole}, ${day(payment.on)}`,
      back: { payments: rest.length > 0 ? rest : null, ...(job.installedOn && { followUp: null }) },
    };
  });
  return [...steps, ...paidIn];
}
