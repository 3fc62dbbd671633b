import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { $bookingDoor } from '#islands/ui/booking-dialog.ts';
import { linked } from '../ui/linked.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { BookingDialog } from './BookingDialog.tsx';
import looks from './booking.css?url';

await linked(looks);

/**
 * The booking dialog and its toasts: `<Booking client:wanted="booking" />`, once a page.
 * Until the door has been opened once it renders nothing, on the server above all.
 */
export default function Booking() {
  const door = useStore($bookingDoor, { ssr: 'initial' });
  const opened = useRef(false);
  opened.current ||= door !== null;
  if (!opened.current) return null;
  return (
    <>
      <BookingDialog />
      <Toasts />
    </>
  );
}
