import { atom } from 'nanostores';
import type { ContactDetails, VisitDetails } from '#contracts/consultation';
import { isPlainClick } from '#browser/hydrate-events';

/**
 * Whether the booking dialog is open, and what opened it: the only part of it that every page carries.
 * The rest of the dialog (`#islands/booking/booking-store.ts`) loads when somebody is about to open it.
 */
export const $bookingDialog = atom<Opened | null>(null);

interface Opened {
  readonly opener: HTMLElement | null;
  readonly about?: string | undefined;
  /** The opener's own facts, such as notes. The dialog puts them into the form. */
  readonly known?: KnownToOpener | undefined;
  /** The key of the sent request that the visitor corrects. */
  readonly correctedKey?: string | undefined;
}

/** Each may be empty. `texts`: a sent request that is corrected agreed to texts. */
export type KnownToOpener = Readonly<
  Partial<Record<keyof VisitDetails | Exclude<keyof ContactDetails, 'texts'>, string | undefined>> & {
    texts?: true | undefined;
  }
>;

/**
 * Opens the dialog. Focus returns to `opener` when it closes. `about` is what the visitor asks about, such as an offer:
 * an opener that stands for one says it in its `data-about`. A press while it is open counts too: on `/book` the steps
 * are in the page.
 */
export function openBooking(
  opener: HTMLElement | null = null,
  about = opener?.dataset['about'],
  known?: KnownToOpener,
  correctedKey?: string,
): void {
  if (opener || !$bookingDialog.get()) $bookingDialog.set({ opener, about, known, correctedKey });
}

/** A press on the link opens the dialog with what is known of the visitor, or of the sent request that it corrects. */
export function openWith(
  link: HTMLElement | null | undefined,
  known: KnownToOpener | undefined,
  corrects?: { readonly key: string; readonly about: string },
): void {
  link?.addEventListener('click', (event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openBooking(link, corrects?.about, known, corrects?.key);
  });
}

/** Closes the dialog; everything typed stays until the flow resets it. */
export function closeBooking(): void {
  $bookingDialog.set(null);
}
