import { useStore } from '@nanostores/react';
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { MAX_CREDENTIAL_LENGTH, MIN_PASSWORD_LENGTH } from '#contracts/auth';
import { browserEnvironment } from '#browser/environment';
import { say } from '#browser/say';
import { useHydrated } from '#islands/ui/hydration.ts';
import { Button } from '../Button.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Linked } from '../Linked.tsx';
import { canHavePasskeys } from '../passkeys.ts';
import { PageToasts } from './Session.tsx';
import { goalAfterSignIn, session } from './session.ts';
import { createSignIn } from './sign-in.ts';

const { $pending, $link, signIn, setUp, signInByPasskey, accept, askLink } = createSignIn(browserEnvironment);

/**
 * The fields and the button of /login. The browser may fill in the fields before scripts run, so React does not control
 * them. Until then the button is disabled and Enter sends nothing (src/pages/[...language]/login.astro). With a link's token
 * in the address, the owner chooses the name and the password in the same fields, or a colleague makes a passkey.
 */
export default function Login() {
  const isHydrated = useHydrated();
  const pending = useStore($pending);
  const form = useRef<HTMLFormElement>(null);
  const { setup: token = null, invite } = useLinkToken();
  useEffect(() => void session.forget(), []);
  const action = token ? say('Save and Sign In') : say('Sign In');
  useEffect(() => {
    if (isHydrated && form.current?.hasAttribute('data-entered')) form.current.requestSubmit();
  }, [isHydrated]);
  if (invite) return <Invited token={invite} />;
  return (
    <>
      <p className="min-h-8 text-mute">{isHydrated && !token && goalAfterSignIn(location.search)}</p>
      <form ref={form} className="grid gap-5" method="post" onSubmit={(event) => submit(event, token)}>
        {token && (
          <p className="callout block">
            <Linked link={<a href="/login" className="underline" />}>
              {say('Choose the name and the password with which you will sign in. Or [sign in as before].')}
            </Linked>
          </p>
        )}
        <Credential
          label={say('Username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Credential key={token} {...(token ? newPassword : password)} name="password" type="password" />
        <Checkbox name="stay">{STAY}</Checkbox>
        <Button className="btn" type="submit" disabled={!isHydrated} isBusy={pending}>
          {pending ? say('Signing in...') : action}
        </Button>
      </form>
      {!token && (!isHydrated || canHavePasskeys()) && (
        <Button
          className="btn btn-line mt-5 w-full"
          disabled={!isHydrated}
          isBusy={pending}
          onClick={() => void signInByPasskey(chosenIn(form.current))}
        >
          {say('Use a passkey')}
        </Button>
      )}
      <LinkHelp isHydrated={isHydrated} />
      <PageToasts />
    </>
  );
}

const STAY = say('Stay signed in on this device for 30 days after each use');
const password = { label: say('Password'), autoComplete: 'current-password' };
const newPassword = {
  label: say('New password, at least {count} characters', { count: MIN_PASSWORD_LENGTH }),
  autoComplete: 'new-password',
  minLength: MIN_PASSWORD_LENGTH,
};

/** Not a `Field`: React would control its value. */
function Credential({ label, name, ...input }: ComponentProps<'input'> & { label: string; name: string }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input className="input" id={name} name={name} maxLength={MAX_CREDENTIAL_LENGTH} required {...input} />
    </div>
  );
}

/** For whom a colleague's invitation is opened. */
function Invited({ token }: { token: string }) {
  const pending = useStore($pending);
  const press = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void accept({ token, ...chosenIn(event.currentTarget) });
  };
  return (
    <form className="mt-6 grid gap-5" method="post" onSubmit={press}>
      <p className="callout block">
        {canHavePasskeys()
          ? say(
              'You are invited. Make a passkey on this phone or computer: your face, your finger or its PIN then signs you in, without a password.',
            )
          : say(
              'You are invited, but this browser cannot make a passkey. Please open the link in a current Chrome, Edge, Firefox or Safari.',
            )}
      </p>
      <Checkbox name="stay" defaultChecked>
        {STAY}
      </Checkbox>
      <Button className="btn" type="submit" disabled={!canHavePasskeys()} isBusy={pending}>
        {pending ? say('Signing in...') : say('Make a Passkey and Sign In')}
      </Button>
      <PageToasts />
    </form>
  );
}

/** The token of a link: `/login#setup=<token>` of the site's log, or `#invite=`. Also of one that is opened in this page. */
function useLinkToken(): { readonly setup?: string; readonly invite?: string } {
  const [link, setLink] = useState({});
  useEffect(() => {
    const read = () => {
      const [, kind = '', token] = /^#(setup|invite)=([\w-]+)$/.exec(location.hash) ?? [];
      setLink({ [kind]: token });
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return link;
}

/** How an owner without a password gets one. */
function LinkHelp({ isHydrated }: { isHydrated: boolean }) {
  const link = useStore($link, { ssr: 'initial' });
  return (
    <details className="mt-6 text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center underline">
        {say('First visit, or password forgotten?')}
      </summary>
      <ol className="mt-3 mb-5 grid list-decimal gap-2 pl-5">
        <li>
          {say(
            'Press the button. The site writes a link into its log at Netlify, which only its account there can read.',
          )}
        </li>
        <li>{say('At app.netlify.com open this project, then Logs, Functions, and owner.')}</li>
        <li>{say('Open the link. It works once, within the hour.')}</li>
      </ol>
      <Button
        className="btn btn-line btn-sm"
        disabled={!isHydrated}
        isBusy={link === 'asked'}
        onClick={() => void askLink()}
      >
        {say('Write the Link')}
      </Button>
      <p className="mt-3" role="status">
        {link === 'written' && say('The link stands in the log now.')}
      </p>
    </details>
  );
}

const chosenIn = (form: HTMLFormElement | null) => ({
  stay: new FormData(form ?? undefined).has('stay'),
  hasTouch: navigator.maxTouchPoints > 1,
});

function submit(event: SubmitEvent<HTMLFormElement>, token: string | null): void {
  event.preventDefault();
  const typed = new FormData(event.currentTarget);
  const credentials = { username: String(typed.get('username')).trim(), password: String(typed.get('password')) };
  const chosen = { ...credentials, ...chosenIn(event.currentTarget) };
  void (token ? setUp({ token, ...chosen }) : signIn(chosen));
}
