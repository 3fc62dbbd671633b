import { type SubmitEvent, useState } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import { type JobStep, jobStepLabels } from '#contracts/lead-job';
import { addDays } from '#lib/time/dates';
import { jobSteps, orderDone, paidInPart, stepDone } from './job.ts';
import {
  AmountField,
  BookLink,
  BUTTONS,
  DayField,
  LeadButton,
  NO_AMOUNT,
  OpenButton,
  QuickButton,
} from './ProgressFields.tsx';
import type { Progress } from './progress.ts';
import { orderDays, readAmount, todayIn } from './progress-words.ts';
import type { useTyped } from './typed.ts';

interface JobStepsProps {
  readonly lead: AdminLead;
  readonly now: Date;
  /** To be done next; its button stands first. */
  readonly next: JobStep;
  /** On the lead's page the later steps have buttons too: who notes one has done those before. */
  readonly isOnPage?: boolean;
  readonly typed: ReturnType<typeof useTyped>;
  readonly isSaving: boolean;
  readonly save: (change: Progress) => Promise<unknown>;
}

/** A press for each step of a sold lead's job. An order asks for its day, a payment in part for its amount. */
export function JobSteps({ lead, now, next, isOnPage = false, typed, isSaving, save }: JobStepsProps) {
  const { form } = typed;
  const today = todayIn(now);
  const steps = isOnPage ? jobSteps.slice(jobSteps.indexOf(next)) : [next];
  /** Saves a change at once, or opens the form of that name. */
  const button = (text: string, does: Progress | string) =>
    typeof does === 'string' ? (
      <OpenButton key={text} lead={lead} typed={typed} form={does} text={text} />
    ) : (
      <QuickButton key={text} lead={lead} text={text} isSaving={isSaving} save={() => save(does)} />
    );
  return (
    <>
      <div className={BUTTONS}>
        {next === 'installedOn' && lead.coming.length === 0 && <BookLink lead={lead} isHere={isOnPage} />}
        {steps.map((step) =>
          button(jobStepLabels[step], step === 'orderedOn' ? 'ordered' : stepDone(lead, step, today)),
        )}
        {steps.includes('paidOn') && button('Paid in part', 'part')}
        {button('Not yet', { followUp: addDays(today, 3) })}
      </div>
      {form === 'ordered' && <OrderForm {...{ lead, now, typed, isSaving, save }} />}
      {form === 'part' && <PaymentForm {...{ lead, now, typed, isSaving, save }} />}
    </>
  );
}

type FormProps = Pick<JobStepsProps, 'lead' | 'now' | 'typed' | 'isSaving' | 'save'>;

function OrderForm({ lead, now, typed, isSaving, save }: FormProps) {
  const today = todayIn(now);
  const due = typed.field('dueOn', addDays(today, 28));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) void save(orderDone(lead, today, due.value));
  };
  return (
    <form className="mt-3 grid gap-3" onSubmit={submit}>
      <DayField label="Should arrive on" name={`due-${lead.id}`} now={now} days={orderDays(now)} optional {...due} />
      <SaveButton lead={lead} isSaving={isSaving} />
    </form>
  );
}

function PaymentForm({ lead, now, typed, isSaving, save }: FormProps) {
  const [problem, setProblem] = useState('');
  const paid = typed.field('paid');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const amount = readAmount(paid.value);
    const isRead = typeof amount === 'number';
    setProblem(isRead ? '' : NO_AMOUNT);
    if (isRead && !isSaving) void save(paidInPart(lead, todayIn(now), amount));
  };
  return (
    <form className="mt-3 grid gap-3" noValidate onSubmit={submit}>
      <AmountField label="Paid so far, in dollars" name={`paid-${lead.id}`} problem={problem} {...paid} />
      <SaveButton lead={lead} isSaving={isSaving} />
    </form>
  );
}

export function SaveButton({ lead, isSaving }: { lead: AdminLead; isSaving: boolean }) {
  return (
    <LeadButton lead={lead} className="btn btn-sm" type="submit" isBusy={isSaving}>
      {isSaving ? 'Saving...' : 'Save'}
    </LeadButton>
  );
}
