import { atom } from 'nanostores';

/**
 * Whether the booking dialog is open, and what opened it: the only part of it that every page carries.
 * The rest of the dialog (`#islands/booking/store.ts`) loads when somebody is about to open it.
 */
export const $bookingDialog = atom<{ readonly opener: HTMLElement | null } | null>(null);

/** Opens the dialog. Focus returns to `opener` when it closes. */
export function openBooking(opener: HTMLElement | null = null): void {
  if (!$bookingDialog.get()) $bookingDialog.set({ opener });
}

/** Closes the dialog; everything typed stays until the flow resets it. */
export function closeBooking(): void {
  $bookingDialog.set(null);
}
