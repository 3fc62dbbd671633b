import { $bookingDialog, closeBooking, openBooking } from '#islands/ui/booking-dialog.ts';
import { hydrate, isPlainClick, warmUp } from '#lib/intent';

/** The island of the dialog. */
const NAME = 'booking';
const BUTTON = '[data-book]';
/** ms. Whoever has waited so long for the dialog gets the plain page instead. */
const TIMEOUT = 8000;

const buttonAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null;

/** Lets every `data-book` link open the booking dialog in place of the page that it leads to. */
export function bookingButtons(): void {
  // By a reload, or from another page, somebody is back in a step of a dialog that is no longer open.
  const entry = history.state?.booking;
  if (entry) history.go(-entry);
  document.addEventListener('click', onClick);
  for (const near of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(near, ({ target }) => buttonAt(target) && warmUp(NAME), { passive: true });
  }
  // Whoever opens the dialog (a button here, the deals popup), it has to be there.
  $bookingDialog.listen((opened) => opened && bringDialog());
}

function onClick(event: MouseEvent): void {
  const button = buttonAt(event.target);
  if (!button || !isPlainClick(event) || event.defaultPrevented) return;
  event.preventDefault();
  openBooking(button);
}

/** Loads the dialog. If it cannot be loaded, or not in time, the button does what it does without scripts. */
function bringDialog(): void {
  const follow = () => {
    closeBooking();
    // All of them lead to one page, in this page's language. What was pressed may be none of them, as in the gallery.
    location.assign(document.querySelector<HTMLAnchorElement>(BUTTON)?.href ?? '/book');
  };
  const timer = setTimeout(follow, TIMEOUT);
  void hydrate(NAME)
    .catch(follow)
    .then(() => clearTimeout(timer));
}
