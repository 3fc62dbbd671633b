import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { contactLabels } from '#contracts/consultation';
import type { AdminLead } from '#contracts/admin-lead';
import { type Outcome, outcomeLabels, visitToTell } from '#contracts/lead-outcome';
import { leadStatusLabels, type LostReason } from '#contracts/lead-status';
import type { Today } from '#contracts/today';
import { SelectField } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { exactDollars } from '#lib/dollars';
import { labelOf } from '#lib/label';
import { addDays } from '#lib/time/dates';
import { unbroken } from '#lib/unbroken';
import { Button } from '../Button.tsx';
import { CallLanguage } from '../leads/CallLanguage.tsx';
import { serviceAndCity } from '../leads/leads-words.ts';
import { AmountField, DayField, NO_AMOUNT, ProgressConflict, reasonOptions } from '../leads/ProgressFields.tsx';
import type { Progress } from '../leads/progress.ts';
import { readAmount, todayIn } from '../leads/progress-words.ts';
import { visitLabel } from '../leads/visit-time.ts';
import { Asked, Notes, Reach } from './Cards.tsx';
import { day, type Handled, type TaskList, taskKey } from './today-store.ts';
import { againWords, handledWords, waitingOf } from './today-words.ts';

interface CardProps<Of extends AdminLead = AdminLead> {
  readonly lead: Of;
  readonly now: Date;
}

const headingId = (list: TaskList, { id }: AdminLead) => `${list}-${id}`;

/** A card; once the owner has dealt with the lead, a line in its place. */
function Task({ list, lead, now, children }: CardProps & { list: TaskList; children: ReactNode }) {
  const handled = useStore(day.$handled)[taskKey(list, lead)];
  const edit = useStore(day.$edits)[lead.id];
  return (
    <li
      className={handled ? 'mb-3 border border-hairline px-5 py-3' : 'mb-3 bg-white p-5'}
      data-task={taskKey(list, lead)}
    >
      {handled ? (
        <HandledLine list={list} handled={handled} now={now} />
      ) : (
        <>
          <h3 className="text-lg wrap-anywhere focus:outline-none" id={headingId(list, lead)} tabIndex={-1}>
            {lead.request.name}
          </h3>
          {children}
        </>
      )}
      {edit?.theirs && (
        <div className="mt-3">
          <ProgressConflict
            edit={edit}
            label={lead.request.name}
            now={now}
            onKeep={(isMine) => void settle(list, lead, isMine)}
          />
        </div>
      )}
    </li>
  );
}

const focusList = (list: TaskList) => document.getElementById(`${list}-title`)?.focus();

async function settle(list: TaskList, lead: AdminLead, isMine: boolean): Promise<void> {
  await day.settle(list, lead, isMine);
  requestAnimationFrame(() => document.activeElement === document.body && focusList(list));
}

/** What the owner has just done. It takes the focus that its card had. */
function HandledLine({ list, handled, now }: { list: TaskList; handled: Handled; now: Date }) {
  const line = useRef<HTMLParagraphElement>(null);
  const [otherDay, setOtherDay] = useState<string | null>(null);
  const { name } = handled.before.request;
  const { followUp } = handled.after;
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus();
  }, []);
  const undo = async () => {
    await day.undo(list, handled);
    requestAnimationFrame(() => document.getElementById(headingId(list, handled.before))?.focus());
  };
  const saveDay = async (event: SubmitEvent) => {
    event.preventDefault();
    if (otherDay) await day.putOff(list, handled, otherDay);
    setOtherDay(null);
    line.current?.focus();
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p ref={line} className="wrap-anywhere focus:outline-none" role="status" tabIndex={-1}>
          {handledWords(handled, now)}
        </p>
        <div className="flex gap-5">
          {followUp && (
            <Button
              className="link text-sm"
              aria-expanded={otherDay !== null}
              onClick={() => setOtherDay(otherDay === null ? followUp : null)}
              of={` for ${name}`}
            >
              Another day
            </Button>
          )}
          <Button className="link text-sm" onClick={() => void undo()} of={` ${name}`}>
            Undo
          </Button>
        </div>
      </div>
      {otherDay !== null && (
        <form className="grid gap-3 py-2" onSubmit={(event) => void saveDay(event)}>
          <DayField
            label="Comes back on"
            name={`day-${list}-${handled.before.id}`}
            value={otherDay}
            onValue={setOtherDay}
            now={now}
          />
          <Button className="btn btn-sm" type="submit">
            Save
          </Button>
        </form>
      )}
    </>
  );
}

const contactWords = Object.fromEntries(
  Object.entries(contactLabels).map(([contact, label]) => [contact, label.toLowerCase()]),
);

export function WaitingCard({ lead, now }: CardProps<Today['waiting'][number]>) {
  const { preferredContact } = lead.request;
  const { words, isBroken } = waitingOf(lead, now);
  return (
    <Task list="waiting" lead={lead} now={now}>
      <p className={`my-1 flex items-center gap-2 text-sm ${isBroken ? 'font-label text-brick' : 'text-mute'}`}>
        <Icon name={isBroken ? 'triangle-alert' : 'clock'} />
        <span>{words}</span>
      </p>
      <CallLanguage lead={lead} />
      <Reach lead={lead} />
      <p className="mt-3 text-sm text-mute">
        <span>{`${serviceAndCity(lead)}. Prefers ${labelOf(contactWords, preferredContact)}.`}</span>
        {lead.cancelledAt && <span> The visit was cancelled.</span>}
      </p>
      <Asked lead={lead} />
      <Called list="waiting" lead={lead} now={now} />
    </Task>
  );
}

export function FollowUpCard({ lead, now }: CardProps) {
  const status = [labelOf(leadStatusLabels, lead.status), lead.amount !== undefined && exactDollars(lead.amount)];
  return (
    <Task list="followUps" lead={lead} now={now}>
      <p className="my-1 flex items-center gap-2 text-sm text-mute">
        <Icon name="phone" />
        <span>{againWords(lead, now)}</span>
      </p>
      <p className="text-sm text-mute">{`${serviceAndCity(lead)}. ${status.filter(Boolean).join(', ')}.`}</p>
      <CallLanguage lead={lead} />
      <Notes lead={lead} />
      <Reach lead={lead} />
      <Called list="followUps" lead={lead} now={now} />
    </Task>
  );
}

/** After a call: whoever was reached comes back in three days, a message is followed by a call tomorrow. */
function Called({ list, lead, now }: CardProps & { list: TaskList }) {
  const [isLosing, setLosing] = useState(false);
  const [reason, setReason] = useState('');
  // Only a new lead becomes a contacted one: a quoted lead stays quoted.
  const status = lead.status === 'new' ? ({ status: 'contacted' } as const) : {};
  const inDays = (days: number): Progress => ({ ...status, followUp: addDays(todayIn(now), days) });
  const lose = (event: SubmitEvent) => {
    event.preventDefault();
    void day.handle(list, lead, { status: 'lost', ...(reason && { lostReason: reason as LostReason }) });
  };
  return (
    <>
      <div className="mt-3 grid auto-cols-fr grid-flow-col gap-2">
        <QuickButton list={list} lead={lead} text="Reached" change={inDays(3)} />
        <QuickButton list={list} lead={lead} text="Left a message" change={inDays(1)} />
        {list === 'followUps' && (
          <TaskButton lead={lead} aria-expanded={isLosing} onClick={() => setLosing(!isLosing)}>
            Lost
          </TaskButton>
        )}
      </div>
      {isLosing && (
        <form className="mt-3 grid gap-3" onSubmit={lose}>
          <SelectField
            label="Why?"
            name={`reason-${lead.id}`}
            value={reason}
            onValue={setReason}
            prompt="Choose a reason"
            options={reasonOptions}
          />
          <SaveButton lead={lead} />
        </form>
      )}
    </>
  );
}

/** A button about the lead. */
function TaskButton({
  lead,
  children,
  ...button
}: ComponentProps<typeof Button> & { lead: AdminLead; children: string }) {
  return (
    <Button className="btn btn-line btn-sm px-2" {...button} of={` ${lead.request.name}`}>
      {children}
    </Button>
  );
}

const useIsSaving = ({ id }: AdminLead) => useStore(day.$edits)[id]?.sending !== undefined;

interface QuickButtonProps {
  readonly list: TaskList;
  readonly lead: AdminLead;
  readonly text: string;
  readonly change: Progress;
}

/** A button that saves at once. */
function QuickButton({ list, lead, text, change }: QuickButtonProps) {
  const isSaving = useIsSaving(lead);
  const [isPressed, setPressed] = useState(false);
  const press = async () => {
    setPressed(true);
    await day.handle(list, lead, change);
    setPressed(false);
  };
  return (
    <TaskButton lead={lead} isBusy={isSaving} onClick={() => void press()}>
      {isSaving && isPressed ? 'Saving...' : text}
    </TaskButton>
  );
}

function SaveButton({ lead }: { lead: AdminLead }) {
  const isSaving = useIsSaving(lead);
  return (
    <TaskButton lead={lead} className="btn btn-sm" type="submit" isBusy={isSaving}>
      {isSaving ? 'Saving...' : 'Save'}
    </TaskButton>
  );
}

/** How did the visit go? */
export function OutcomeCard({ lead, now }: CardProps) {
  const visit = visitToTell(lead, now.getTime());
  const [open, setOpen] = useState<'sold' | 'quoted' | null>(null);
  const outcome = (result: Outcome) => ({ outcome: { visit: visit?.start ?? '', result } });
  return (
    <Task list="outcomes" lead={lead} now={now}>
      <p className="my-1 flex items-center gap-2 text-sm text-mute">
        <Icon name="calendar-clock" />
        {visit && <time dateTime={visit.start}>{unbroken(visitLabel(visit, now))}</time>}
      </p>
      <p className="flex items-center justify-between gap-4 text-sm text-mute">
        <span>{serviceAndCity(lead)}</span>
        <a className="link" href={`/admin/leads#${lead.id}`}>
          <span>Details</span>
          <span className="sr-only">{` ${lead.request.name}`}</span>
        </a>
      </p>
      <div className="mt-2 grid grid-cols-2 gap-2">
        {(['sold', 'quoted'] as const).map((which) => (
          <TaskButton
            key={which}
            lead={lead}
            aria-expanded={open === which}
            onClick={() => setOpen(open === which ? null : which)}
          >
            {outcomeLabels[which]}
          </TaskButton>
        ))}
        {open && <Priced key={open} lead={lead} now={now} isQuoted={open === 'quoted'} change={outcome(open)} />}
        <QuickButton list="outcomes" lead={lead} text={outcomeLabels['not now']} change={outcome('not now')} />
        <QuickButton
          list="outcomes"
          lead={lead}
          text={outcomeLabels['not home']}
          change={{ ...outcome('not home'), followUp: todayIn(now) }}
        />
        <div className="col-span-2 grid">
          <QuickButton list="outcomes" lead={lead} text={outcomeLabels.cancelled} change={outcome('cancelled')} />
        </div>
      </div>
    </Task>
  );
}

/** The amount of a sale or a quote, and when to follow the quote up. */
function Priced({ lead, now, isQuoted, change }: CardProps & { isQuoted: boolean; change: Progress }) {
  const [typed, setTyped] = useState(lead.amount === undefined ? '' : String(lead.amount));
  const [followUp, setFollowUp] = useState(addDays(todayIn(now), 3));
  const [problem, setProblem] = useState('');
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const amount = readAmount(typed);
    setProblem(amount === undefined ? NO_AMOUNT : '');
    if (amount === undefined) return;
    const fields = isQuoted ? { amount, followUp: followUp || null } : { amount };
    void day.handle('outcomes', lead, { ...change, ...fields });
  };
  return (
    <form className="col-span-2 grid gap-3 py-2" noValidate onSubmit={save}>
      <AmountField
        label="Amount in dollars"
        name={`amount-${lead.id}`}
        value={typed}
        onValue={setTyped}
        problem={problem}
      />
      {isQuoted && (
        <DayField label="Follow up on" name={`follow-${lead.id}`} value={followUp} onValue={setFollowUp} now={now} />
      )}
      <SaveButton lead={lead} />
    </form>
  );
}
