import { useState } from 'react';
import { jobStepLabels, jobSteps } from '#contracts/lead-job';
import { say } from '#browser/say';
import { nextOf, type NextStep, owedOf } from '#lead/place';
import { standingVisits } from '#lead/visits';
import { addDays, zonedToday } from '#lib/time/dates';
import { paid, stepsDone } from './job.ts';
import {
  AmountField,
  BookLink,
  BUTTONS,
  DayField,
  NO_AMOUNT,
  type Step,
  StepButton,
  StepForm,
} from './ProgressFields.tsx';
import { orderDays, readAmount } from './progress-words.ts';

interface JobStepsProps extends Step {
  readonly now: Date;
  /** Its button stands first. */
  readonly next: NextStep;
  /** On the lead's page the later steps have buttons too: who notes one has done those before. */
  readonly isOnPage?: boolean;
}

/** A press for each step of a sale's job. An order asks for its day, a payment in part for its amount. */
export function JobSteps({ now, next, isOnPage = false, ...step }: JobStepsProps) {
  const { lead, typed } = step;
  const today = zonedToday(now);
  const first = next.step === 'payment' ? jobSteps.length : jobSteps.indexOf(next.step);
  const isFirst = nextOf(lead)?.sale === next.sale;
  const ordered = `ordered ${next.sale}`;
  const steps = jobSteps.slice(first, isOnPage ? undefined : first + 1);
  const owed = owedOf(lead);
  return (
    <>
      <div className={BUTTONS}>
        {next.step === 'installedOn' && standingVisits(lead, now.getTime()).length === 0 && (
          <BookLink lead={lead} isHere={isOnPage} />
        )}
        {steps.map((one) => (
          <StepButton
            key={one}
            {...step}
            text={say(jobStepLabels[one])}
            does={one === 'orderedOn' ? ordered : stepsDone(lead, next, { [one]: today })}
          />
        ))}
        {(next.step === 'payment' || (isOnPage && isFirst && owed > 0)) && (
          <>
            <StepButton {...step} text={say('Paid')} does={owed > 0 ? paid(lead, today, owed) : 'payment'} />
            {owed > 0 && <StepButton {...step} text={say('Paid in part')} does="payment" />}
          </>
        )}
        {isFirst && <StepButton {...step} text={say('Not yet')} does={{ followUp: addDays(today, 3) }} />}
      </div>
      {typed.form === ordered && <OrderForm {...step} next={next} now={now} />}
      {isFirst && typed.form === 'payment' && <PaymentForm {...step} now={now} />}
    </>
  );
}

function OrderForm({ next, now, ...step }: JobStepsProps) {
  const { lead, typed, save } = step;
  const today = zonedToday(now);
  const due = typed.field('dueOn', addDays(today, 28));
  const order = () => void save(stepsDone(lead, next, { orderedOn: today, ...(due.value && { dueOn: due.value }) }));
  return (
    <StepForm {...step} onSave={order}>
      <DayField
        label={say('Should arrive on')}
        name={`due-${lead.id}`}
        now={now}
        days={orderDays(now)}
        optional
        {...due}
      />
    </StepForm>
  );
}

function PaymentForm({ now, ...step }: Step & { now: Date }) {
  const { lead, typed, save } = step;
  const [problem, setProblem] = useState('');
  const payment = typed.field('payment');
  const pay = () => {
    const amount = readAmount(payment.value, lead.amount);
    const isRead = typeof amount === 'number';
    setProblem(isRead ? '' : NO_AMOUNT);
    if (isRead) void save(paid(lead, zonedToday(now), amount));
  };
  return (
    <StepForm {...step} noValidate onSave={pay}>
      <AmountField label={say('Paid today, in dollars')} name={`paid-${lead.id}`} problem={problem} {...payment} />
    </StepForm>
  );
}
