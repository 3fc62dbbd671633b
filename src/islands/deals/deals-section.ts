/** Updates the offers' cards and decides when a dialog opens. The dialogs (`DealsDialog.tsx`) load only then. */
import { zonedToday } from '#lib/time/dates';
import { hydrate, isPlainClick, warmUp } from '#browser/hydrate-events';
import { $bookingDialog } from '#browser/booking-dialog';
import { $openOffer, isDismissed, popupCard, setCardsRight } from '#islands/deals/deals-store.ts';

/** In ms after load, and between tries while the visitor is busy. */
const DELAY = 2000;
/** In ms: the popup's code loads this early, to open on time. */
const AHEAD = 600;
/** An open dialog or menu, or a focused field. Do not interrupt the visitor then. */
const BUSY = 'dialog[open], details[data-menu][open], :is(input, select, textarea):focus';

let hasOpenedBooking = false;
const isWelcome = () => !hasOpenedBooking && !document.querySelector(BUSY);

const DIALOG = 'deals';
const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;

/** Updates the cards. Returns the popup's offer, or `null` after a dismissal or when the visitor came to book. */
async function popupOffer(): Promise<HTMLElement | null> {
  const now = new Date();
  await setCardsRight(zonedToday(now));
  return hasOpenedBooking || isDismissed(() => localStorage, now.getTime()) ? null : popupCard();
}

/** Opens the popup of a running offer 2 s after load, or later if the visitor is busy. */
async function considerPopup(): Promise<void> {
  const card = await popupOffer();
  if (!card) return;
  if (isWelcome()) {
    await hydrate(DIALOG);
    // Check again: loading takes time.
    if (isWelcome()) return $openOffer.set({ view: 'popup', card });
  }
  wait();
}

/** Ignores failures, such as no connection: the page works without the popup. */
const later = (ms: number, run: () => Promise<unknown>) => setTimeout(() => run().catch(() => undefined), ms);

function wait(): void {
  later(DELAY - AHEAD, async () => {
    if (isWelcome() && (await popupOffer())) warmUp(DIALOG);
  });
  later(DELAY, considerPopup);
}

/** Enlarges a maker's picture over the page. Without scripts, its link opens the picture. */
function onClick(event: MouseEvent): void {
  const link = linkAt(event);
  const card = link?.closest<HTMLElement>('[data-promotion]');
  if (!link || !card || !isPlainClick(event)) return;
  event.preventDefault();
  hydrate(DIALOG)
    .then(() => document.querySelector('dialog[open]') ?? $openOffer.set({ view: 'enlarged', card }))
    .catch(() => location.assign(link.href));
}

document.addEventListener('click', onClick);
for (const near of ['pointerover', 'focusin']) {
  document.addEventListener(near, (event) => linkAt(event) && warmUp(DIALOG));
}
$bookingDialog.listen(() => {
  hasOpenedBooking = true;
});
if (document.readyState === 'complete') wait();
else addEventListener('load', wait);
// The cards are far down, so update them after the first paint.
requestAnimationFrame(() => later(0, popupOffer));
