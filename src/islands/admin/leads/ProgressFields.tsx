import { lostReasonLabels } from '#contracts/lead-status';
import { DateField, optionsOf, TextField } from '#islands/ui/Field.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import type { ProgressEdit } from './progress.ts';
import { progressSentence, quickDays, todayIn } from './progress-words.ts';

export const reasonOptions = optionsOf(lostReasonLabels);

interface ProgressFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** In dollars, as typed: `readAmount` reads it. */
export function AmountField({ problem, ...field }: ProgressFieldProps & { readonly problem: string }) {
  return <TextField {...field} maxLength={14} inputMode="decimal" optional problems={problem ? [problem] : []} />;
}

export const NO_AMOUNT = 'Please enter an amount such as 3,200';

/** A day, with the usual ones as buttons. */
export function DayField({ now, ...field }: ProgressFieldProps & { readonly now: Date; readonly optional?: boolean }) {
  return (
    <div>
      <DateField {...field} min={todayIn(now)} />
      <div className="chips mt-2">
        {quickDays(now).map(({ label, date }) => (
          <button
            key={label}
            className="chip flex-1 justify-center px-2 whitespace-nowrap"
            type="button"
            aria-pressed={field.value === date}
            onClick={() => field.onValue(date)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

interface ProgressConflictProps {
  readonly edit: ProgressEdit | undefined;
  readonly label: string;
  readonly now: Date;
  readonly onKeep: (isMine: boolean) => void;
}

/** One choice for all that was changed at once. */
export function ProgressConflict({ edit, label, now, onKeep }: ProgressConflictProps) {
  if (!edit?.theirs) return null;
  const mine = progressSentence({ ...edit.mine, outcome: edit.mine.outcome?.result }, now);
  const theirs = progressSentence(edit.theirs.fields, now);
  return (
    <ConflictChoice
      at={edit.theirs.at}
      fields={[{ field: 'progress', label, theirs, mine }]}
      onKeep={(_, isMine) => onKeep(isMine)}
    />
  );
}
