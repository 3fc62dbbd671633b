import { $bookingDialog, closeBooking, openBooking } from '#browser/booking-dialog';
import { hydrate, isPlainClick, warmUp } from '#browser/hydrate-events';

/** The island of the dialog. */
const ISLAND = 'booking';
const BUTTON = '[data-book]';
/** In ms. Then the plain page opens instead of the dialog. */
const TIMEOUT = 8000;

/** Makes every `data-book` link open the booking dialog, or lead to the steps in the page of /book. */
export function bookingButtons(): void {
  leaveClosedSteps();
  document.addEventListener('click', (event) => {
    const button = buttonAt(event);
    if (!button || !isPlainClick(event) || event.defaultPrevented) return;
    event.preventDefault();
    openBooking(button);
  });
  for (const near of ['pointerover', 'focusin']) {
    document.addEventListener(near, (event) => {
      if (buttonAt(event)) warmUp(ISLAND);
    });
  }
  // Anything may open the dialog, such as a button or the deals popup.
  $bookingDialog.listen((opened) => {
    if (opened) void loadDialog();
  });
}

const buttonAt = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLElement>(BUTTON) : null);

/** After a reload or return, history may point at a step of a dialog that is closed. Goes back to before its steps. */
function leaveClosedSteps(): void {
  const step: unknown = history.state?.booking;
  if (typeof step === 'number' && step > 0) history.go(-step);
}

async function loadDialog(): Promise<void> {
  const button = $bookingDialog.get()?.opener;
  const timer = setTimeout(openPlainPage, TIMEOUT);
  // On a slow line it takes seconds.
  button?.setAttribute('aria-busy', 'true');
  try {
    await hydrate(ISLAND);
  } catch {
    openPlainPage();
  } finally {
    clearTimeout(timer);
    button?.removeAttribute('aria-busy');
  }
}

/** In place of the dialog, with what the visitor asks about. On /book it shows the plain form. */
function openPlainPage(): void {
  const about = $bookingDialog.get()?.about;
  closeBooking();
  // All buttons lead to the same page. The dialog may have been opened without one, as in the gallery.
  const page = document.querySelector<HTMLAnchorElement>(BUTTON)?.href ?? '/book';
  location.assign(about ? `${page}?about=${encodeURIComponent(about)}` : page);
}
