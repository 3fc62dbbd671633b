import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { Toasts } from '#islands/ui/Toasts.tsx';
import { session } from './form.ts';
import { useAlive } from '#islands/ui/use-alive.ts';

/**
 * The fields and the button of /login. The fields are the browser's own, so that what it fills in before scripts run
 * stays; until they run the button sleeps, and nothing typed can be sent anywhere. Enter counts once they do
 * (src/scripts/login.ts).
 */
export default function Login() {
  const isAlive = useAlive();
  const pending = useStore(session.$pending);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAlive && form.current?.hasAttribute('data-entered')) form.current.requestSubmit();
  }, [isAlive]);
  return (
    <>
      <form ref={form} className="login-form" method="post" onSubmit={submit}>
        <div className="field">
          <label htmlFor="username">Username</label>
          <input
            className="input"
            id="username"
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            required
          />
        </div>
        <div className="field">
          <label htmlFor="password">Password</label>
          <input
            className="input"
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={200}
            required
          />
        </div>
        <button className="btn" type="submit" disabled={!isAlive} aria-disabled={pending || undefined}>
          {pending ? 'Signing in...' : 'Sign In'}
        </button>
      </form>
      {isAlive && <Toasts />}
    </>
  );
}

function submit(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const typed = new FormData(event.currentTarget);
  void session.signIn({ username: String(typed.get('username')), password: String(typed.get('password')) });
}
