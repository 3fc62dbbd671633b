/**
 * The offers of the home page: what must be put right, listen or begin to wait from the start. The dialogs themselves
 * (`DealsDialog.tsx`) load when one of them is about to be shown, and never before.
 */
import { easternDate } from '#lib/calendar-date';
import { hydrate, isPlainClick, warmUp } from '#lib/intent';
import { $bookingDialog } from '#islands/ui/booking-dialog.ts';
import { $openOffer, isDismissed, popupCard, setCardsRight, statesOn } from '#islands/deals/store.ts';

/** ms after load, and from one try to the next while the visitor is busy. */
const DELAY = 2000;
/** ms that the popup's code begins to load before, so that it opens when it is its time. */
const AHEAD = 600;
/** An open dialog or menu, or a field that has focus: whoever is there is not to be interrupted. */
const BUSY = 'dialog[open], details[data-menu][open], :is(input, select, textarea):focus';

let hasOpenedBooking = false;
const isWelcome = () => !hasOpenedBooking && !document.querySelector(BUSY);

/** The island of both dialogs. */
const DIALOG = 'deals';
const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;

/**
 * Puts the cards right. The offer that the popup would show now, or none: it was dismissed within 24 hours, or the visitor
 * has come to book.
 */
async function popupOffer(): Promise<HTMLElement | null> {
  const now = new Date();
  await setCardsRight(easternDate(now, statesOn));
  return hasOpenedBooking || isDismissed(() => localStorage, now.getTime()) ? null : popupCard();
}

/** The popup of a running offer comes 2 s after load. A visitor who is busy then gets it later, or not any more. */
async function considerPopup(): Promise<void> {
  const card = await popupOffer();
  if (!card) return;
  if (isWelcome()) {
    await hydrate(DIALOG);
    // Asked again when all is there: loading takes its time.
    if (isWelcome()) return $openOffer.set({ view: 'popup', card });
  }
  wait();
}

async function prepare(): Promise<void> {
  if (isWelcome() && (await popupOffer())) warmUp(DIALOG);
}

/** What fails, as loading without a connection does, is left out: the page is whole without it. */
const later = (ms: number, run: () => Promise<unknown>) => setTimeout(() => run().catch(() => undefined), ms);

function wait(): void {
  later(DELAY - AHEAD, prepare);
  later(DELAY, considerPopup);
}

/** A maker's promotion picture, a link to the picture alone, opens enlarged over the page. */
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
  document.addEventListener(near, (event) => linkAt(event) && warmUp(DIALOG), { passive: true });
}
$bookingDialog.listen(() => {
  hasOpenedBooking = true;
});
if (document.readyState === 'complete') wait();
else addEventListener('load', wait);
// The cards are put right after the first paint: they are far below.
requestAnimationFrame(() => later(0, popupOffer));
