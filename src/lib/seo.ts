/** A document's title: the page first, the business last. */
export function documentTitle(page: string, businessName: string): string {
  return `${page} | ${businessName}`;
}

/**
 * The address under which a page is served, from the one under which it is built:
 * `/index.html` is `/`, `/blog/x.html` is `/blog/x`, and nothing ends in a slash.
 */
export function servedPath(builtPath: string): string {
  const path = builtPath.replace(/(^|\/)index\.html$|\.html$/, '').replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

/** Where the picture lies that links to a page show; `src/pages/og` draws one for every page that search engines list. */
export function sharePicturePath(servedPath: string): string {
  const page = servedPath.replace(/^\/$|(?<=^\/es)$/, '/home');
  return `/og${page}.jpg`;
}
