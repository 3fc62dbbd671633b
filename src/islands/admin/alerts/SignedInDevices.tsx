import { useStore } from '@nanostores/react';
import type { SignedInDevice } from '#contracts/auth';
import { zonedDayBriefly, zonedMomentWithin } from '#lib/time/zone';
import { Button } from '../Button.tsx';
import { alerts } from './alerts-store.ts';

const TITLE = 'alerts-signed-in-devices';

export function SignedInDevices({ devices }: { devices: readonly SignedInDevice[] }) {
  return (
    <>
      <p className="text-sm text-soft">
        These stay signed in for 30 days. Sign out one that you have lost. A new password signs all of them out.
      </p>
      {devices.length === 0 ? (
        <p className="mt-4 text-sm text-mute">None: every sign-in ends by itself after 12 hours.</p>
      ) : (
        <ul className="mt-4 border-t border-hairline" aria-labelledby={TITLE}>
          {devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
    </>
  );
}

function Device({ device }: { device: SignedInDevice }) {
  const { id, name, signedInAt, usedAt, isHere } = device;
  const busy = useStore(alerts.$busy);
  const signOut = async () => {
    await alerts.signOut(device);
    // The button goes with its device.
    if (document.activeElement === document.body) document.getElementById(TITLE)?.focus();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-b border-hairline py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
          <span>{name}</span>
          {isHere && <span className="badge badge-on">This device</span>}
        </p>
        <p className="mt-0.5 text-sm text-mute">
          {`Signed in ${zonedMomentWithin(signedInAt)}, last used ${zonedDayBriefly(usedAt)}`}
        </p>
      </div>
      <Button className="btn btn-line btn-sm" isBusy={busy !== null} onClick={() => void signOut()} of={` ${name}`}>
        {busy === `sign out ${id}` ? 'Signing out...' : 'Sign out'}
      </Button>
    </li>
  );
}
