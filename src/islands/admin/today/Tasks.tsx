import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { contactLabels } from '#contracts/consultation';
import { type Outcome, outcomeLabels, outcomesOf } from '#contracts/lead-outcome';
import type { LostReason } from '#contracts/lead-status';
import { say, sayLabels } from '#browser/say';
import { SelectField } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import type { ShownLead } from '#lead/answers';
import { nextOf, statusAt, visitToTell } from '#lead/place';
import { cancellationOf } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { labelOf } from '#lib/label';
import { addDays, zonedToday } from '#lib/time/dates';
import { unbroken } from '#lib/unbroken';
import { Button, keepFocus } from '../Button.tsx';
import { CallLanguage } from '../leads/CallLanguage.tsx';
import { isSending, keyOf, type Progress } from '../leads/commands.ts';
import { NotOver } from '../leads/DaySteps.tsx';
import { paid } from '../leads/job.ts';
import { JobSteps } from '../leads/JobSteps.tsx';
import { addressOf, serviceAndCity } from '../leads/leads-words.ts';
import {
  AmountField,
  BookLink,
  BUTTONS,
  CANCEL,
  DayField,
  NO_AMOUNT,
  ProgressConflict,
} from '../leads/ProgressFields.tsx';
import { reasonOptions, type Step, StepButton, StepForm, StillComing, useTyped } from '../leads/ProgressFields.tsx';
import { readAmount, statusNames } from '../leads/progress-words.ts';
import { timeOf, visitLabel } from '../leads/visit-time.ts';
import { isInstaller } from '../sign-in/roles.ts';
import { Asked, Notes, NotesAndPictures, Owed, Reach } from './Cards.tsx';
import { day, type Handled, headingId, type TaskList } from './today-store.ts';
import { againWords, handledWords, waitingOf } from './today-words.ts';

interface CardProps {
  readonly lead: ShownLead;
  readonly now: Date;
}

interface TaskProps extends CardProps {
  readonly list: TaskList;
  /** What is to be done, of a card that is a line until it is pressed. */
  readonly line?: string;
  readonly children: ReactNode;
}

/** A card; once the owner has dealt with the lead, a line in its place, or above it while a next step is due. */
function Task({ list, lead, now, line, children }: TaskProps) {
  const handled = useStore(day.$handled)[keyOf(list, lead)];
  const press = useStore(day.$presses)[keyOf(list, lead)];
  const isCard = !handled || handled.isDue;
  const typed = useStore(day.$typed)[keyOf(list, lead)];
  const [isOpen, setOpen] = useState(false);
  return (
    <li
      className={isCard ? `mb-3 bg-white ${line ? 'px-5 py-2' : 'p-5'}` : 'mb-3 border border-hairline px-5 py-3'}
      data-task={keyOf(list, lead)}
    >
      {handled && <HandledLine key={handled.after.updatedAt} list={list} handled={handled} now={now} />}
      {isCard && !line && (
        <>
          <Name list={list} lead={lead} />
          {children}
        </>
      )}
      {isCard && line && (
        <details
          className="group"
          open={isOpen || handled !== undefined || typed !== undefined}
          onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
        >
          <summary className="grid min-h-11 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-3">
            <Name list={list} lead={lead} />
            <span className="row-span-2 text-lagoon group-open:rotate-45">
              <Icon name="plus" />
            </span>
            <span className="text-sm text-mute">{line}</span>
          </summary>
          {children}
        </details>
      )}
      {press?.theirs && (
        <div className="mt-3">
          <ProgressConflict
            press={press}
            label={lead.request.name}
            now={now}
            onKeep={(isMine) => void day.settle(list, lead, isMine).then(() => keepFocus(`${list}-title`))}
          />
        </div>
      )}
    </li>
  );
}

function Name({ list, lead }: Pick<TaskProps, 'list' | 'lead'>) {
  return (
    <h3 className="text-lg wrap-anywhere focus:outline-none" id={headingId(list, lead)} tabIndex={-1}>
      {lead.request.name}
    </h3>
  );
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
          {followUp && !handled.isFinal && !isInstaller() && (
            <Button
              className="link text-sm"
              aria-expanded={otherDay !== null}
              onClick={() => setOtherDay(otherDay === null ? followUp : null)}
              of={say(' for {name}', { name })}
            >
              {say('Another day')}
            </Button>
          )}
          {!handled.isFinal && (
            <Button className="link min-w-11 text-sm" onClick={() => void undo()} of={` ${name}`}>
              {say('Undo')}
            </Button>
          )}
        </div>
      </div>
      <StillComing lead={handled.after} now={now}>
        <a className="link" href={`/admin/leads#${handled.before.id}/${CANCEL}`}>
          {say('Cancel the visit')}
        </a>
      </StillComing>
      {otherDay !== null && (
        <form className="grid gap-3 py-2" onSubmit={(event) => void saveDay(event)}>
          <DayField
            label={say('Comes back on')}
            name={`day-${list}-${handled.before.id}`}
            value={otherDay}
            onValue={setOtherDay}
            now={now}
          />
          <Button className="btn btn-sm" type="submit">
            {say('Save')}
          </Button>
        </form>
      )}
    </>
  );
}

const contactNames = sayLabels(contactLabels);

export function WaitingCard({ lead, now }: CardProps) {
  const contact = labelOf(contactNames, lead.request.preferredContact).toLowerCase();
  const { words, isBroken } = waitingOf(lead, now);
  return (
    <Task list="waiting" lead={lead} now={now}>
      <div className="flex flex-wrap items-center gap-x-3">
        <p className={`my-1 flex items-center gap-2 text-sm ${isBroken ? 'font-label text-brick' : 'text-mute'}`}>
          <Icon name={isBroken ? 'triangle-alert' : 'clock'} />
          <span>{words}</span>
        </p>
        <CallLanguage lead={lead} />
      </div>
      <Reach lead={lead} />
      <p className="mt-3 text-sm text-mute">
        <span>{say('{service}. Prefers {contact}.', { service: serviceAndCity(lead), contact })}</span>
        {cancellationOf(lead, now.getTime()) && <span>{say(' The visit was cancelled.')}</span>}
      </p>
      <Asked lead={lead} />
      <Called list="waiting" lead={lead} now={now} />
    </Task>
  );
}

export function FollowUpCard({ lead: listed, now }: CardProps) {
  const handled = useStore(day.$handled)[keyOf('followUps', listed)];
  const lead = handled?.isDue ? handled.after : listed;
  const { amount, followUp } = lead;
  const facts = [labelOf(statusNames, statusAt(lead, now.getTime())), amount !== undefined && exactDollars(amount)];
  const task = useTask('followUps', lead);
  const next = nextOf(lead);
  return (
    <Task list="followUps" lead={lead} now={now} line={againWords(lead, now)}>
      <p className="text-sm text-mute">
        <span>{`${serviceAndCity(lead)}. ${facts.filter(Boolean).join(', ')}.`}</span>
        {followUp && cancellationOf(lead, now.getTime()) && <span>{say(' The visit was cancelled.')}</span>}
      </p>
      <CallLanguage lead={lead} />
      <Notes lead={lead} />
      <Reach lead={lead} />
      {next ? <JobSteps {...task} now={now} next={next} /> : <Called list="followUps" lead={lead} now={now} />}
    </Task>
  );
}

/** What is typed on a card, and how its change is saved. */
function useTask(list: TaskList, lead: ShownLead): Step {
  return {
    lead,
    typed: useTyped(day, keyOf(list, lead), lead),
    isSaving: isSending(useStore(day.$presses)[keyOf(list, lead)]),
    save: (change) => day.handle(list, lead, change),
  };
}

/** After a call: whoever was reached comes back in three days, a message is followed by a call tomorrow. */
function Called({ list, lead, now }: CardProps & { list: TaskList }) {
  const task = useTask(list, lead);
  const { form } = task.typed;
  // Only a new lead becomes a contacted one: a quoted lead stays quoted.
  const status = lead.status === 'new' ? ({ status: 'contacted' } as const) : {};
  const inDays = (days: number): Progress => ({ ...status, followUp: addDays(zonedToday(now), days) });
  return (
    <>
      <div className={list === 'followUps' ? `${BUTTONS} min-[30rem]:grid-cols-3` : BUTTONS}>
        <StepButton {...task} text={say('Reached')} does={inDays(3)} />
        <StepButton {...task} text={say('Left a message')} does={inDays(1)} />
        {list === 'followUps' && <StepButton {...task} text={say('Sold')} does="sold" />}
        {list === 'followUps' && <StepButton {...task} text={say('Quoted')} does="quoted" />}
        <BookLink lead={lead} />
        <StepButton {...task} text={say('Lost')} does="lost" />
      </div>
      {form === 'lost' && <LostForm {...task} />}
      {form === 'sold' && <Priced {...task} now={now} change={{ status: 'won' }} />}
      {form === 'quoted' && <Priced {...task} now={now} change={{ status: 'quoted' }} isQuoted />}
    </>
  );
}

function LostForm(task: Step) {
  const reason = task.typed.field('lostReason');
  const lose = () =>
    void task.save({ status: 'lost', ...(reason.value && { lostReason: reason.value as LostReason }) });
  return (
    <StepForm {...task} onSave={lose}>
      <SelectField
        label={say('Why?')}
        name={`reason-${task.lead.id}`}
        prompt={say('Choose a reason')}
        options={reasonOptions}
        {...reason}
      />
    </StepForm>
  );
}

/** How did the visit go? */
export function OutcomeCard({ lead, now }: CardProps) {
  const task = useTask('outcomes', lead);
  const visit = visitToTell(lead, now.getTime());
  if (!visit) return null;
  const { form } = task.typed;
  const outcome = (result: Outcome): Progress => ({
    outcome: { visit: timeOf(visit).start, result },
    ...(result === 'not home' && { followUp: zonedToday(now) }),
    // What is next is asked at once.
    ...(result === 'done' && visit.kind === 'installation' && { followUp: null }),
  });
  return (
    <Task list="outcomes" lead={lead} now={now}>
      <p className="my-1 flex items-center gap-2 text-sm text-mute">
        <Icon name="calendar-clock" />
        <time dateTime={visit.start}>{unbroken(visitLabel(visit, now))}</time>
      </p>
      <p className="flex items-center justify-between gap-4 text-sm text-mute">
        <span>{isInstaller() ? addressOf(lead).text : serviceAndCity(lead)}</span>
        {!isInstaller() && (
          <a className="link" href={`/admin/leads#${lead.id}`}>
            <span>{say('Details')}</span>
            <span className="sr-only">{` ${lead.request.name}`}</span>
          </a>
        )}
      </p>
      <Owed lead={lead} />
      <NotOver {...{ lead, visit, now, store: day }} />
      <div className="mt-2 grid grid-cols-2 gap-2 *:last:odd:col-span-2">
        {outcomesOf(visit.kind).map((result) => (
          <StepButton
            key={result}
            {...task}
            text={say(outcomeLabels[result])}
            does={asksMore().includes(result) ? result : outcome(result)}
          />
        ))}
      </div>
      {(form === 'sold' || form === 'quoted') && (
        <Priced key={form} {...task} now={now} isQuoted={form === 'quoted'} change={outcome(form)} />
      )}
      {form === 'again' && <AgainForm {...task} now={now} change={outcome(form)} />}
      <NotesAndPictures lead={lead} />
    </Task>
  );
}

const TOO_MUCH = say('Please enter a deposit of at most the amount');

/** An installer names no amounts. */
const asksMore = (): readonly Outcome[] => (isInstaller() ? ['again'] : ['sold', 'quoted', 'again']);

interface ChangeProps extends Step {
  readonly now: Date;
  readonly change: Progress;
}

/** The day on which to come again. */
function AgainForm({ now, change, ...task }: ChangeProps) {
  const again = task.typed.field('again', addDays(zonedToday(now), 7));
  return (
    <StepForm {...task} onSave={() => void task.save({ ...change, followUp: again.value || null })}>
      <DayField label={say('Come again on')} name={`again-${task.lead.id}`} now={now} {...again} />
    </StepForm>
  );
}

/**
 * The amount of a quote, and when to follow it up; or that of a sale, and its deposit. After a sale the next step is asked at
 * once. Of a lead that is sold already, a further sale is added, and a quote has only its day.
 */
function Priced({ now, change, isQuoted = false, ...task }: ChangeProps & { isQuoted?: boolean }) {
  const { lead, typed, save } = task;
  const isFurther = lead.status === 'won';
  const saved = isFurther ? undefined : lead.amount;
  const price = typed.field('amount', saved === undefined ? '' : String(saved));
  const followUp = typed.field('followUp', addDays(zonedToday(now), 3));
  const deposit = typed.field('deposit');
  const [problems, setProblems] = useState({ amount: '', deposit: '' });
  const savePrice = () => {
    const [amount, first] = [price, deposit].map(({ value }) => readAmount(value, lead.amount));
    const isMissing = amount === undefined || (amount === null && Boolean(first));
    const isTooMuch = !isMissing && (first ?? 0) > (amount ?? 0) && TOO_MUCH;
    const found = { amount: isMissing ? NO_AMOUNT : '', deposit: first === undefined ? NO_AMOUNT : isTooMuch || '' };
    setProblems(found);
    if (found.amount || found.deposit) return;
    const payments = first ? { payments: paid(lead, zonedToday(now), first).payments } : {};
    const sum = isFurther && (isQuoted || amount === null) ? {} : { amount };
    void save({ ...change, ...sum, ...payments, followUp: (isQuoted && followUp.value) || null });
  };
  return (
    <StepForm {...task} noValidate onSave={savePrice}>
      {!(isFurther && isQuoted) && (
        <AmountField
          label={isFurther ? say('Amount of this sale') : say('Amount in dollars')}
          name={`amount-${lead.id}`}
          problem={problems.amount}
          {...price}
        />
      )}
      {!isQuoted && (
        <AmountField
          label={say('Deposit, in dollars')}
          name={`deposit-${lead.id}`}
          problem={problems.deposit}
          {...deposit}
        />
      )}
      {isQuoted && <DayField label={say('Follow up on')} name={`follow-${lead.id}`} now={now} {...followUp} />}
    </StepForm>
  );
}
