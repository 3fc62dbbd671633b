import type { CalendarDate } from './calendar-date.ts';

/** Articles by their day, the newest first; of one day by title, so that every build agrees. */
export function newestFirst<Post extends { data: { date: CalendarDate; title: string } }>(
  posts: readonly Post[],
): Post[] {
  return posts.toSorted((a, b) => compare(b.data.date, a.data.date) || compare(a.data.title, b.data.title));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
