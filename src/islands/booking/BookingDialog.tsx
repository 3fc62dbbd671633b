import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { ContactDetails } from '#contracts/consultation';
import { $bookingDialog } from '#islands/ui/booking-dialog.ts';
import { firstFocus, useDialog } from '#islands/ui/dialog.ts';
import { loadStylesheet } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { easternDayAndTime, minutesOf } from '#lib/eastern-time';
import styles from './booking.css?url';
import { CalendarStep } from './CalendarStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { flow } from './flow.ts';
import type { ConfirmedStep, Step } from './session.ts';

await loadStylesheet(styles);

/**
 * The booking dialog and its toasts: `<Booking client:wanted="booking" />`, once a page.
 * Until it has been opened once it renders nothing, on the server above all.
 */
export default function Booking() {
  const opened = useStore($bookingDialog, { ssr: 'initial' });
  const hasOpened = useRef(false);
  hasOpened.current ||= opened !== null;
  if (!hasOpened.current) return null;
  return (
    <>
      <BookingDialog />
      <Toasts />
    </>
  );
}

const descriptions: Readonly<Record<Step['name'], string>> = {
  initial: 'See our available times in just a few seconds.',
  calendar: 'Select a convenient time for your consultation.',
  details: 'Just a few more details to confirm your appointment.',
  confirmed: 'Your consultation has been scheduled!',
};

/** The dialog around the steps. What it says of a step is a live region: a change of step is read out. */
function BookingDialog() {
  const opened = useStore($bookingDialog);
  const step = useStore(flow.$step);
  const dialog = useDialog(opened, step.name === 'calendar' && step.noGoodTime ? 'callback' : step.name);
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
      return <Confirmed {...step} />;
  }
}

const order: readonly Step['name'][] = ['initial', 'calendar', 'details', 'confirmed'];

/** Four slats, closed one by one. */
function Progress({ at }: { at: Step['name'] }) {
  const current = order.indexOf(at);
  return (
    <div className="steps" role="img" aria-label={`Step ${current + 1} of ${order.length}`}>
      {order.map((name, index) => (
        <i key={name} className={index <= current ? 'done' : undefined} />
      ))}
    </div>
  );
}

/** Why one may trust us: on every step but the last. */
function TrustBox() {
  return (
    <ul className="trust">
      <li>
        <Icon name="badge-check" />
        Certified dealer
      </li>
      <li>
        <Icon name="star" />
        5.0 stars
      </li>
      <li>
        <Icon name="clock" />
        Reply in 24 hours
      </li>
      <li>
        <Icon name="tag" />
        No obligation
      </li>
    </ul>
  );
}

/** Step 4: seen for two seconds, then the thank-you page follows. */
function Confirmed({ contact, visit, slot }: ConfirmedStep) {
  return (
    <div className="scheduled">
      <h3 className="drawn-shade" tabIndex={-1} {...firstFocus}>
        <Icon name="check" />
        <span>Consultation Scheduled!</span>
      </h3>
      <p className="num">
        <b>{easternDayAndTime(slot.start)} ET</b>
        <br />
        <span className="soft">
          {minutesOf(slot)} minutes, at your home in {visit.city}
        </span>
      </p>
      <p className="soft">{nextWord(contact)}</p>
    </div>
  );
}

/** Without an e-mail address nobody is promised an invitation. */
function nextWord({ email, phone }: ContactDetails): string {
  if (email) return `A calendar invitation will be sent to ${email}.`;
  return `We will call or text ${phone} to confirm.`;
}
