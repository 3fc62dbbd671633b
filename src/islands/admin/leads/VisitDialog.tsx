import { clsx } from 'clsx';
import { useStore } from '@nanostores/react';
import type { AdminLead } from '#contracts/lead';
import { closedBeside, firstFocus, useDialog } from '#islands/ui/dialog.ts';
import { SelectField } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { byZonedDay, zonedDate, zonedDayBriefly, zonedTime, zonedVisit, zoneNames } from '#lib/time/zone';
import { useBackCloses } from '../dialog-history.ts';
import { leads } from './leads-store.ts';
import { canBeTold, type VisitQuestion } from './visit.ts';

const { $question, ask, choose, close, confirm, loadTimes, setTells } = leads.visit;

export function VisitActions({ lead, now }: { lead: AdminLead; now: Date }) {
  const isAhead = lead.slot !== undefined && Date.parse(lead.slot) > now.getTime();
  if (lead.slot !== undefined && !isAhead) return null;
  const button = (action: VisitQuestion['action'], text: string) => (
    <button
      className="btn btn-line btn-sm"
      type="button"
      onClick={({ currentTarget }) => ask(action, lead, currentTarget)}
    >
      {text}
    </button>
  );
  return (
    <div className="btn-row mt-4">
      {isAhead ? (
        <>
          {button('move', 'Move the visit')}
          {button('cancel', 'Cancel the visit')}
        </>
      ) : (
        button('book', 'Book a visit')
      )}
    </div>
  );
}

const titles = { book: 'Book a visit', move: 'Move the visit', cancel: 'Cancel the visit' };
const presses = { book: 'Book the visit', move: 'Move the visit', cancel: 'Cancel the visit' };

export function VisitDialog() {
  const question = useStore($question);
  // Focuses the times once they are loaded.
  const dialog = useDialog(question, question && `${question.action} ${question.times.state}`);
  useBackCloses(question !== null, close, () => !question?.isSaving);
  return (
    <dialog
      ref={dialog}
      className="dialog max-w-120"
      aria-labelledby="visit-title"
      onCancel={(event) => question?.isSaving && event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.open || close()}
      {...closedBeside}
    >
      {question && <Question question={question} />}
    </dialog>
  );
}

function Question({ question }: { question: VisitQuestion }) {
  const { action, lead, isSaving, problem } = question;
  const { name } = lead.request;
  return (
    <>
      <div className="dialog-head">
        <h2 className="pr-0 tracking-title" id="visit-title">
          {titles[action]}
        </h2>
        <p className="wrap-anywhere">
          {lead.slot ? `${name}: ${zonedVisit(lead.slot, new Date())} ${zoneNames.short}` : name}
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
          {action !== 'cancel' && <Times question={question} />}
          <Telling question={question} />
          <div role="alert">{problem && <p className="notice notice-brick">{problem}</p>}</div>
        </div>
        <div className="dialog-foot">
          <button
            className="btn btn-line"
            type="button"
            aria-disabled={isSaving || undefined}
            onClick={() => isSaving || close()}
            {...(action === 'cancel' && firstFocus)}
          >
            Back
          </button>
          <button
            className={clsx('btn', action === 'cancel' && '[--b:var(--color-brick)] [--d:var(--color-brick-deep)]')}
            type="submit"
            aria-disabled={isSaving || undefined}
          >
            {isSaving ? 'Saving...' : presses[action]}
          </button>
        </div>
      </form>
    </>
  );
}

/** Two lists of offered days and times, which a thumb can turn. */
function Times({ question: { times, slot } }: { question: VisitQuestion }) {
  if (times.state === 'loading') {
    return (
      <div aria-busy="true" className="grid gap-4" data-skeleton="">
        <div className="skeleton h-20" />
        <div className="skeleton h-20" />
        <p className="sr-only" role="status">
          Loading the times
        </p>
      </div>
    );
  }
  if (times.state === 'failed') {
    return (
      <div className="notice" role="alert">
        <Icon name="triangle-alert" />
        <div>
          <p>The times could not be loaded.</p>
          <button className="btn btn-line btn-sm" type="button" onClick={() => void loadTimes()}>
            Try again
          </button>
        </div>
      </div>
    );
  }
  const days = byZonedDay(times.slots);
  const day = days.find(({ date }) => slot && date === zonedDate(slot)) ?? undefined;
  const chooseDay = (date: string) => choose(days.find((one) => one.date === date)?.slots[0]?.start ?? '');
  if (days.length === 0) return <p className="notice notice-plain">No times are open at the moment.</p>;
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
        label={`Time (${zoneNames.adjective})`}
        name="visit-time"
        value={slot}
        onValue={choose}
        disabled={!day}
        options={(day?.slots ?? []).map(({ start }) => ({ value: start, label: zonedTime(start) }))}
      />
    </>
  );
}

/** Whether we mail the visitor. */
function Telling({ question: { lead, tells } }: { question: VisitQuestion }) {
  if (!canBeTold(lead)) {
    return <p className="notice notice-plain">There is no mail address, so please tell them yourself.</p>;
  }
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        className="size-5 flex-none accent-lagoon"
        type="checkbox"
        checked={tells}
        onChange={({ target }) => setTells(target.checked)}
      />
      <span className="wrap-anywhere">{`Tell ${lead.request.email} by mail`}</span>
    </label>
  );
}
