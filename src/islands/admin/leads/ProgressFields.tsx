import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from 'react';
import { isClosed } from '#contracts/lead-status';
import { say } from '#browser/say';
import { DateField, optionsOf, TextField } from '#islands/ui/Field.tsx';
import type { ReadOnly } from '#islands/ui/resource.ts';
import type { ShownLead } from '#lead/answers';
import { standingVisits } from '#lead/visits';
import { zonedToday } from '#lib/time/dates';
import { zonedVisit } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { type Commands, FORM, type Press, type Progress } from './commands.ts';
import { progressSentence, quickDays, reasonNames } from './progress-words.ts';
import { timeOf } from './visit-time.ts';

export const reasonOptions = optionsOf(reasonNames);

/** What is typed in the forms of one key. `field(name, saved)` is a field's value and its change. */
export function useTyped(
  { $typed, type, forget }: ReadOnly<Pick<Commands, '$typed' | 'type' | 'forget'>>,
  key: string,
  shown: object = {},
) {
  const mine = useStore($typed)[key]?.mine ?? {};
  return {
    field: (name: string, saved = '') => ({
      value: mine[name] ?? saved,
      onValue: (text: string) => (text === saved ? forget(key, [name]) : type(key, { [name]: text }, shown)),
    }),
    form: mine[FORM] ?? '',
    /** Opens a form in place of the open one; an open one closes, and what was typed there goes. */
    toggle: (form: string) => (form === mine[FORM] ? forget(key) : type(key, { [FORM]: form })),
  };
}

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

export const NO_AMOUNT = say('Please enter an amount such as 3,200 or 3200.50');

interface DayFieldProps extends ProgressFieldProps {
  readonly now: Date;
  readonly days?: ReturnType<typeof quickDays>;
  readonly optional?: boolean;
}

/** A day, with the usual ones as buttons. */
export function DayField({ now, days = quickDays(now), ...field }: DayFieldProps) {
  return (
    <div>
      <DateField {...field} min={zonedToday(now)} />
      <div className="chips mt-2">
        {days.map(({ label, date }) => (
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

/** Two buttons a row in a narrow column, and the last alone. */
export const BUTTONS =
  'mt-3 grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-2 @max-[34rem]:grid-cols-2 @max-[34rem]:*:last:odd:col-span-full';

/** A button about the lead. */
export function LeadButton({
  lead,
  children,
  ...button
}: ComponentProps<typeof Button> & { lead: ShownLead; children: string }) {
  return (
    <Button
      className="btn btn-line btn-sm px-2 aria-expanded:shadow-[inset_0_-4px_0]"
      {...button}
      of={` ${lead.request.name}`}
    >
      {children}
    </Button>
  );
}

/** A lead whose next step is noted: what is typed for it, and how it is saved. */
export interface Step {
  readonly lead: ShownLead;
  readonly typed: ReturnType<typeof useTyped>;
  readonly isSaving: boolean;
  readonly save: (change: Progress) => Promise<unknown>;
}

/** A button that saves a change at once, or opens the form of that name. */
export function StepButton({
  lead,
  typed,
  isSaving,
  save,
  text,
  does,
}: Step & { text: string; does: Progress | string }) {
  const [isPressed, setPressed] = useState(false);
  if (typeof does === 'string') {
    return (
      <LeadButton lead={lead} aria-expanded={typed.form === does} onClick={() => typed.toggle(does)}>
        {text}
      </LeadButton>
    );
  }
  const press = async () => {
    if (isSaving) return;
    setPressed(true);
    await save(does);
    setPressed(false);
  };
  return (
    <LeadButton lead={lead} isBusy={isSaving} onClick={() => void press()}>
      {isSaving && isPressed ? say('Saving...') : text}
    </LeadButton>
  );
}

interface StepFormProps extends Pick<Step, 'lead' | 'isSaving'> {
  readonly className?: string;
  readonly noValidate?: boolean;
  readonly onSave: () => void;
  readonly children: ReactNode;
}

/** What is typed for a step, with the button that saves it. */
export function StepForm({ lead, isSaving, className = 'mt-3', noValidate, onSave, children }: StepFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isSaving) onSave();
  };
  return (
    <form className={`grid gap-3 ${className}`} noValidate={noValidate} onSubmit={submit}>
      {children}
      <LeadButton lead={lead} className="btn btn-sm" type="submit" isBusy={isSaving}>
        {isSaving ? say('Saving...') : say('Save')}
      </LeadButton>
    </form>
  );
}

/** After the lead's id in the address of its page: opens the dialog for a visit. */
export const BOOK = 'book';
/** The same, for the dialog that cancels its next visit. */
export const CANCEL = 'cancel';
/** The same, for the field of an answer by text. */
export const ANSWER = 'answer';

/** Leads to the lead's dialog for a visit. `isHere`: on the lead's own page, whose filter stays. */
export function BookLink({ lead: { id, status, request }, isHere = false }: { lead: ShownLead; isHere?: boolean }) {
  return (
    <a className="btn btn-line btn-sm px-2" href={`${isHere ? '' : '/admin/leads'}#${id}/${BOOK}`}>
      <span>{status === 'won' ? say('Book the installation') : say('Book')}</span>
      <span className="sr-only">{` ${request.name}`}</span>
    </a>
  );
}

interface StillComingProps {
  readonly lead: ShownLead;
  readonly now: Date;
  /** Whose visit it is, among others. */
  readonly of?: string;
  /** How to cancel it, where its button is elsewhere. */
  readonly children?: ReactNode;
}

/** A lost lead whose visit still stands. */
export function StillComing({ lead, now, of, children }: StillComingProps) {
  const [visit] = standingVisits(lead, now.getTime());
  if (!isClosed(lead) || !visit) return null;
  const question = say('There is a visit on {time}. Cancel it too? ', { time: zonedVisit(timeOf(visit).start, now) });
  return (
    <p className="text-sm font-label text-brick" role="status">
      <span>{of ? `${of}: ${question}` : question}</span>
      {children}
    </p>
  );
}

interface ProgressConflictProps {
  readonly press: Press | undefined;
  readonly label: string;
  readonly now: Date;
  readonly onKeep: (isMine: boolean) => void;
}

/** One choice for all that was changed at once. */
export function ProgressConflict({ press, label, now, onKeep }: ProgressConflictProps) {
  const { theirs, command } = press ?? {};
  if (!theirs || command?.do !== 'change') return null;
  const { seen: _, outcome, ...change } = command;
  const mine = progressSentence({ ...change, outcome: outcome?.result }, now);
  return (
    <ConflictChoice
      at={theirs.at}
      fields={[{ field: 'progress', label, theirs: progressSentence(theirs.fields, now), mine }]}
      onKeep={(_, isMine) => onKeep(isMine)}
    />
  );
}
