import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef } from 'react';
import type { Step } from './store/state.ts';
import { $bookingDoor } from '#islands/ui/booking-dialog.ts';
import { Icon } from '../ui/Icon.tsx';
import { focusFirst, useModal } from '../ui/modal.ts';
import { CalendarStep } from './CalendarStep.tsx';
import { ConfirmedStep } from './ConfirmedStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { flow } from './flow.ts';
import { Progress } from './Progress.tsx';
import { TrustBox } from './TrustBox.tsx';

const descriptions: Readonly<Record<Step['name'], string>> = {
  initial: 'See our available times in just a few seconds.',
  calendar: 'Select a convenient time for your consultation.',
  details: 'Just a few more details to confirm your appointment.',
  confirmed: 'Your consultation has been scheduled!',
};

/** The dialog around the steps. What it says of a step is a live region: a change of step is read out. */
export function BookingDialog() {
  const door = useStore($bookingDoor);
  const step = useStore(flow.$step);
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = door !== null;
  const place = step.name === 'calendar' && step.noGoodTime ? 'callback' : step.name;
  useModal(dialog, door);
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves when the dialog opens and when its content changes.
  useLayoutEffect(() => {
    if (isOpen) focusFirst(dialog.current);
  }, [isOpen, place]);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby="booking-title"
      aria-describedby="booking-step"
      onClose={({ currentTarget }) => currentTarget.open || flow.close()}
    >
      <div className="dialog-head">
        <Progress at={step.name} />
        <h2 id="booking-title">Schedule Your Free Consultation</h2>
        <p id="booking-step" aria-live="polite">
          {descriptions[step.name]}
        </p>
        <button className="icon-btn close" type="button" aria-label="Close" onClick={flow.close}>
          <Icon name="x" />
        </button>
      </div>
      <div className="body">
        {step.name !== 'confirmed' && <TrustBox />}
        <StepBody {...step} />
      </div>
    </dialog>
  );
}

function StepBody(step: Step) {
  switch (step.name) {
    case 'initial':
      return <ContactStep problems={step.problems} />;
    case 'calendar':
      return <CalendarStep {...step} />;
    case 'details':
      return <DetailsStep {...step} />;
    case 'confirmed':
      return <ConfirmedStep {...step} />;
  }
}
