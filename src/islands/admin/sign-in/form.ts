import { pathAfterSignIn } from './return-path.ts';
import { authBrowser } from '#islands/ui/auth-browser.ts';
import { carryToast } from './carried-toast.ts';
import { createSignIn, type SignInFailure } from './sign-in.ts';
import { clearToast, showToast } from '#islands/ui/toasts.ts';

const welcome = { title: 'Logged in successfully', tone: 'default' } as const;

function sentence(failure: SignInFailure): string {
  if ('said' in failure) return failure.said;
  return 'wrong' in failure ? 'Invalid credentials' : 'The server could not be reached. Please try again.';
}

/** The sign-in of this page. */
export const session = createSignIn({
  api: authBrowser,
  enter: () => location.replace(pathAfterSignIn(location.search)),
  tell: {
    trying: clearToast,
    signedIn() {
      showToast(welcome);
      carryToast(welcome);
    },
    failed: (failure) => showToast({ title: 'Error', description: sentence(failure), tone: 'destructive' }),
  },
});
