import type { CalendarDate } from '#lib/calendar-date';
import { popupOffer } from '#lib/offers';
import { WARM_UP } from '#lib/wanted-events';
import { openBooking } from '#islands/ui/booking-dialog.ts';
import { dismiss } from './dismissal.ts';
import { linked } from '../ui/linked.ts';
import looks from './deals.css?url';
import { copyOf, removeWhenRaised } from './dialog-copies.ts';
import { offersIn } from './offers-in-page.ts';

/**
 * Shows the popup of the offer of `today` (Eastern), if `isWelcome` still says so when all is loaded; resolves to
 * whether it did. Plain DOM in place of an island: buttons of a form that close it, and nothing to keep up to date.
 */
export async function showPopup(
  popups: readonly HTMLTemplateElement[],
  today: CalendarDate,
  isWelcome: () => boolean,
): Promise<boolean> {
  await linked(looks);
  const offer = popupOffer(offersIn(popups), today);
  if (!offer || !isWelcome()) return false;
  const popup = copyOf(offer.element);
  popup.addEventListener('close', () => {
    void removeWhenRaised(popup);
    leave(popup.returnValue);
  });
  popup.querySelector('[value="claim"]')?.addEventListener('pointerover', warmUpBooking, { once: true });
  document.body.append(popup);
  popup.showModal();
  return true;
}

/** "Claim Deal" opens the booking dialog; every other way out is a dismissal (specification, section 4). */
function leave(by: string): void {
  if (by === 'claim') openBooking();
  else dismiss(() => localStorage, Date.now());
}

function warmUpBooking(): void {
  document.dispatchEvent(new CustomEvent(WARM_UP, { detail: 'booking' }));
}
