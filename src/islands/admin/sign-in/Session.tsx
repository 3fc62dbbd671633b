import { useStore } from '@nanostores/react';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { showToast } from '#islands/ui/toasts.ts';
import { session } from './session.ts';

/** The last thing in the admin's bar. */
export function LogOut() {
  return (
    <button type="button" disabled={!useHydrated()} onClick={() => void logOut()}>
      <Icon name="log-out" />
      <span>Log out</span>
    </button>
  );
}

async function logOut(): Promise<void> {
  const { state } = await session.logOut();
  if (state !== 'failed') return;
  showToast({
    title: 'Error',
    description: 'You could not be logged out. Please try again.',
    tone: 'destructive',
  });
}

/** The session has ended while files are on their way, which a change of page would lose: sign in beside it. */
export function SessionEnded() {
  const isOver = useStore(session.$signedOut, { ssr: 'initial' });
  if (!isOver) return null;
  return (
    <div className="notice" role="alert">
      <Icon name="triangle-alert" />
      <p>
        Your session has ended.{' '}
        <a href="/login" target="_blank" rel="noopener">
          Sign in<span className="vh">, opens in a new tab</span>
        </a>
        , then come back and try again: your files are still here.
      </p>
    </div>
  );
}
