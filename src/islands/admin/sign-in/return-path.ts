const BACK = 'back';

/** The sign-in page, which leads back to `path` when the owner is in. */
export const signInPath = (path: string) => `/login?${new URLSearchParams({ [BACK]: path })}`;

/** Where the sign-in leads: to the admin page it was called from, else to the gallery's manager; never off this site. */
export function pathAfterSignIn(search: string): string {
  const back = new URLSearchParams(search).get(BACK) ?? '';
  return /^\/admin\/[\w/-]*(#\w+)?$/.test(back) ? back : '/admin/gallery';
}
