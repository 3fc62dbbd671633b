import { type Job, jobStepLabels, jobSteps } from '#contracts/lead-job';
import { say } from '#browser/say';
import type { ShownLead } from '#lead/answers';
import { nextOf, type NextStep, owedOf, type Sold, sumOf } from '#lead/place';
import { jobsOf, withJobs } from '#lead/sales';
import { standingVisits } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { addDays, type CalendarDate, zonedToday } from '#lib/time/dates';
import type { Progress } from './commands.ts';
import { shortDay as day } from './progress-words.ts';

/** `Arrived? The order of Oct 28 is due.` */
export function jobSentence(lead: ShownLead, { step, sale, job }: NextStep, now: Date): string {
  const { amount = 0, payments } = lead;
  const { orderedOn = '', dueOn } = job;
  switch (step) {
    case 'orderedOn':
      return sale > 0 ? say('Sold again. Order these shades too?') : say('Sold. Order the shades?');
    case 'arrivedOn':
      if (!dueOn) return say('Arrived? The order of {day} has no day noted.', { day: day(orderedOn) });
      return dueOn > zonedToday(now)
        ? say('Ordered {day}. It should arrive on {due}.', { day: day(orderedOn), due: day(dueOn) })
        : say('Arrived? The order of {day} is due.', { day: day(orderedOn) });
    case 'installedOn':
      return standingVisits(lead, now.getTime()).length > 0
        ? say('Arrived. A visit is booked.')
        : say('Arrived. Book the installation.');
    case 'payment':
      if (!payments) return say('Installed. Paid?');
      return say('Installed. Still owed: {owed} of {amount}.', {
        owed: exactDollars(owedOf(lead)),
        amount: exactDollars(amount),
      });
  }
}

/**
 * Steps of a sale's job are done. The whole job is sent: a repeat changes nothing more. The lead comes back when the next
 * order should arrive, or at once where something else is to be done.
 */
export function stepsDone(lead: Sold, { sale, job }: NextStep, steps: Job): Progress {
  const after = { ...job, ...steps };
  const next = nextOf(withJobs(lead, jobsOf(lead).with(sale, after)));
  const followUp = next?.step === 'arrivedOn' ? next.job.dueOn : undefined;
  return { job: after, ...(sale > 0 && { sale }), followUp: followUp ?? null };
}

/** The customer pays so many dollars today. After the work the rest is asked for in a week; before it nothing is put off. */
export function paid(lead: Sold, today: CalendarDate, dollars: number): Progress {
  const { amount = dollars, payments = [] } = lead;
  const after = { ...lead, amount, payments: [...payments, { on: today, amount: dollars }] };
  const isDone = nextOf(lead)?.step === 'payment';
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

/** All that the owner has noted of the jobs: the steps of each in their order, then the payments. */
export function notedOf(lead: Sold): readonly Noted[] {
  const { payments = [], amount = 0 } = lead;
  const steps = jobsOf(lead).flatMap((job, sale) =>
    jobSteps.flatMap((step): Noted | readonly [] => {
      const date = job[step];
      const none = { [step]: null, ...(step === 'orderedOn' && { dueOn: null }) };
      if (!date) return [];
      const done = `${say(jobStepLabels[step])} ${day(date)}`;
      const words = sale > 0 ? say('Sale {number}: {step}', { number: sale + 1, step: done }) : done;
      return { words, back: { job: { ...job, ...none }, ...(sale > 0 && { sale }), followUp: null } };
    }),
  );
  const isInstalled = jobsOf(lead).every(({ installedOn }) => installedOn);
  const paidIn = payments.map((payment, index): Noted => {
    const isWhole = sumOf(payments.slice(0, index + 1)) >= amount;
    const [first, other] = isWhole ? [say('Paid'), say('Rest')] : [say('Deposit'), say('Payment')];
    const label = index === 0 ? first : other;
    const sum = exactDollars(payment.amount);
    const share = isWhole ? sum : say('{amount} of {whole}', { amount: sum, whole: exactDollars(amount) });
    const rest = payments.filter((one) => one !== payment);
    return {
      words: `${label} ${share}, ${day(payment.on)}`,
      back: { payments: rest.length > 0 ? rest : null, ...(isInstalled && { followUp: null }) },
    };
  });
  return [...steps, ...paidIn];
}
