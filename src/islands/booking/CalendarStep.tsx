import { useLayoutEffect, useRef } from 'react';
import type { CalendarStep as Step } from './store/state.ts';
import { firstFocus } from '../ui/modal.ts';
import { NoGoodTime, NoTimes, TimesFailed } from './Callback.tsx';
import { flow } from './flow.ts';
import { SlotList } from './SlotList.tsx';

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
    <div ref={whole} className="times" tabIndex={-1} {...firstFocus}>
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
      <div className="waiting" role="status">
        <div className="slat-spin" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
        <p className="small soft">Looking for open times</p>
      </div>
      <Foot />
    </>
  );
}

function EasternNote() {
  return (
    <p className="eastern small">
      <span className="badge badge-on">ET</span>
      <span className="soft">All times are Eastern Time.</span>
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
