import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { say } from '#browser/say';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Notice } from '#islands/ui/Notice.tsx';
import { showError, Toasts } from '#islands/ui/Toasts.tsx';
import { Linked } from '../Linked.tsx';
import { followSignOut, keepFlashMessage, session, showFlashMessage } from './session.ts';

/** As the links beside it in layouts/AdminPage.astro. */
const BAR_LINK = 'inline-flex min-h-11 items-center gap-2 text-sm/[1.6] font-medium';

export function LogOut() {
  useEffect(followSignOut, []);
  return (
    <button className={BAR_LINK} type="button" disabled={!useHydrated()} onClick={() => void logOut()}>
      <Icon name="log-out" />
      {say('Log out')}
    </button>
  );
}

/** Signs out, and says so if that failed. */
export async function logOut(): Promise<void> {
  const { state } = await session.logOut((sentence) =>
    keepFlashMessage({ title: say('Signed out'), description: sentence, tone: 'destructive' }),
  );
  if (state === 'failed') showError(say('You could not be logged out. Please try again.'));
}

/** The session has ended, but leaving would lose files on their way: sign in beside the page. */
export function SessionEnded() {
  const isOver = useStore(session.$signedOut, { ssr: 'initial' });
  if (!isOver) return null;
  return (
    <Notice role="alert">
      <Linked
        link={
          <a href="/login" target="_blank" rel="noopener">
            <span className="sr-only">{say(', opens in a new tab')}</span>
          </a>
        }
      >
        {say('Your session has ended. [Sign in], then come back and try again: your files are still here.')}
      </Linked>
    </Notice>
  );
}

/** The toasts of a page, of which the last page's comes first. */
export function PageToasts() {
  useEffect(showFlashMessage, []);
  return useHydrated() && <Toasts />;
}
