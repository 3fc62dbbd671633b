import { useState } from 'react';
import { say } from '#browser/say';
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
        {say('The coming visits in Apple, Google or Outlook calendars, kept current by themselves.')}
      </p>
      <Press
        className="btn btn-line mt-4 w-full sm:w-auto"
        what="feed"
        does={alerts.renewFeed}
        busyWords={say('One moment...')}
      >
        <Icon name="calendar" />
        <span>{say('Make an address')}</span>
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
        label={say('Subscribe to this address in your calendar program. Whoever has it can read your visits.')}
        value={address}
        about={say('Made {time}', { time: zonedMomentWithin(madeAt) })}
      >
        <a className="btn btn-line btn-sm" href={address.replace(/^https?:/, 'webcal:')}>
          <Icon name="calendar" />
          {say('Subscribe')}
        </a>
      </CopyField>
      {question === 'none' ? (
        <div className="mt-3 grid grid-cols-2 gap-3 sm:flex">
          <Button className="btn btn-line btn-sm" onClick={() => ask('renew')}>
            {say('New address')}
          </Button>
          <Button className="btn btn-line btn-sm" onClick={() => ask('end')}>
            {say('Turn off')}
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
      <p role="alert">{say('Calendars that use this address will show no visits any more.')}</p>
      <div className="btn-row mt-3">
        <Button className="btn btn-line btn-sm" onClick={close}>
          {say('Keep it#address')}
        </Button>
        <Press
          className="btn btn-sm"
          what="feed"
          does={() => (question === 'renew' ? alerts.renewFeed() : alerts.endFeed()).then(close)}
          busyWords={say('One moment...')}
        >
          {say(question === 'renew' ? 'Make a new one' : 'Turn it off')}
        </Press>
      </div>
    </Notice>
  );
}
