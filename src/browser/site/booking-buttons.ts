import { $bookingDialog, closeBooking, openBooking } from '#browser/booking-dialog';
import { hydrate, isPlainClick, warmUp } from '#browser/hydrate-events';

const NAME = 'booking';
const BUTTON = '[data-book]';
/** In ms. Then the plain page opens instead of the dialog. */
const TIMEOUT = 8000;

const buttonAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null;

/** Makes every `data-book` link open the booking dialog, or lead to the steps in the page of /book. */
export function bookingButtons(): void {
  // After a reload or return, history may point at a step of a closed dialog.
  const entry = history.state?.booking;
  if (entry) history.go(-entry);
  document.addEventListener('click', onClick);
  for (const near of ['pointerover', 'focusin']) {
    document.addEventListener(near, ({ target }) => buttonAt(target) && warmUp(NAME));
  }
  // Anything may open the dialog, such as a button or the deals popup.
  $bookingDialog.listen((opened) => opened && bringDialog());
}

function onClick(event: MouseEvent): void {
  const button = buttonAt(event.target);
  if (!button || !isPlainClick(event) || event.defaultPrevented) return;
  event.preventDefault();
  openBooking(button);
}

/** Loads the dialog. If that fails or takes too long, opens the plain page; on /book, shows the plain form. */
function bringDialog(): void {
  const follow = () => {
    closeBooking();
    // All buttons lead to the same page. The dialog may have been opened without one, as in the gallery.
    location.assign(document.querySelector<HTMLAnchorElement>(BUTTON)?.href ?? '/book');
  };
  const timer = setTimeout(follow, TIMEOUT);
  void hydrate(NAME)
    .catch(follow)
    .then(() => clearTimeout(timer));
}
