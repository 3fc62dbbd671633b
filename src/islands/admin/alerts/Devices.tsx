import { useStore } from '@nanostores/react';
import type { ComponentProps, ReactNode } from 'react';
import { say } from '#browser/say';
import type { AlertDevice } from '#contracts/alerts';
import type { ShownPasskey, SignedInDevice } from '#contracts/auth';
import { zonedDayBriefly, zonedMomentWithin } from '#lib/time/zone';
import { unbroken } from '#lib/unbroken';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { Button, keepFocus } from '../Button.tsx';
import { canHavePasskeys } from '../passkeys.ts';
import { logOut } from '../sign-in/Session.tsx';
import { alerts, type HereState } from './alerts-store.ts';

/** The next step where this browser cannot get notifications. */
const hindrances: Partial<Record<HereState['state'], { title: string; text: string }>> = {
  off: {
    title: say('Alerts are not set up'),
    text: say('Press Set up above, and then Notifications.'),
  },
  install: {
    title: say('Add this page to your Home Screen first'),
    text: say(
      'In Safari press Share, then “Add to Home Screen”. Open it from there, sign in, and come back to this page. An iPhone or iPad shows alerts only then.',
    ),
  },
  unsupported: {
    title: say('This browser cannot show alerts'),
    text: say('Please use a current Chrome, Edge, Firefox or Safari, and no private window.'),
  },
  denied: {
    title: say('Alerts are blocked here'),
    text: say(
      'Allow notifications of this website in the settings of your browser or phone. Then load this page again.',
    ),
  },
};

export function ThisDevice() {
  const here = useStore(alerts.$here);
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
        {say('This device shows an alert for each new request and visit.')}
      </Notice>
    );
  }
  return (
    <>
      <p className="text-sm text-soft">
        {say('An alert for each new request and visit, also while this page is closed. A press on it opens the lead.')}
      </p>
      <Press className="btn mt-4 w-full sm:w-auto" what="add" does={alerts.tellHere} busyWords={say('One moment...')}>
        <Icon name="bell" />
        <span>{say(isPhone() ? 'Turn on alerts on this phone' : 'Turn on alerts on this computer')}</span>
      </Press>
    </>
  );
}

const isPhone = () => matchMedia('(pointer: coarse)').matches;

/** The button of an action. If it goes with what it removed, the focus goes to the title of its list or section. */
export function Press({ what, does, busyWords, children, ...button }: PressProps) {
  const busy = useStore(alerts.$busy);
  const press = async (pressed: HTMLElement) => {
    const titleId = pressed.closest('[aria-labelledby]')?.getAttribute('aria-labelledby') ?? '';
    await does();
    keepFocus(titleId);
  };
  return (
    <Button
      className="btn btn-line btn-sm"
      isBusy={busy !== null}
      onClick={({ currentTarget }) => void press(currentTarget)}
      {...button}
    >
      {busy === what ? busyWords : children}
    </Button>
  );
}

interface PressProps extends ComponentProps<typeof Button> {
  /** The name by which the store knows the action. */
  readonly what: string;
  readonly does: () => Promise<unknown>;
  readonly busyWords: string;
}

export function Devices({ devices }: { devices: readonly AlertDevice[] }) {
  const here = useStore(alerts.$here);
  return (
    <>
      <h3 className="h-sm mt-7 mb-1 focus:outline-none" id="devices-title" tabIndex={-1}>
        {say('Devices with alerts')}
      </h3>
      {devices.length === 0 && <p className="text-sm text-mute">{say('None yet.')}</p>}
      <ul className="divide-y divide-hairline" aria-labelledby="devices-title">
        {devices.map(({ id, name, addedAt, toldAt }) => (
          <Device
            key={id}
            name={name}
            isHere={here.state === 'added' && here.id === id}
            words={
              toldAt
                ? say('Added {time}, last alert {last}', {
                    time: zonedMomentWithin(addedAt),
                    last: zonedMomentWithin(toldAt),
                  })
                : say('Added {time}, no alert yet', { time: zonedMomentWithin(addedAt) })
            }
          >
            <Press
              what={`test ${id}`}
              does={() => alerts.test(id)}
              busyWords={say('Sending...')}
              of={say(' to {name}', { name })}
            >
              {say('Send a test')}
            </Press>
            <Press what={`remove ${id}`} does={() => alerts.remove(id)} busyWords={say('Removing...')} of={` ${name}`}>
              {say('Remove')}
            </Press>
          </Device>
        ))}
      </ul>
    </>
  );
}

export function SignedInDevices({ devices }: { devices: readonly SignedInDevice[] }) {
  return (
    <>
      <p className="text-sm text-soft">
        <span>
          {say(
            'A sign-in ends after 12 hours, or after 30 days without use if you chose to stay signed in. Sign out a device that you have lost.',
          )}
        </span>{' '}
        <span data-for="owner">{say('A new password signs all of them out.')}</span>
      </p>
      <ul className="divide-y divide-hairline" aria-labelledby="alerts-signed-in-devices">
        {devices.map(({ id, signedInAt, usedAt, stays, ...device }) => (
          <Device
            key={id}
            {...device}
            words={
              stays
                ? say('Signed in {time}, last used {last}', {
                    time: zonedMomentWithin(signedInAt),
                    last: unbroken(zonedDayBriefly(usedAt)),
                  })
                : say('Signed in {time}, for 12 hours', { time: zonedMomentWithin(signedInAt) })
            }
          >
            <Press
              what={`sign out ${id}`}
              does={() => (device.isHere ? logOut() : alerts.signOut(id))}
              busyWords={say('Signing out...')}
              of={` ${device.name}`}
            >
              {say('Sign out')}
            </Press>
          </Device>
        ))}
      </ul>
    </>
  );
}

/** Passkeys of who is signed in. */
export function OwnPasskeys({ passkeys }: { passkeys: readonly ShownPasskey[] }) {
  return (
    <>
      <h3 className="mt-6 font-medium" id="alerts-passkeys">
        {say('Passkeys')}
      </h3>
      <p className="mt-1 text-sm text-soft">
        {say('Your face, your finger or the PIN of a device signs you in, without a password.')}
      </p>
      <ul className="divide-y divide-hairline" aria-labelledby="alerts-passkeys">
        {passkeys.map(({ id, name, madeAt }) => (
          <Device key={id} name={name} words={say('Made {time}', { time: zonedMomentWithin(madeAt) })}>
            <Press
              what={`passkey ${id}`}
              does={() => alerts.removePasskey(id)}
              busyWords={say('Removing...')}
              of={say(': the passkey of {name}', { name })}
            >
              {say('Remove')}
            </Press>
          </Device>
        ))}
      </ul>
      {canHavePasskeys() && (
        <Press
          className="btn btn-line btn-sm mt-3"
          what="passkey"
          does={alerts.addPasskey}
          busyWords={say('One moment...')}
        >
          {say('Add a passkey')}
        </Press>
      )}
    </>
  );
}

interface DeviceProps {
  readonly name: string;
  readonly isHere?: boolean;
  readonly words: string;
  /** Its buttons. */
  readonly children: ReactNode;
}

function Device({ name, isHere = false, words, children }: DeviceProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          <span>{name}</span>
          {isHere && <span className="badge badge-on">{say('This device')}</span>}
        </p>
        <p className="mt-0.5 text-sm text-mute">{words}</p>
      </div>
      <div className="flex gap-3">{children}</div>
    </li>
  );
}
