import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import { type Outcome, outcomeLabels, type PastVisit } from '#contracts/lead-outcome';
import { countedStatus, isEnded, leadStatuses, leadStatusLabels, type LostReason } from '#contracts/lead-status';
import { optionsOf, SelectField } from '#islands/ui/Field.tsx';
import { Button } from '../Button.tsx';
import { leads } from './leads-store.ts';
import { AmountField, DayField, NO_AMOUNT, ProgressConflict, reasonOptions } from './ProgressFields.tsx';
import type { Progress } from './progress.ts';
import { readAmount } from './progress-words.ts';
import { visitLabel } from './visit-time.ts';

/** Where the owner stands with the lead: its visits, its status, and what is next. */
export function LeadProgress({ lead }: { lead: AdminLead }) {
  const edit = useStore(leads.progress.$edits)[lead.id];
  const now = new Date();
  return (
    <>
      <PastVisits lead={lead} now={now} />
      <StatusField lead={lead} status={edit?.mine.status ?? lead.status} />
      <ProgressConflict
        edit={edit}
        label={Object.keys(edit?.mine ?? {}).join() === 'status' ? 'Status' : 'This lead'}
        now={now}
        onKeep={(isMine) => {
          document.getElementById('field-lead-status')?.focus();
          void leads.progress.settle(lead, isMine);
        }}
      />
      <NextForm key={nextOf(lead)} lead={lead} now={now} />
    </>
  );
}

/** Saves a status when it is chosen. `Closed` is a former status: only who has it may keep it. */
function StatusField({ lead, status: value }: { lead: AdminLead; status: string }) {
  const offered = leadStatuses.filter((one) => one !== 'closed' || [value, lead.status].includes(one));
  const choose = (chosen: string) => {
    const status = leadStatuses.find((one) => one === chosen);
    if (status) void leads.progress.save(lead, { status });
  };
  return (
    <SelectField
      label="Status"
      name="lead-status"
      value={value}
      onValue={choose}
      options={offered.map((one) => ({ value: one, label: leadStatusLabels[one] }))}
    />
  );
}

/** The visits that have begun, and how each went; the last one first. */
function PastVisits({ lead, now }: { lead: AdminLead; now: Date }) {
  const isSaving = useStore(leads.progress.$edits)[lead.id]?.sending !== undefined;
  const visits = lead.visits.filter(({ start }) => Date.parse(start) <= now.getTime());
  if (visits.length === 0) return null;
  const last = visits.at(-1);
  return (
    <section className="grid gap-4" aria-labelledby="past-visits">
      <h3 className="text-lg" id="past-visits">
        {visits.length === 1 ? 'How the visit went' : 'How the visits went'}
      </h3>
      {visits.toReversed().map((visit) => (
        <SelectField
          key={`${visit.start} ${visit.kind}`}
          label={visitLabel(visit, now)}
          name={`outcome-${visit.start}-${visit.kind}`}
          value={visit.outcome ?? ''}
          onValue={(chosen) =>
            isSaving || void leads.progress.save(lead, outcomeChange(lead, visit, chosen, visit === last))
          }
          prompt="Not said yet"
          options={outcomeOptions}
        />
      ))}
    </section>
  );
}

const outcomeOptions = optionsOf(outcomeLabels);

/** Only the last visit's outcome changes the lead. */
function outcomeChange(lead: AdminLead, { start }: PastVisit, chosen: string, isLast: boolean): Progress {
  const outcome = { visit: start, result: (chosen || null) as Outcome | null };
  if (isLast) return { outcome };
  const lostReason = (lead.lostReason ?? null) as LostReason | null;
  return { outcome, status: countedStatus(lead.status), lostReason };
}

/** Another saved value draws the form anew. */
const nextOf = ({ id, status, lostReason, amount, followUp }: AdminLead) =>
  JSON.stringify([id, status, lostReason, amount, followUp]);

/** The amount, the day of the next call, and why a lead was lost: saved together. */
function NextForm({ lead, now }: { lead: AdminLead; now: Date }) {
  const { amount = null, followUp = '', lostReason = '' } = lead;
  const [typed, setTyped] = useState(amount === null ? '' : String(amount));
  const [day, setDay] = useState(followUp);
  const [reason, setReason] = useState(lostReason);
  const [problem, setProblem] = useState('');
  const isSaving = useStore(leads.progress.$edits)[lead.id]?.sending !== undefined;
  const read = readAmount(typed);
  const change: Progress = {
    ...(read !== amount && read !== undefined && { amount: read }),
    ...(day !== followUp && { followUp: day || null }),
    ...(reason !== lostReason && { lostReason: (reason || null) as LostReason | null }),
  };
  const isChanged = Object.keys(change).length > 0 || read === undefined;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setProblem(read === undefined ? NO_AMOUNT : '');
    if (read !== undefined && !isSaving) void leads.progress.save(lead, change);
  };
  return (
    <form className="grid gap-4" noValidate onSubmit={save}>
      {lead.status === 'lost' && (
        <SelectField
          label="Why it was lost"
          name="lost-reason"
          value={reason}
          onValue={setReason}
          prompt="Choose a reason"
          options={reasonOptions}
        />
      )}
      <AmountField label="Amount in dollars" name="lead-amount" value={typed} onValue={setTyped} problem={problem} />
      {!isEnded(lead) && (
        <DayField label="Call again on" name="lead-follow-up" value={day} onValue={setDay} now={now} optional />
      )}
      {isChanged && (
        <Button className="btn btn-sm justify-self-start" type="submit" isBusy={isSaving}>
          {isSaving ? 'Saving...' : 'Save'}
        </Button>
      )}
    </form>
  );
}
