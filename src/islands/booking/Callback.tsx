import type { ContactDetails } from '#contracts/consultation';
import { Icon } from '#islands/ui/Icon.tsx';
import { firstFocus } from '#islands/ui/dialog.ts';
import { flow } from './store.ts';

interface AskProps {
  children: string;
  sending: boolean;
  small?: boolean;
}

/** The button of all three ways to a callback. While the request is on its way it keeps focus, but does nothing. */
function Ask({ children, sending, small }: AskProps) {
  return (
    <button
      className={small ? 'btn btn-sm' : 'btn'}
      type="button"
      aria-disabled={sending || undefined}
      onClick={flow.requestCallback}
    >
      {sending ? 'Sending...' : children}
    </button>
  );
}

function BackLink() {
  return (
    <p className="mt-4">
      <button className="link text-sm" type="button" onClick={flow.back}>
        <Icon name="arrow-left" />
        Back
      </button>
    </p>
  );
}

/** The times could not be read. */
export function TimesFailed({ sending }: { sending: boolean }) {
  return (
    <>
      <div className="notice" role="alert">
        <Icon name="triangle-alert" />
        <div>
          <p>
            We're having trouble checking our calendar availability right now. Don't worry - you can still request a
            consultation and we'll contact you to schedule.
          </p>
          <Ask small sending={sending}>
            Request a Callback Instead
          </Ask>
        </div>
      </div>
      <BackLink />
    </>
  );
}

/** Every time is taken. */
export function NoTimes({ sending }: { sending: boolean }) {
  return (
    <>
      <div className="grid justify-items-start gap-4 border-t pt-7 pb-4">
        <div className="drawn-shade h-18 w-22" aria-hidden="true" />
        <p className="font-display text-xl font-[300] tracking-title text-balance">
          No available time slots at the moment.
        </p>
        <p className="text-sm text-soft">Leave it with us: we will contact you within 24 hours to find one.</p>
        <Ask sending={sending}>Request a Callback</Ask>
      </div>
      <BackLink />
    </>
  );
}

/** After "No Good Time?": what we know, and the offer to call. */
export function NoGoodTime({ contact, sending }: { contact: ContactDetails; sending: boolean }) {
  return (
    <>
      <div className="grid justify-items-start gap-4 border-t pt-7 pb-4">
        <h3 className="font-display text-xl font-[300] tracking-title text-balance" tabIndex={-1} {...firstFocus}>
          We will find a time together.
        </h3>
        <p className="text-sm text-soft">We will contact you within 24 hours to arrange the visit.</p>
        <dl className="kv">
          <Known label="Name" value={contact.name} />
          <Known label="Phone" value={contact.phone} />
          <Known label="Email" value={contact.email} />
          <Known label="ZIP code" value={contact.zipCode} />
        </dl>
      </div>
      <div className="dialog-foot">
        <button className="btn btn-line" type="button" aria-disabled={sending || undefined} onClick={flow.back}>
          Back
        </button>
        <Ask sending={sending}>Request a Callback</Ask>
      </div>
    </>
  );
}

function Known({ label, value }: { label: string; value: string | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </>
  );
}
