import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import type { AdminLead } from '#contracts/admin-lead';
import { closedBeside, firstFocus } from '#islands/ui/dialog.ts';
import { DateField, SelectField, TimeField } from '#islands/ui/Field.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { visitKind } from '#contracts/owner-visit';
import { byZonedDay, zonedDate, zonedDayBriefly, zonedTime, zonedVisit, zoneNames } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { Skeletons } from '../PageStates.tsx';
import { $connections, isMailOut } from '../connections.ts';
import { leads } from './leads-store.ts';
import { kindOptions, lengthOptions, type OtherTime, overlapWords } from './other-time.ts';
import { canBeTold, type VisitQuestion } from './visit.ts';

const { $question, ask, choose, chooseOther, close, confirm, loadTimes, setOther, setTells } = leads.visit;

export function VisitActions({ lead, now }: { lead: AdminLead; now: Date }) {
  const isAhead = lead.slot !== undefined && Date.parse(lead.slot) > now.getTime();
  const button = (action: VisitQuestion['action'], text: string) => (
    <Button className="btn btn-line btn-sm" onClick={({ currentTarget }) => ask(action, lead, currentTarget)}>
      {text}
    </Button>
  );
  return (
    <div className="btn-row mt-4">
      {isAhead ? (
        <>
          {button('move', 'Move the visit')}
          {button('cancel', 'Cancel the visit')}
        </>
      ) : (
        button('book', titleOf('book', lead))
      )}
    </div>
  );
}

/** Beside a visit that has begun, another one is the next. */
const titleOf = (action: VisitQuestion['action'], lead: AdminLead) =>
  action === 'book' && lead.visits.length > 0 ? 'Book the next visit' : titles[action];

const titles = { book: 'Book a visit', move: 'Move the visit', cancel: 'Cancel the visit' };
const anyway = { book: 'Book it anyway', move: 'Move it anyway', cancel: '' };
const presses = { book: 'Book the visit', move: 'Move the visit', cancel: 'Cancel the visit' };

export function VisitDialog() {
  const question = useStore($question);
  return (
    <Dialog
      className="max-w-120"
      aria-labelledby="visit-title"
      opened={question}
      // Focuses the times once they are loaded.
      content={question && `${question.action} ${question.other ? 'other' : question.times.state}`}
      close={close}
      isBusy={question?.isSaving ?? false}
      {...closedBeside}
    >
      {question && <Question question={question} />}
    </Dialog>
  );
}

function Question({ question }: { question: VisitQuestion }) {
  const { action, lead, overlaps, isSaving, problem } = question;
  const { name } = lead.request;
  return (
    <>
      <div className="dialog-head">
        <h2 className="pr-0 tracking-title" id="visit-title">
          {titleOf(action, lead)}
        </h2>
        <p className="wrap-anywhere">
          {lead.slot && action !== 'book' ? `${name}: ${zonedVisit(lead.slot, new Date())} ${zoneNames.short}` : name}
        </p>
      </div>
      <form
        className="body"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div className="grid gap-4">
          {action !== 'cancel' &&
            (question.other ? (
              <Other other={question.other} usual={question.visitMinutes} />
            ) : (
              <Times question={question} />
            ))}
          {action !== 'cancel' && (
            <Button className="link w-fit text-sm" onClick={() => chooseOther(!question.other)}>
              {question.other ? 'Choose from the open times' : 'Another time'}
            </Button>
          )}
          <Telling question={question} />
          <Warning overlaps={overlaps} />
          <div role="alert">{problem && <p className="callout callout-brick">{problem}</p>}</div>
        </div>
        <div className="dialog-foot">
          <Button
            className="btn btn-line"
            isBusy={isSaving}
            onClick={() => isSaving || close()}
            {...(action === 'cancel' && firstFocus)}
          >
            Back
          </Button>
          <Button className={clsx('btn', action === 'cancel' && 'btn-danger')} type="submit" isBusy={isSaving}>
            {isSaving ? 'Saving...' : (overlaps.length > 0 ? anyway : presses)[action]}
          </Button>
        </div>
      </form>
    </>
  );
}

const TIME = `Time (${zoneNames.adjective})`;

/** Two lists of offered days and times, which a thumb can turn. */
function Times({ question: { times, slot } }: { question: VisitQuestion }) {
  if (times.state === 'loading') {
    return (
      <Skeletons count={1} label="Loading the times" item="grid gap-4">
        <div className="skeleton h-20" />
        <div className="skeleton h-20" />
      </Skeletons>
    );
  }
  if (times.state === 'failed') {
    return (
      <Notice role="alert">
        <p>The times could not be loaded.</p>
        <Button className="btn btn-line btn-sm" onClick={() => void loadTimes()}>
          Try again
        </Button>
      </Notice>
    );
  }
  const days = byZonedDay(times.slots);
  const day = days.find(({ date }) => slot && date === zonedDate(slot)) ?? undefined;
  const chooseDay = (date: string) => choose(days.find((one) => one.date === date)?.slots[0]?.start ?? '');
  if (days.length === 0) return <p className="callout callout-plain">No times are open at the moment.</p>;
  return (
    <>
      <SelectField
        label="Day"
        name="visit-day"
        value={day?.date ?? ''}
        onValue={chooseDay}
        prompt="Choose a day"
        options={days.map(({ date, slots }) => ({ value: date, label: zonedDayBriefly(slots[0]?.start ?? date) }))}
        first
      />
      <SelectField
        label={TIME}
        name="visit-time"
        value={slot}
        onValue={choose}
        disabled={!day}
        options={(day?.slots ?? []).map(({ start }) => ({ value: start, label: zonedTime(start) }))}
      />
    </>
  );
}

/** Any day, time and length, and the kind. */
function Other({ other: { date, time, minutes, kind }, usual }: { other: OtherTime; usual: number }) {
  const length = Number(minutes) || usual;
  const isKnown = (value: string) => visitKind.safeParse(value).data ?? kind;
  const field = (name: string, label: string, value: string, change: (value: string) => Partial<OtherTime>) => ({
    ...{ label, name: `visit-${name}`, value },
    onValue: (typed: string) => setOther(change(typed)),
  });
  return (
    <div className="grid grid-cols-2 gap-4 *:min-w-0">
      <DateField
        {...field('day', 'Day', date, (day) => ({ date: day }))}
        min={zonedDate(new Date().toISOString())}
        first
      />
      <TimeField {...field('time', TIME, time, (clock) => ({ time: clock }))} />
      <SelectField
        {...field('length', 'Length', String(length), (value) => ({ minutes: value }))}
        options={lengthOptions(length)}
      />
      <SelectField {...field('kind', 'Kind', kind, (value) => ({ kind: isKnown(value) }))} options={kindOptions} />
    </div>
  );
}

/** What the chosen time overlaps. The next press does it anyway. */
function Warning({ overlaps }: Pick<VisitQuestion, 'overlaps'>) {
  const now = new Date();
  return (
    <div role="alert">
      {overlaps.length > 0 && (
        <Notice>
          <p className="font-label">That time is not free.</p>
          <ul>
            {overlaps.map((overlap) => (
              <li className="wrap-anywhere" key={JSON.stringify(overlap)}>
                {overlapWords(overlap, now)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

/** Whether we mail the visitor. Without working mail, what is to be told waits. */
function Telling({ question: { lead, tells } }: { question: VisitQuestion }) {
  const isOut = isMailOut(useStore($connections));
  if (!canBeTold(lead)) {
    return <p className="callout callout-plain">There is no mail address, so please tell them yourself.</p>;
  }
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          className="size-5 flex-none accent-lagoon"
          type="checkbox"
          checked={tells}
          onChange={({ target }) => setTells(target.checked)}
        />
        <span className="wrap-anywhere">{`Tell ${lead.request.email} by mail${isOut ? ' once mail works' : ''}`}</span>
      </label>
      {isOut && (
        <p className="callout callout-plain mt-1">
          Visitors get no mail at the moment, so please tell them yourself too.
        </p>
      )}
    </div>
  );
}
