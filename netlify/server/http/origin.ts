/**
 * Whether a change is asked for from one of our own pages. A browser says where a request comes from in `Origin`
 * (Fetch standard, 3.2), or at least in `Sec-Fetch-Site`; a request with neither is no browser's, carries no visitor's
 * cookies and is allowed.
 */
export function isOwnOrigin(request: Request): boolean {
  const origin = request.headers.get('origin');
  if (origin !== null) return origin === new URL(request.url).origin;
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}
