import { $bookingDialog, openBooking } from '#browser/booking-dialog';
import { onTheWay, travel } from '#browser/browser-history';
import type { Step } from './booking-session.ts';
import type { BookingFlow } from './booking-store.ts';

/** The number of the dialog's history entries at a step. The last step adds none: a booking has no way back. */
function entriesOf(step: Step): number {
  if (step.name === 'initial') return 1;
  return step.name === 'calendar' && !step.noGoodTime ? 2 : 3;
}

/** The current entry's number from its state; 0 without the dialog. */
const entryNow = (): number => history.state?.booking ?? 0;

/**
 * Keeps the history and the dialog in step. A step forward adds an entry; Back goes a step back or closes the dialog; a
 * closed dialog leaves no entry. In the page of /book the first step is the page's own entry. Returns a function that stops
 * this.
 */
export function followHistory({ $step, back, changeTime, close }: BookingFlow, frame: 'dialog' | 'page'): () => void {
  const isPage = frame === 'page';
  let isFollowing = false;
  const entries = () => {
    if (isPage) return entriesOf($step.get()) - 1;
    return $bookingDialog.get() ? entriesOf($step.get()) : 0;
  };

  function write(): void {
    if (isFollowing) return;
    const surplus = entryNow() - entries();
    const travelling = onTheWay() ?? (surplus > 0 ? travel(-surplus) : null);
    if (travelling) return void travelling.then(write);
    for (let missing = -surplus; missing > 0; missing -= 1) {
      history.pushState({ ...history.state, booking: entryNow() + 1 }, '');
    }
  }

  /** Some steps cannot go back, such as a running booking. Then `write` restores the history. */
  function read(): void {
    if (onTheWay()) return;
    isFollowing = true;
    if (entryNow() > 0 && !isPage) openBooking();
    for (let before = Number.POSITIVE_INFINITY; entries() > entryNow() && entries() < before; ) {
      before = entries();
      stepBack();
    }
    isFollowing = false;
    write();
  }

  function stepBack(): void {
    const { name } = $step.get();
    if ((entryNow() === 0 && !isPage) || name === 'confirmed') close();
    else if (name === 'details') changeTime();
    else back();
  }

  window.addEventListener('popstate', read);
  const endings = [$bookingDialog.listen(write), $step.listen(write)];
  write();
  return () => {
    window.removeEventListener('popstate', read);
    for (const end of endings) end();
  };
}
