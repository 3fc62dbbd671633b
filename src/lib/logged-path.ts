/**
 * The path for a log, without the query, and without what is secret in it: the addresses say so in their tables
 * (`isSecret`), and a test compares.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return path.replace(/^((?:\/+[a-z]{2})?\/+(?:visit|calendar|api\/+leads)\/+).+/i, '$1...');
}
