import { $bookingDialog, openBooking } from '#islands/ui/booking-dialog.ts';
import { onTheWay, travel } from '#islands/ui/history.ts';
import type { Step } from './session.ts';
import type { BookingFlow } from './store.ts';

/** How many entries the open dialog has at a step. The last one has none of its own: nobody goes back from a booking. */
function entriesOf(step: Step): number {
  if (step.name === 'initial') return 1;
  return step.name === 'calendar' && !step.noGoodTime ? 2 : 3;
}

/** Which of the dialog's entries this is, as its state says; 0 for the page without the dialog. */
const entryNow = (): number => history.state?.booking ?? 0;

/**
 * Keeps the history and the dialog in step while the dialog is drawn: each step forward is an entry, Back goes a step
 * back and closes the dialog from the first one, and a dialog that is closed leaves no entry behind. Returns the way to
 * end that. The page's script takes a visitor who comes back to such an entry, as by a reload, to the page itself.
 */
export function followHistory({ $step, back, changeTime, close }: BookingFlow): () => void {
  let isFollowing = false;
  const entries = () => ($bookingDialog.get() ? entriesOf($step.get()) : 0);

  function write(): void {
    if (isFollowing) return;
    const surplus = entryNow() - entries();
    const way = onTheWay() ?? (surplus > 0 ? travel(-surplus) : null);
    if (way) return void way.then(write);
    for (let missing = -surplus; missing > 0; missing -= 1) {
      history.pushState({ ...history.state, booking: entryNow() + 1 }, '');
    }
  }

  /** What cannot be gone back from stays, as a booking that is under way; then `write` sets the history right again. */
  function read(): void {
    if (onTheWay()) return;
    isFollowing = true;
    if (entryNow() > 0) openBooking();
    for (let before = Number.POSITIVE_INFINITY; entries() > entryNow() && entries() < before; ) {
      before = entries();
      stepBack();
    }
    isFollowing = false;
    write();
  }

  function stepBack(): void {
    const { name } = $step.get();
    if (entryNow() === 0 || name === 'confirmed') close();
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
