import { easternDate } from '#lib/calendar-date';
import { $bookingDoor } from '#islands/ui/booking-dialog.ts';
import { isDismissed } from './dismissal.ts';
import { stateOf } from './offers-in-page.ts';

/** ms after load (specification, section 9), and from one try to the next while the visitor is busy. */
const DELAY = 2000;
/** An open dialog or menu, or a field that has focus: whoever is there is not to be interrupted. */
const BUSY = 'dialog[open], details[data-menu][open], :is(input, select, textarea):focus';

let hasOpenedBooking = false;
const isWelcome = () => !hasOpenedBooking && !document.querySelector(BUSY);

/**
 * Shows the popup of a running offer 2 s after load, unless it was dismissed within 24 hours. A visitor who is busy
 * then gets it later; one who has opened the booking dialog, which is all that it asks for, not any more.
 */
export function dealsPopup(): void {
  $bookingDoor.listen(() => {
    hasOpenedBooking = true;
  });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}

function wait(): void {
  // Without a connection the popup cannot be loaded; the page is whole without it.
  setTimeout(() => consider(new Date()).catch(() => undefined), DELAY);
}

async function consider(now: Date): Promise<void> {
  const popups = [...document.querySelectorAll<HTMLTemplateElement>('template[data-popup]')];
  const today = easternDate(now);
  const isOver = !popups.some((popup) => stateOf(popup, today) === 'running');
  if (isOver || hasOpenedBooking || isDismissed(() => localStorage, now.getTime())) return;
  if (isWelcome()) {
    const { showPopup } = await import('./popup.ts');
    // Asked again when all is there: loading takes its time.
    if (await showPopup(popups, today, isWelcome)) return;
  }
  wait();
}
