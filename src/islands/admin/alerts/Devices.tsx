import { useStore } from '@nanostores/react';
import type { AlertDevice } from '#contracts/alerts';
import { zonedMomentWithin } from '#lib/time/zone';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Button } from '../Button.tsx';
import { alerts, type HereState } from './alerts-store.ts';

/** The next step where this browser cannot get notifications. */
const hindrances: Partial<Record<HereState['state'], { title: string; text: string }>> = {
  off: {
    title: 'Alerts are not set up',
    text: 'Please ask whoever looks after the website to set them up: npm run push:keys.',
  },
  install: {
    title: 'Add this page to your Home Screen first',
    text: 'In Safari press Share, then “Add to Home Screen”. Open it from there, sign in, and come back to this page. An iPhone or iPad shows alerts only then.',
  },
  unsupported: {
    title: 'This browser cannot show alerts',
    text: 'Please use a current Chrome, Edge, Firefox or Safari, and no private window.',
  },
  denied: {
    title: 'Alerts are blocked here',
    text: 'Allow notifications of this website in the settings of your browser or phone. Then load this page again.',
  },
};

export function ThisDevice() {
  const here = useStore(alerts.$here);
  const busy = useStore(alerts.$busy);
  const hindrance = hindrances[here.state];
  if (hindrance) {
    return (
      <Notice className="callout-plain" icon="info" role="status">
        <p className="font-bold">{hindrance.title}</p>
        <p className="mt-1">{hindrance.text}</p>
      </Notice>
    );
  }
  if (here.state === 'added') {
    return (
      <Notice className="callout-plain" icon="check" role="status">
        This device shows an alert for each new request and visit.
      </Notice>
    );
  }
  return (
    <>
      <p className="text-sm text-soft">
        An alert for each new request and visit, also while this page is closed. A press on it opens the lead.
      </p>
      <Button className="btn mt-4 w-full sm:w-auto" isBusy={busy !== null} onClick={() => void alerts.tellHere()}>
        <Icon name="bell" />
        <span>{busy === 'add' ? 'One moment...' : `Turn on alerts on this ${isPhone() ? 'phone' : 'computer'}`}</span>
      </Button>
    </>
  );
}

const isPhone = () => matchMedia('(pointer: coarse)').matches;

const LIST_TITLE = 'devices-title';

export function Devices({ devices }: { devices: readonly AlertDevice[] }) {
  return (
    <>
      <h3 className="h-sm mt-7 mb-1 focus:outline-none" id={LIST_TITLE} tabIndex={-1}>
        Devices with alerts
      </h3>
      {devices.length === 0 ? (
        <p className="text-sm text-mute">None yet.</p>
      ) : (
        <ul className="border-t border-hairline" aria-labelledby={LIST_TITLE}>
          {devices.map((device) => (
            <Device key={device.id} {...device} />
          ))}
        </ul>
      )}
    </>
  );
}

function Device({ id, name, addedAt, toldAt }: AlertDevice) {
  const here = useStore(alerts.$here);
  const busy = useStore(alerts.$busy);
  const isHere = here.state === 'added' && here.id === id;
  const last = toldAt ? `last alert ${zonedMomentWithin(toldAt)}` : 'no alert yet';
  const isBusy = busy !== null;
  const remove = async () => {
    await alerts.remove(id);
    // The button goes with its device.
    if (document.activeElement === document.body) document.getElementById(LIST_TITLE)?.focus();
  };
  return (
    <li className="border-b border-hairline py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
        <span>{name}</span>
        {isHere && <span className="badge badge-on">This device</span>}
      </p>
      <p className="mt-0.5 text-sm text-mute">{`Added ${zonedMomentWithin(addedAt)}, ${last}`}</p>
      <div className="mt-3 grid grid-cols-2 gap-3 sm:flex">
        <Button className="btn btn-line btn-sm" isBusy={isBusy} onClick={() => void alerts.test(id)} of={` to ${name}`}>
          {busy === `test ${id}` ? 'Sending...' : 'Send a test'}
        </Button>
        <Button className="btn btn-line btn-sm" isBusy={isBusy} onClick={() => void remove()} of={` ${name}`}>
          {busy === `remove ${id}` ? 'Removing...' : 'Remove'}
        </Button>
      </div>
    </li>
  );
}
