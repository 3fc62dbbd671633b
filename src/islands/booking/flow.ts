import { browserEnvironment } from '#islands/ui/environment.ts';
import { outbox } from '#islands/ui/outbox.ts';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { createBooking } from './store.ts';

/** For an answer that refuses without a word. */
const fallbackMessage = { request: 'Failed to submit request', book: 'Failed to book slot' };
const unanswered = 'Failed to complete booking. Please try again.';

/** The one booking flow of this page, and what its visitor is told of failures. */
export const flow = createBooking(
  browserEnvironment,
  {
    trying: clearToast,
    bookingFailed({ call, answered, serverMessage }) {
      const description = serverMessage ?? (answered ? fallbackMessage[call] : unanswered);
      showToast({ title: 'Booking Error', description, tone: 'destructive' });
    },
    callbackFailed() {
      showToast({ title: 'Error', description: 'Failed to submit request. Please try again.', tone: 'destructive' });
    },
  },
  outbox,
);
