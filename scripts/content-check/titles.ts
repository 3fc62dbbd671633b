import { business } from '#business';
import { documentTitle } from '#lib/seo';
import { type Finding, wrong } from './finding.ts';

/** The visible lengths in a search result, in characters. */
export const limits = { title: 60, description: 160 } as const;

/** A title that search results cut off, business name included. */
export function longTitle(file: string, field: string, title: string): Finding[] {
  const over = documentTitle(title, business.name).length - limits.title;
  if (over <= 0) return [];
  return [
    wrong(
      file,
      `${field} is too long by ${over}: with the business name at most ${limits.title} characters, so ${title.length - over} for itself.`,
    ),
  ];
}
