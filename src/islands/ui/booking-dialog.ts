import { atom } from 'nanostores';

/**
 * Whether the booking dialog is open, and what opened it: the only part of it that every page carries.
 * The rest of the dialog (`#islands/booking/store.ts`) loads when it is wanted.
 */
export const $bookingDoor = atom<{ readonly opener: HTMLElement | null } | null>(null);

/** Opens the dialog. Focus returns to `opener` when it closes. */
export function openBooking(opener: HTMLElement | null = null): void {
  if (!$bookingDoor.get()) $bookingDoor.set({ opener });
}

/** Closes the dialog; everything typed stays until the flow resets it. */
export function closeBooking(): void {
  $bookingDoor.set(null);
}
