/**
 * The path of an address as it may stand in a log: without the query, which holds upload grants and what somebody
 * searched for, and of the address of a visit, a lead or the calendar feed without the part that names it.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return path.replace(/^(\/+(?:visit|calendar|api\/leads)\/+).+/i, '$1...');
}
