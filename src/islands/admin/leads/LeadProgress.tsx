import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import { afterOutcome, type Outcome, outcomesOf } from '#contracts/lead-outcome';
import { countedStatus, isClosed, leadStatuses, type LostReason } from '#contracts/lead-status';
import { say } from '#browser/say';
import { optionsOf, SelectField } from '#islands/ui/Field.tsx';
import type { ShownLead } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { statusAt, stepsLeft } from '#lead/place';
import { pastVisits } from '#lead/visits';
import { labelOf } from '#lib/label';
import { addDays, zonedToday } from '#lib/time/dates';
import { Button, keepFocus } from '../Button.tsx';
import { isSending, keyOf, type Progress } from './commands.ts';
import { jobSentence, notedOf } from './job.ts';
import { JobSteps } from './JobSteps.tsx';
import { leads, progressKey } from './leads-store.ts';
import {
  AmountField,
  DayField,
  NO_AMOUNT,
  ProgressConflict,
  reasonOptions,
  StepForm,
  useTyped,
} from './ProgressFields.tsx';
import { outcomeNames, readAmount, statusNames } from './progress-words.ts';
import { timeOf, visitLabel } from './visit-time.ts';

interface LeadProps {
  readonly lead: ShownLead;
  readonly now: Date;
}

/** Where the owner stands with the lead: its visits, its status, and what is next. */
export function LeadProgress({ lead, now }: LeadProps) {
  const press = useStore(leads.$presses)[progressKey(lead)];
  const { command } = press ?? {};
  const isStatus = command?.do === 'change' && Object.keys(command).sort().join() === 'do,seen,status';
  return (
    <>
      <PastVisits lead={lead} now={now} />
      <StatusField lead={lead} status={statusAt(lead, now.getTime())} />
      <ProgressConflict
        press={press}
        label={isStatus ? say('Status') : say('This lead')}
        now={now}
        onKeep={(isMine) => {
          document.getElementById('field-lead-status')?.focus();
          void leads.settle(lead, isMine);
        }}
      />
      <AfterSale lead={lead} now={now} />
      <NextForm lead={lead} now={now} />
    </>
  );
}

/** Saves a status when it is chosen. */
function StatusField({ lead, status: value }: { lead: ShownLead; status: string }) {
  const choose = (chosen: string) => {
    const status = leadStatuses.find((one) => one === chosen);
    if (status) void leads.progress(lead, { status });
  };
  return (
    <SelectField
      label={say('Status')}
      name="lead-status"
      value={value}
      onValue={choose}
      options={optionsOf(statusNames)}
    />
  );
}

/** What is typed about an outcome or a step of the job. */
function useStep(lead: ShownLead) {
  const form = keyOf('step', lead);
  return {
    typed: useTyped(leads, form, lead),
    isSaving: isSending(useStore(leads.$presses)[progressKey(lead)]),
    save: (change: Progress, focused: string) => {
      const saving = leads.progress(lead, { ...change, form });
      keepFocus(focused);
      return saving.then(() => keepFocus(focused));
    },
  };
}

const AFTER_SALE = 'after-sale';

/** What the owner has noted since the sale, each with its way back, and the next step. */
function AfterSale({ lead, now }: LeadProps) {
  const { typed, isSaving, save: saveAndFocus } = useStep(lead);
  if (lead.status !== 'won') return null;
  const left = stepsLeft(lead);
  const save = (change: Progress) => saveAndFocus(change, AFTER_SALE);
  return (
    <section aria-labelledby={AFTER_SALE}>
      <h3 className="text-lg focus:outline-none" id={AFTER_SALE} tabIndex={-1}>
        {say('After the sale')}
      </h3>
      {left.length === 0 && <p role="status">{say('Installed and paid.')}</p>}
      <ul className="text-sm text-mute empty:hidden">
        {notedOf(lead).map(({ words, back }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two equal payments of one day have the same words.
          <li key={`${index} ${words}`} className="flex items-center justify-between gap-x-4">
            <span>{words}</span>
            <Button
              className="link min-h-11 whitespace-nowrap"
              isBusy={isSaving}
              onClick={() => isSaving || void save(back)}
              of={` ${words}`}
            >
              {say('Take back')}
            </Button>
          </li>
        ))}
      </ul>
      {left.map((next) => (
        <div key={next.sale} className="mt-2">
          <p role="status">{jobSentence(lead, next, now)}</p>
          <JobSteps {...{ lead, now, next, typed, isSaving, save }} isOnPage />
        </div>
      ))}
    </section>
  );
}

/** The visits that have begun, and how each went; the last one first. */
function PastVisits({ lead, now }: LeadProps) {
  const visits = pastVisits(lead, now.getTime());
  if (visits.length === 0) return null;
  const last = visits.at(-1);
  return (
    <section className="grid gap-4" aria-labelledby="past-visits">
      <h3 className="text-lg" id="past-visits">
        {visits.length === 1 ? say('How the visit went') : say('How the visits went')}
      </h3>
      {visits.toReversed().map((visit) => (
        <PastVisitField key={visit.id} {...{ lead, now, visit }} isLast={visit === last} />
      ))}
    </section>
  );
}

export const outcomeField = ({ id }: Visit) => `outcome-${id}`;

interface PastVisitFieldProps extends LeadProps {
  readonly visit: Visit;
  readonly isLast: boolean;
}

/** Saves how a visit went when it is chosen; a further sale asks for its amount first, and "Come again" for a day. */
function PastVisitField({ lead, now, visit, isLast }: PastVisitFieldProps) {
  const { typed, isSaving, save: saveAndFocus } = useStep(lead);
  const [problem, setProblem] = useState('');
  const sale = typed.field('sale');
  const again = typed.field('again', addDays(zonedToday(now), 7));
  const asks = (['sold', 'again'] as const).find((result) => typed.form === `${result} ${visit.id}`);
  const name = outcomeField(visit);
  const save = (result: string, fields: Progress = {}) =>
    void saveAndFocus({ ...outcomeChange(lead, visit, result, isLast), ...fields }, `field-${name}`);
  const choose = (result: string) => {
    const isAsked = result === 'again' || (result === 'sold' && lead.status === 'won');
    if (isAsked || asks) typed.toggle(isAsked ? `${result} ${visit.id}` : typed.form);
    if (!isAsked && !isSaving) save(result);
  };
  const saveAsked = () => {
    const amount = readAmount(sale.value);
    setProblem(amount === undefined ? NO_AMOUNT : '');
    if (amount === undefined) return;
    if (asks === 'again') save(asks, { followUp: again.value || null });
    else save('sold', amount === null ? {} : { amount });
  };
  const known = [...new Set([...outcomesOf(visit.kind), ...(visit.outcome ? [visit.outcome] : [])])];
  return (
    <>
      <SelectField
        label={visitLabel(visit, now)}
        name={name}
        value={asks ?? visit.outcome ?? ''}
        onValue={choose}
        prompt={say('Not said yet')}
        options={known.map((value) => ({ value, label: labelOf(outcomeNames, value) }))}
      />
      {asks && (
        <StepForm className="" lead={lead} isSaving={isSaving} noValidate onSave={saveAsked}>
          {asks === 'again' ? (
            <DayField label={say('Come again on')} name="again" now={now} {...again} />
          ) : (
            <AmountField label={say('Amount of this sale')} name="further-sale" problem={problem} {...sale} />
          )}
        </StepForm>
      )}
    </>
  );
}

/** Only the last visit's outcome changes the lead. The only sale goes where its visit is corrected before the order. */
function outcomeChange(lead: ShownLead, visit: Visit, chosen: string, isLast: boolean): Progress {
  const result = (chosen || null) as Outcome | null;
  const outcome = { visit: timeOf(visit).start, result };
  const [sale, further] = lead.visits.filter((one) => one.outcome === 'sold');
  const isSale = sale === visit && !further && Object.keys(lead.job ?? {}).length === 0;
  if (isLast) return { outcome, ...(result && isSale && afterOutcome(result, visit.kind, 'visited')) };
  const lostReason = (lead.lostReason ?? null) as LostReason | null;
  return { outcome, status: countedStatus(lead.status), lostReason };
}

/** The amount, the day of the next call, and why a lead was lost: saved together. What is typed stays until then. */
function NextForm({ lead, now }: LeadProps) {
  const form = keyOf('next', lead);
  const typed = useTyped(leads, form, lead);
  const [problem, setProblem] = useState('');
  const isSaving = isSending(useStore(leads.$presses)[progressKey(lead)]);
  const { status } = lead;
  const { amount: saved = null, followUp = '', lostReason = '' } = lead;
  const amount = typed.field('amount', saved === null ? '' : String(saved));
  const day = typed.field('followUp', followUp);
  const reason = typed.field('lostReason', lostReason);
  const read = readAmount(amount.value, lead.amount);
  const change: Progress = {
    ...(read !== saved && read !== undefined && { amount: read }),
    ...(!isClosed(lead) && day.value !== followUp && { followUp: day.value || null }),
    ...(status === 'lost' &&
      reason.value !== lostReason && { lostReason: (reason.value || null) as LostReason | null }),
  };
  const isChanged = Object.keys(change).length > 0 || read === undefined;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setProblem(read === undefined ? NO_AMOUNT : '');
    if (read === undefined || isSaving) return;
    void leads.progress(lead, { ...change, form });
    keepFocus('field-lead-amount');
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      {status === 'lost' && (
        <SelectField
          label={say('Why it was lost')}
          name="lost-reason"
          prompt={say('Choose a reason')}
          options={reasonOptions}
          {...reason}
        />
      )}
      <AmountField label={say('Amount in dollars')} name="lead-amount" problem={problem} {...amount} />
      {!isClosed(lead) && <DayField label={say('Call again on')} name="lead-follow-up" now={now} optional {...day} />}
      {isChanged && (
        <Button className="btn btn-sm justify-self-start" type="submit" isBusy={isSaving}>
          {isSaving ? say('Saving...') : say('Save')}
        </Button>
      )}
    </form>
  );
}
