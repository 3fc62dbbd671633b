import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { ContactDetails } from '#contracts/consultation';
import { $bookingDialog } from '#islands/ui/booking-dialog.ts';
import { closedBeside, firstFocus, useDialog } from '#islands/ui/dialog.ts';
import { loadStylesheet } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Toasts } from '#islands/ui/Toasts.tsx';
import type { Phone } from '#lib/contact';
import { easternDay, easternTime, minutesOf } from '#lib/eastern-time';
import type { IconName } from '#lib/icons';
import styles from './booking.css?url';
import { CalendarStep } from './CalendarStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { followHistory } from './history.ts';
import { flow } from './store.ts';
import type { ConfirmedStep, Step } from './session.ts';

await loadStylesheet(styles);

/** What is drawn into the dialog's place, `<div data-dialog="booking" data-phone="…">`. The phone is ours, as JSON. */
export const contentOf = (place: HTMLElement) => <Booking phone={JSON.parse(place.dataset['phone'] ?? '')} />;

/** The booking dialog and its toasts. Until it has been opened once it renders nothing. */
function Booking({ phone }: { phone: Phone }) {
  const opened = useStore($bookingDialog);
  const hasOpened = useRef(false);
  useEffect(() => followHistory(flow), []);
  hasOpened.current ||= opened !== null;
  if (!hasOpened.current) return null;
  return (
    <>
      <BookingDialog phone={phone} />
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
const NO_GOOD_TIME = 'Send us your request, and we will set a time with you.';

/** The dialog around the steps. What it says of a step is a live region: a change of step is read out. */
function BookingDialog({ phone }: { phone: Phone }) {
  const opened = useStore($bookingDialog);
  const step = useStore(flow.$step);
  const isCallback = step.name === 'calendar' && step.noGoodTime;
  const dialog = useDialog(opened, isCallback ? 'callback' : step.name);
  return (
    <dialog
      ref={dialog}
      className="dialog booking"
      aria-labelledby="booking-title"
      aria-describedby="booking-step"
      {...closedBeside}
      onClose={({ currentTarget }) => currentTarget.open || flow.close()}
    >
      <button className="icon-btn close" type="button" aria-label="Close" onClick={flow.close}>
        <Icon name="x" />
      </button>
      <div className="dialog-head">
        <Progress at={step.name} />
        <h2 id="booking-title">Schedule Your Free Consultation</h2>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p id="booking-step" aria-live="polite">
            {isCallback ? NO_GOOD_TIME : descriptions[step.name]}
          </p>
          <p className="mt-0 text-sm">
            Prefer to talk?{' '}
            <a
              className="whitespace-nowrap tabular-nums"
              href={phone.href}
              data-track="phone_click"
              data-track-location="booking"
            >
              {phone.display}
            </a>
          </p>
        </div>
      </div>
      <div className="body">
        {step.name !== 'confirmed' && <TrustBox />}
        <About />
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
    <div
      className="mb-4 grid h-[7px] w-34 grid-cols-4 items-center gap-1.5"
      role="img"
      aria-label={`Step ${current + 1} of ${order.length}`}
    >
      {order.map((name, index) => (
        <i key={name} className={index <= current ? 'h-[7px] bg-lagoon' : 'h-px bg-edge'} />
      ))}
    </div>
  );
}

const trust: readonly { icon: IconName; text: string; briefly?: string }[] = [
  { icon: 'badge-check', text: 'Certified dealer', briefly: 'Certified' },
  { icon: 'star', text: '5.0 stars' },
  { icon: 'clock', text: 'Reply in 24 hours', briefly: '24-hour reply' },
  { icon: 'tag', text: 'No obligation' },
];

/** Why one may trust us: on every step but the last, in one line, briefly where it is narrow. */
function TrustBox() {
  return (
    <ul className="trust">
      {trust.map(({ icon, text, briefly }) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>{text}</span>
          {briefly && <span>{briefly}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The offer, product or piece of the gallery that the visitor asks about. */
function About() {
  const about = useStore(flow.$about);
  if (!about) return null;
  return <p className="mb-5 border-l-4 border-flax pl-3 text-sm wrap-anywhere text-soft">{about}</p>;
}

/** Step 4: seen for two seconds, then the thank-you page follows. */
function Confirmed({ contact, visit, slot }: ConfirmedStep) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 pt-1 max-[37.99rem]:pb-6">
      <h3
        className="drawn-shade flex h-34 items-center gap-3.5 px-6 font-display text-[1.75rem] leading-[1.1] font-[300]"
        tabIndex={-1}
        aria-describedby="booked-time"
        {...firstFocus}
      >
        <Icon name="check" />
        <span>Consultation Scheduled!</span>
      </h3>
      <p className="tabular-nums" id="booked-time">
        <b className="text-[1.0625rem] font-label">
          <span className="inline-block">{easternDay(slot.start)}</span>{' '}
          <span className="inline-block">at {easternTime(slot.start)} ET</span>
        </b>
        <br />
        <span className="text-soft">
          {minutesOf(slot)} minutes, at your home in {visit.city}
        </span>
      </p>
      <p className="text-soft">{nextWord(contact)}</p>
    </div>
  );
}

/** Without an e-mail address nobody is promised an invitation. */
function nextWord({ email, phone }: ContactDetails): string {
  if (email) return `A calendar invitation will be sent to ${email}.`;
  return `We will call or text ${phone} to confirm.`;
}
