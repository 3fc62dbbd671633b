import { createBooking } from './store.ts';
import { browser } from './store/browser.ts';
import type { BookingFailure } from './store/surroundings.ts';
import { clearToast, showToast } from '#islands/ui/toasts.ts';

/** For an answer that refuses without a word (specification, section 8). */
const unsaid = { request: 'Failed to submit request', book: 'Failed to book slot' };

function bookingFailed({ call, answered, said }: BookingFailure): void {
  const otherwise = answered ? unsaid[call] : 'Failed to complete booking. Please try again.';
  showToast({ title: 'Booking Error', description: said ?? otherwise, tone: 'destructive' });
}

function callbackFailed(): void {
  showToast({ title: 'Error', description: 'Failed to submit request. Please try again.', tone: 'destructive' });
}

/** The one booking flow of this page. */
export const flow = createBooking({ ...browser, tell: { trying: clearToast, bookingFailed, callbackFailed } });
