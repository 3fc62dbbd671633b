import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect } from 'react';
import type { ContactDetails } from '#contracts/consultation';
import { $bookingDialog } from '#browser/booking-dialog';
import { closedBeside, firstFocus, type Opened, useDialog } from '#islands/ui/dialog.ts';
import { ErrorBoundary } from '#islands/ui/ErrorBoundary.tsx';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon, IconButton } from '#islands/ui/Icon.tsx';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { pageLocale } from '#browser/page-language';
import { zonedAt, zonedDay, minutesOf } from '#lib/time/zone';
import type { IconName } from '#lib/icons';
import { CalendarStep } from './CalendarStep.tsx';
import { ContactStep } from './ContactStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { followHistory } from './dialog-history.ts';
import { flow } from './booking-store.ts';
import { type Facts, FactsContext, useFacts } from './facts.ts';
import { announced, type ConfirmedStep, type Step } from './session.ts';
import { booking as words, choices, outcome } from './booking-words.ts';

/** The booking dialog and its toasts. Opening and changing steps are deferred, so that they do not delay the press. */
export default function Booking({ facts }: { facts: Facts }) {
  const isHydrated = useHydrated();
  const opened = useDeferredValue(useStore($bookingDialog));
  const latest = useStore(flow.$step);
  const drawn = useDeferredValue(latest);
  useEffect(() => followHistory(flow), []);
  if (!isHydrated) return null;
  return (
    <FactsContext value={facts}>
      <BookingDialog opened={opened} step={latest.name === drawn.name ? latest : drawn} />
      <Toasts words={words.toasts} />
    </FactsContext>
  );
}

interface BookingDialogProps {
  readonly opened: Opened | null;
  readonly step: Step;
}

/** The dialog around the steps. A live region announces each step. */
const BookingDialog = memo(({ opened, step }: BookingDialogProps) => {
  const { phone } = useFacts();
  const shown = announced(step);
  const dialog = useDialog(opened, shown);
  return (
    <dialog
      ref={dialog}
      className="dialog booking"
      aria-labelledby="booking-title"
      aria-describedby="booking-step"
      {...closedBeside}
      onClose={({ currentTarget }) => currentTarget.open || flow.close()}
    >
      <IconButton className="close" icon="x" label={words.close} onClick={flow.close} />
      <div className="dialog-head">
        <Progress at={step.name} />
        <h2 id="booking-title">{words.title}</h2>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p id="booking-step" aria-live="polite">
            {words.steps[shown]}
          </p>
          <p className="mt-0 text-sm">
            <span>{words.talk}</span>{' '}
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
        <ErrorBoundary words={words.broken}>
          {step.name !== 'confirmed' && <TrustBox />}
          <About />
          <StepBody {...step} />
        </ErrorBoundary>
      </div>
    </dialog>
  );
});

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

function Progress({ at }: { at: Step['name'] }) {
  const current = order.indexOf(at);
  return (
    <div
      className="mb-4 grid h-[7px] w-34 grid-cols-4 items-center gap-1.5"
      role="img"
      aria-label={words.progress(current + 1, order.length)}
    >
      {order.map((name, index) => (
        <i key={name} className={index <= current ? 'h-[7px] bg-lagoon' : 'h-px bg-edge'} />
      ))}
    </div>
  );
}

interface Reason {
  readonly icon: IconName;
  readonly text: string;
  readonly briefly?: string;
}

/** Reasons to trust us, on every step but the last. */
function TrustBox() {
  const { isCertified, rating, promise } = useFacts();
  const { certified, certifiedBriefly, stars, reply, free } = words.trust;
  const trust: readonly Reason[] = [
    ...(isCertified ? [{ icon: 'badge-check', text: certified, briefly: certifiedBriefly } as const] : []),
    ...(rating ? [{ icon: 'star', text: stars(rating) } as const] : []),
    { icon: 'clock', text: reply(promise), briefly: promise },
    { icon: 'tag', text: free },
  ];
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

function About() {
  const about = useStore(flow.$about);
  if (!about) return null;
  return <p className="mb-5 border-l-4 border-flax pl-3 text-sm wrap-anywhere text-soft">{aboutShown(about)}</p>;
}

/** Translates the kind in `Offer: Free measuring`, which is sent in English. */
const aboutShown = (about: string) =>
  about.replace(/^(Offer|Product|Gallery)(?=: )/, (kind) => words.about[kind as keyof typeof words.about]);

/** Step 4: two seconds, then the thank-you page. */
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
        <span>{outcome.done}</span>
      </h3>
      <p className="tabular-nums" id="booked-time">
        <b className="text-[1.0625rem] font-label">
          <span className="inline-block">{zonedDay(slot.start, pageLocale)}</span>{' '}
          <span className="inline-block">{zonedAt(slot.start, pageLocale) + words.zoneAfter}</span>
        </b>
        <br />
        <span className="text-soft">{outcome.length(minutesOf(slot), choices.city(visit.city))}</span>
      </p>
      <p className="text-soft">{nextWord(contact)}</p>
    </div>
  );
}

/** Promises an invitation only with an e-mail address. */
function nextWord({ email, phone }: ContactDetails): string {
  return email ? outcome.invitation(email) : outcome.call(phone ?? '');
}
