import { useRef, useState } from 'react';
import type { Alerts } from '#contracts/alerts';
import { zonedMomentWithin } from '#lib/time/zone';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { showSuccess } from '#islands/ui/Toasts.tsx';
import { Button } from '../Button.tsx';
import { alerts } from './alerts-store.ts';
import { Press } from './Devices.tsx';

/** The address that shows the coming visits in any calendar program. */
export function CalendarFeed({ feed }: Pick<Alerts, 'feed'>) {
  if (feed) return <FeedAddress {...feed} />;
  return (
    <>
      <p className="text-sm text-soft">
        The coming visits in Apple, Google or Outlook calendars, kept current by themselves.
      </p>
      <Press
        className="btn btn-line mt-4 w-full sm:w-auto"
        what="feed"
        does={alerts.renewFeed}
        busyWords="One moment..."
      >
        <Icon name="calendar" />
        <span>Make an address</span>
      </Press>
    </>
  );
}

type Question = 'none' | 'renew' | 'end';

function FeedAddress({ address, madeAt }: NonNullable<Alerts['feed']>) {
  const [question, ask] = useState<Question>('none');
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <label className="text-sm text-soft" htmlFor="feed-address">
        Subscribe to this address in your calendar program. Whoever has it can read your visits.
      </label>
      <input
        ref={field}
        className="input mt-2 text-sm"
        id="feed-address"
        readOnly
        value={address}
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className="mt-1.5 text-sm text-mute">{`Made ${zonedMomentWithin(madeAt)}`}</p>
      <div className="mt-4 grid grid-cols-2 gap-3 sm:flex">
        <Button className="btn btn-sm" onClick={() => void copy(address, field.current)}>
          <Icon name="copy" />
          Copy
        </Button>
        <a className="btn btn-line btn-sm" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" />
          Subscribe
        </a>
      </div>
      {question === 'none' ? (
        <div className="mt-3 grid grid-cols-2 gap-3 sm:flex">
          <Button className="btn btn-line btn-sm" onClick={() => ask('renew')}>
            New address
          </Button>
          <Button className="btn btn-line btn-sm" onClick={() => ask('end')}>
            Turn off
          </Button>
        </div>
      ) : (
        <Sure question={question} close={() => ask('none')} />
      )}
    </>
  );
}

/** Asks again, since every subscribed calendar goes empty. */
function Sure({ question, close }: { question: Exclude<Question, 'none'>; close: () => void }) {
  return (
    <Notice className="mt-4">
      <p role="alert">Calendars that use this address will show no visits any more.</p>
      <div className="btn-row mt-3">
        <Button className="btn btn-line btn-sm" onClick={close}>
          Keep it
        </Button>
        <Press
          className="btn btn-sm"
          what="feed"
          does={() => (question === 'renew' ? alerts.renewFeed() : alerts.endFeed()).then(close)}
          busyWords="One moment..."
        >
          {question === 'renew' ? 'Make a new one' : 'Turn it off'}
        </Press>
      </div>
    </Notice>
  );
}

async function copy(address: string, field: HTMLInputElement | null): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showSuccess('Address copied');
  } catch {
    // If the browser forbids copying, the owner copies the selection.
    field?.focus();
  }
}
