import { useState } from 'react';
import type { Alerts } from '#contracts/alerts';
import { zonedMomentWithin } from '#lib/time/zone';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Button } from '../Button.tsx';
import { CopyField } from '../CopyField.tsx';
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
  return (
    <>
      <CopyField
        id="feed-address"
        label="Subscribe to this address in your calendar program. Whoever has it can read your visits."
        value={address}
        about={`Made ${zonedMomentWithin(madeAt)}`}
      >
        <a className="btn btn-line btn-sm" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" />
          Subscribe
        </a>
      </CopyField>
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
