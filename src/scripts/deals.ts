/**
 * The offers of the home page: what must be put right, listen or begin to wait from the start. The dialogs themselves
 * (`DealsDialog.tsx`) load when one of them is about to be shown, and never before.
 */
import { easternDate } from '#lib/calendar-date';
import { drawDialog, provideDialog, warmUp } from '#lib/dialogs';
import { isPlainClick } from '#lib/intent';
import { $bookingDialog } from '#islands/ui/booking-dialog.ts';
import { $openOffer, isDismissed, popupCard, setCardsRight } from '#islands/deals/store.ts';

/** ms after load, and from one try to the next while the visitor is busy. */
const DELAY = 2000;
/** An open dialog or menu, or a field that has focus: whoever is there is not to be interrupted. */
const BUSY = 'dialog[open], details[data-menu][open], :is(input, select, textarea):focus';

let hasOpenedBooking = false;
const isWelcome = () => !hasOpenedBooking && !document.querySelector(BUSY);

const DIALOG = 'deals';
const linkAt = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;

/**
 * The popup of a running offer comes 2 s after load, unless it was dismissed within 24 hours. A visitor who is busy then
 * gets it later; one who has opened the booking dialog, which is all that it asks for, not any more.
 */
async function considerPopup(now: Date): Promise<void> {
  await setCardsRight(easternDate(now));
  const card = popupCard();
  if (!card || hasOpenedBooking || isDismissed(() => localStorage, now.getTime())) return;
  if (isWelcome()) {
    await drawDialog(DIALOG);
    // Asked again when all is there: loading takes its time.
    if (isWelcome()) return $openOffer.set({ view: 'popup', card });
  }
  wait();
}

function wait(): void {
  // Without a connection the popup cannot be loaded; the page is whole without it.
  setTimeout(() => considerPopup(new Date()).catch(() => undefined), DELAY);
}

/** A maker's promotion picture, a link to the picture alone, opens enlarged over the page. */
function onClick(event: MouseEvent): void {
  const link = linkAt(event);
  const card = link?.closest<HTMLElement>('[data-promotion]');
  if (!link || !card || !isPlainClick(event)) return;
  event.preventDefault();
  drawDialog(DIALOG)
    .then(() => document.querySelector('dialog[open]') ?? $openOffer.set({ view: 'enlarged', card }))
    .catch(() => location.assign(link.href));
}

provideDialog(DIALOG, async () => {
  // React beside it, not after it.
  const [{ contentOf }, { drawInto }] = await Promise.all([
    import('#islands/deals/DealsDialog.tsx'),
    import('#islands/ui/draw.ts'),
  ]);
  return { draw: (place) => drawInto(place, contentOf()) };
});
document.addEventListener('click', onClick);
for (const near of ['pointerover', 'focusin']) {
  document.addEventListener(near, (event) => linkAt(event) && warmUp(DIALOG), { passive: true });
}
$bookingDialog.listen(() => {
  hasOpenedBooking = true;
});
if (document.readyState === 'complete') wait();
else window.addEventListener('load', wait, { once: true });
// After the first paint: the offers are far below.
requestAnimationFrame(() => setTimeout(() => setCardsRight(easternDate(new Date())).catch(() => undefined)));
