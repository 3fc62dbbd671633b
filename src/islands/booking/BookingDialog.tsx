import { useStore } from '@nanostores/react';
import { memo, useDeferredValue, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { $bookingDialog } from '#browser/booking-dialog';
import { closedBeside, type Opened, useDialog } from '#islands/ui/dialog.ts';
import { IconButton } from '#islands/ui/Icon.tsx';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { followHistory } from './step-history.ts';
import { flow } from './booking-store.ts';
import { type Facts, FactsContext, Progress, useFacts } from './StepHead.tsx';
import type { Step } from './booking-session.ts';
import { StepContent, useShown } from './Steps.tsx';
import { booking as words } from './booking-words.ts';

/** Draws the dialog in the page's element for it, which has the facts of the business. */
export function draw(place: HTMLElement): void {
  const facts: Facts = JSON.parse(place.dataset['facts'] ?? '');
  createRoot(place).render(<Booking facts={facts} />);
}

/** The booking dialog and its toasts. Opening and changing steps are deferred, so that they do not delay the press. */
function Booking({ facts }: { facts: Facts }) {
  const opened = useDeferredValue(useStore($bookingDialog));
  const latest = useStore(flow.$step);
  const drawn = useDeferredValue(latest);
  useEffect(() => followHistory(flow, 'dialog'), []);
  return (
    <FactsContext value={facts}>
      <BookingDialog opened={opened} step={latest.name === drawn.name ? latest : drawn} />
      <Toasts words={words.toasts} />
    </FactsContext>
  );
}

/** Each content begins at its top. */
const scrollToTop = (body: HTMLElement | null) => body?.parentElement?.scrollTo(0, 0);

/** The dialog around the steps. A live region announces each step. */
const BookingDialog = memo(({ opened, step }: { opened: Opened | null; step: Step }) => {
  const { phone } = useFacts();
  const { content, sentence } = useShown(step);
  const dialog = useDialog(opened, content);
  return (
    <div className="booking-window">
      <dialog
        ref={dialog}
        className="dialog booking"
        aria-labelledby="booking-title"
        aria-describedby="booking-step"
        {...closedBeside}
        onClose={({ currentTarget }) => currentTarget.open || flow.close()}
      >
        <div className="dialog-bar">
          <Progress at={step.name} words={words} />
          <IconButton icon="x" label={words.close} onClick={flow.close} />
        </div>
        <div className="scrolled">
          <div className="dialog-head">
            <h2 id="booking-title">{words.title}</h2>
            <div className="flex flex-wrap items-baseline gap-x-3">
              <p id="booking-step" aria-live="polite">
                {sentence}
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
          <div key={content} ref={scrollToTop} className="body">
            <StepContent step={step} />
          </div>
        </div>
      </dialog>
    </div>
  );
});
