/** The path for a log, without the query and the id of a visit, lead or calendar feed: these are secret. */
export function loggedPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return path.replace(/^(\/+(?:visit|calendar|api\/leads)\/+).+/i, '$1...');
}
