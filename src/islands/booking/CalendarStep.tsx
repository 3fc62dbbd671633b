import { useLayoutEffect, useRef } from 'react';
import type { Slot } from '#contracts/calendar';
import { firstFocus } from '#islands/ui/dialog.ts';
import { type EasternDay, easternTime, minutesOf } from '#lib/eastern-time';
import { NoGoodTime, NoTimes, TimesFailed } from './Callback.tsx';
import { flow } from './store.ts';
import type { CalendarStep as Step } from './session.ts';

/** Step 2: the open times, or a way on without them. */
export function CalendarStep(step: Step) {
  if (step.noGoodTime) return <NoGoodTime contact={step.contact} sending={step.sending} />;
  return <Times {...step} />;
}

/**
 * Focus waits on the whole until the times are there, then goes to the first thing to press;
 * a visitor who has moved on meanwhile is left alone.
 */
function Times({ times, sending }: Step) {
  const whole = useRef<HTMLDivElement>(null);
  const { state } = times;
  useLayoutEffect(() => {
    if (state !== 'loading' && document.activeElement === whole.current)
      whole.current?.querySelector('button')?.focus();
  }, [state]);
  return (
    <div ref={whole} className="focus:outline-none" tabIndex={-1} {...firstFocus}>
      {state === 'failed' && <TimesFailed sending={sending} />}
      {state === 'empty' && <NoTimes sending={sending} />}
      {state === 'loading' && <Loading />}
      {state === 'ready' && (
        <>
          <EasternNote />
          <SlotList days={times.days} />
          <Foot />
        </>
      )}
    </div>
  );
}

function Loading() {
  return (
    <>
      <EasternNote />
      <div className="grid min-h-64 place-content-center justify-items-center gap-5" role="status">
        <div className="slat-spin" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
        <p className="text-sm text-soft">Looking for open times</p>
      </div>
      <Foot />
    </>
  );
}

/** The open times by day. */
function SlotList({ days }: { days: readonly EasternDay<Slot>[] }) {
  return (
    <section className="slots max-[37.99rem]:max-h-[min(24rem,42dvh)]" aria-label="Available times">
      {days.map((day) => (
        <Day key={day.date} {...day} />
      ))}
    </section>
  );
}

function Day({ date, heading, saturday, slots }: EasternDay<Slot>) {
  const id = `day-${date}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; these are buttons that belong together.
    <div role="group" aria-labelledby={id}>
      <h3 className="day leading-[1.6]" id={id}>
        <span>{heading}</span>
        {saturday && <span className="badge badge-flax">By Appointment</span>}
      </h3>
      <div className="slot-grid">
        {slots.map((slot) => (
          <button
            key={slot.start}
            className="slot focus-visible:outline-offset-[-3px]"
            type="button"
            onClick={() => flow.chooseSlot(slot)}
          >
            <b className="whitespace-nowrap tabular-nums">{easternTime(slot.start)}</b>{' '}
            <small>{minutesOf(slot)} minutes</small>
          </button>
        ))}
      </div>
    </div>
  );
}

function EasternNote() {
  return (
    <p className="mb-1.5 flex items-center gap-2.5 text-sm">
      <span className="badge badge-on">ET</span>
      <span className="text-soft">All times are Eastern Time.</span>
    </p>
  );
}

function Foot() {
  return (
    <div className="dialog-foot">
      <button className="btn btn-line" type="button" onClick={flow.back}>
        Back
      </button>
      <button className="btn btn-line" type="button" onClick={flow.noGoodTime}>
        No Good Time?
      </button>
    </div>
  );
}
