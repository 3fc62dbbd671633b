/**
 * The path of an address as it may stand in a log: without the query, which holds upload grants and what somebody
 * searched for, and of a visit's address without the part that is its key.
 */
export function loggedPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
  return path.replace(/^(\/+visit\/+).+/i, '$1...');
}
