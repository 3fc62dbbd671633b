import { useStore } from '@nanostores/react';
import { browser } from '../gallery/store/browser.ts';
import { Icon } from '#islands/ui/Icon.tsx';

/** The session has ended while files are on their way, which a change of page would lose: sign in beside it. */
export function SessionEnded() {
  const isOver = useStore(browser.session.$signedOut, { ssr: 'initial' });
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
