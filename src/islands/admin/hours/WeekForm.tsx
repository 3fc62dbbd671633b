import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { type DayHours, KeptDay, type VisitHours } from '#contracts/hours';
import { Options } from '#islands/ui/Field.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ConflictChoice } from '../ConflictChoice.tsx';
import { hours } from './hours-store.ts';
import { clockWords, earlierOf, hoursWords, laterOf, later, weekdays } from './hours-words.ts';
import './hours.css';

/** Monday first. */
const order = [1, 2, 3, 4, 5, 6, 0];

export function WeekForm({ view }: { view: VisitHours }) {
  const changed = useStore(hours.$week);
  const isPending = useStore(hours.$pending) !== '';
  const conflict = useStore(hours.$conflict);
  const week = changed ?? view.weekly;
  const canSave = changed !== null || view.isDamaged;
  const isUsual = JSON.stringify(week) === JSON.stringify(view.usual);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (canSave) void hours.saveWeek();
  };
  return (
    <section className="panel" aria-labelledby="week-title">
      <h2 className="text-2xl" id="week-title">
        Visiting hours
      </h2>
      {view.isDamaged && (
        <p className="notice notice-brick mt-4" role="alert">
          <Icon name="circle-alert" />
          The hours that were stored cannot be read, so no time is offered at the moment. Please check these and save
          them.
        </p>
      )}
      {conflict?.of === 'week' && (
        <div className="mt-4">
          <ConflictChoice
            fields={Object.entries(conflict.fields).map(([field, present]) => ({
              field,
              label: weekdays[Number(field)] ?? '',
              theirs: hoursWords(KeptDay.safeParse(present).data ?? null, view.visitMinutes),
              mine: hoursWords(week[Number(field)] ?? null, view.visitMinutes),
            }))}
            onKeep={(field, isMine) => void hours.settleDay(field, isMine)}
          />
        </div>
      )}
      <form className="mt-3" onSubmit={save}>
        {order.map((weekday) => (
          <Day key={weekday} weekday={weekday} day={week[weekday] ?? null} view={view} />
        ))}
        <div className="btn-row mt-5">
          <button
            className="btn flex-[1_1_13rem]"
            type="submit"
            disabled={!canSave}
            aria-disabled={isPending || undefined}
          >
            Save visiting hours
          </button>
          {!isUsual && (
            <button className="btn btn-line flex-[1_1_13rem]" type="button" onClick={hours.fillInUsual}>
              Fill in the usual hours
            </button>
          )}
        </div>
        <p className="help mt-3" role="status">
          {canSave ? 'Not saved yet.' : 'Saved. Visitors are offered these times.'}
        </p>
      </form>
    </section>
  );
}

const SELECT = 'input min-h-11 w-auto min-w-0 flex-1 basis-28 py-1.5 text-[1rem]';

function Day({ weekday, day, view }: { weekday: number; day: DayHours | null; view: VisitHours }) {
  const name = weekdays[weekday] ?? '';
  const starts = view.starts[weekday] ?? [];
  const fresh = view.usual[weekday] ?? view.usual.find((one) => one !== null) ?? null;
  const set = (next: DayHours | null) => hours.setDay(weekday, next);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 border-t border-hairline py-2">
      <legend className="sr-only">{`${name}, ${hoursWords(day, view.visitMinutes)}`}</legend>
      <label className="hours-open">
        <input type="checkbox" checked={day !== null} onChange={({ target }) => set(target.checked ? fresh : null)} />
        <span>{name}</span>
      </label>
      {day ? (
        <div className="flex min-w-0 flex-1 basis-64 items-center gap-2">
          <select
            className={SELECT}
            aria-label={`${name}, the first visit begins`}
            value={day.first}
            onChange={({ target: { value } }) => set({ first: value, last: laterOf(value, day.last) })}
          >
            <Options options={starts.map((value) => ({ value, label: clockWords(value) }))} />
          </select>
          <span className="text-sm text-mute">to</span>
          <select
            className={SELECT}
            aria-label={`${name}, the last visit ends`}
            value={day.last}
            onChange={({ target: { value } }) => set({ first: earlierOf(value, day.first), last: value })}
          >
            <Options options={starts.map((value) => ({ value, label: clockWords(later(value, view.visitMinutes)) }))} />
          </select>
        </div>
      ) : (
        <p className="flex min-h-11 flex-1 items-center text-sm text-mute">No visits</p>
      )}
    </fieldset>
  );
}
