import { useStore } from '@nanostores/react';
import { type SubmitEvent, useState } from 'react';
import type { AdminLead } from '#contracts/admin-lead';
import { type Outcome, outcomeLabels, type PastVisit } from '#contracts/lead-outcome';
import {
  countedStatus,
  isEnded,
  leadStatuses,
  leadStatusLabels,
  type LostReason,
  lostReasonLabels,
} from '#contracts/lead-status';
import { visitKindLabels } from '#contracts/owner-visit';
import { SelectField } from '#islands/ui/Field.tsx';
import { labelOf } from '#lib/label';
import { zonedVisit, zoneNames } from '#lib/time/zone';
import { ConflictChoice } from '../ConflictChoice.tsx';
import type { Work } from '../lead-work.ts';
import { AmountField, DayField, NO_AMOUNT } from '../WorkFields.tsx';
import { readAmount, workSentence } from '../work-words.ts';
import { leads } from './leads-store.ts';

/** Where the owner stands with the lead: its visits, its status, and what is next. */
export function LeadWork({ lead }: { lead: AdminLead }) {
  const unsettled = useStore(leads.work.$unsettled)[lead.id];
  const now = new Date();
  return (
    <>
      <PastVisits lead={lead} now={now} />
      <StatusField lead={lead} />
      <NextForm key={nextOf(lead)} lead={lead} now={now} />
      {unsettled && (
        <ConflictChoice
          at={unsettled.conflict.at}
          fields={[
            {
              field: 'work',
              label: 'This lead',
              theirs: workSentence(unsettled.conflict.fields, now),
              mine: workSentence({ ...unsettled.change, outcome: unsettled.change.outcome?.result }, now),
            },
          ]}
          onKeep={(_, isMine) => {
            document.getElementById('field-lead-status')?.focus();
            void leads.work.settle(lead, isMine);
          }}
        />
      )}
    </>
  );
}

/** Saves a status when it is chosen. `Closed` is a former status: only who has it may keep it. */
function StatusField({ lead }: { lead: AdminLead }) {
  const { status, conflict } = useStore(leads.$edits)[lead.id] ?? {};
  const value = status ?? lead.status;
  const offered = leadStatuses.filter((one) => one !== 'closed' || [value, lead.status].includes(one));
  const choose = (chosen: string) => {
    const known = leadStatuses.find((one) => one === chosen);
    if (known) void leads.setStatus(lead, known);
  };
  const words = (one: unknown) => labelOf(leadStatusLabels, String(one));
  return (
    <>
      <SelectField
        label="Status"
        name="lead-status"
        value={value}
        onValue={choose}
        options={offered.map((one) => ({ value: one, label: leadStatusLabels[one] }))}
      />
      {conflict && (
        <ConflictChoice
          at={conflict.at}
          fields={[{ field: 'status', label: 'Status', theirs: words(conflict.fields['status']), mine: words(status) }]}
          onKeep={(_, isMine) => {
            document.getElementById('field-lead-status')?.focus();
            void leads.settleStatus(lead, isMine);
          }}
        />
      )}
    </>
  );
}

/** The visits that have begun, and how each went; the last one first. */
function PastVisits({ lead, now }: { lead: AdminLead; now: Date }) {
  const isSaving = useStore(leads.work.$saving).has(lead.id);
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
          key={visit.start}
          label={visitLabel(visit, now)}
          name={`outcome-${visit.start}`}
          value={visit.outcome ?? ''}
          onValue={(chosen) =>
            isSaving || void leads.work.save(lead, outcomeChange(lead, visit, chosen, visit === last))
          }
          prompt="Not said yet"
          options={outcomeOptions}
        />
      ))}
    </section>
  );
}

const outcomeOptions = Object.entries(outcomeLabels).map(([value, label]) => ({ value, label }));
const reasonOptions = Object.entries(lostReasonLabels).map(([value, label]) => ({ value, label }));

const visitLabel = ({ start, kind }: PastVisit, now: Date) =>
  `${labelOf(visitKindLabels, kind)}, ${zonedVisit(start, now)} ${zoneNames.short}`;

/** Only the last visit's outcome changes the lead. */
function outcomeChange(lead: AdminLead, { start }: PastVisit, chosen: string, isLast: boolean): Work {
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
  const isSaving = useStore(leads.work.$saving).has(lead.id);
  const read = readAmount(typed);
  const change: Work = {
    ...(read !== amount && read !== undefined && { amount: read }),
    ...(day !== followUp && { followUp: day || null }),
    ...(reason !== lostReason && { lostReason: (reason || null) as LostReason | null }),
  };
  const isChanged = Object.keys(change).length > 0 || read === undefined;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    setProblem(read === undefined ? NO_AMOUNT : '');
    if (read !== undefined && !isSaving) void leads.work.save(lead, change);
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
        <button className="btn btn-sm justify-self-start" type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? 'Saving...' : 'Save'}
        </button>
      )}
    </form>
  );
}
