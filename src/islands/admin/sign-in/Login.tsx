import { useStore } from '@nanostores/react';
import { type ComponentProps, type SubmitEvent, useEffect, useRef } from 'react';
import { MAX_CREDENTIAL_LENGTH } from '#contracts/auth';
import { browserEnvironment } from '#browser/environment';
import { useHydrated } from '#islands/ui/hydration.ts';
import { clearToast, showError, showSuccess } from '#islands/ui/Toasts.tsx';
import { Button } from '../Button.tsx';
import { keepFlashMessage, PageToasts } from './Session.tsx';
import { createSignIn, type SignInFailure } from './sign-in.ts';

const WELCOME = 'Logged in successfully';
const BLOCKED_COOKIES =
  'Your browser blocks cookies, so it cannot stay signed in. Please allow cookies for this site and sign in again.';

const { $pending, signIn } = createSignIn(browserEnvironment, {
  trying: clearToast,
  signedIn() {
    showSuccess(WELCOME);
    keepFlashMessage({ title: WELCOME, tone: 'default' });
  },
  failed: (failure) => showError(sentenceFor(failure)),
});

function sentenceFor(failure: SignInFailure): string {
  if ('serverMessage' in failure) return failure.serverMessage;
  if ('blockedCookies' in failure) return BLOCKED_COOKIES;
  return 'wrong' in failure ? 'Invalid credentials' : 'The server could not be reached. Please try again.';
}

/**
 * The fields and the button of /login. The browser may fill in the fields before scripts run, so React does not control
 * them. Until then the button is disabled and Enter sends nothing (src/pages/login.astro).
 */
export default function Login() {
  const isHydrated = useHydrated();
  const pending = useStore($pending);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isHydrated && form.current?.hasAttribute('data-entered')) form.current.requestSubmit();
  }, [isHydrated]);
  return (
    <>
      <form ref={form} className="grid gap-5" method="post" onSubmit={submit}>
        <Credential label="Username" name="username" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <Credential label="Password" name="password" autoComplete="current-password" type="password" />
        <Button className="btn mt-2" type="submit" disabled={!isHydrated} isBusy={pending}>
          {pending ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      <PageToasts />
    </>
  );
}

function Credential({ label, name, ...input }: ComponentProps<'input'> & { label: string; name: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input className="input" id={name} name={name} maxLength={MAX_CREDENTIAL_LENGTH} required {...input} />
    </div>
  );
}

function submit(event: SubmitEvent<HTMLFormElement>): void {
  event.preventDefault();
  const typed = new FormData(event.currentTarget);
  void signIn({ username: String(typed.get('username')).trim(), password: String(typed.get('password')) });
}
