/** The document title: the page first, the business last. */
export function documentTitle(page: string, businessName: string): string {
  return `${page} | ${businessName}`;
}

/** The public path of a built file: `/index.html` is `/`, `/blog/x.html` is `/blog/x`. No trailing slash. */
export function servedPath(builtPath: string): string {
  const path = builtPath.replace(/(^|\/)index\.html$|\.html$/, '').replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

/** The path of a page's link picture. `src/pages/og` draws one for each listed page. */
export function sharePicturePath(servedPath: string): string {
  const page = servedPath.replace(/^\/$|(?<=^\/[a-z]{2})$/, '/home');
  return `/og${page}.jpg`;
}

/** Pages that are on the site once they are written, in the footer's order; the first always. Each is at its name: `/warranty`. */
export const pageNames = ['terms', 'accessibility', 'warranty', 'financing'] as const;
