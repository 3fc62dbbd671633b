import { business } from '#business';
import { documentTitle } from '#lib/seo';
import { parseHtml } from '#build/html';
import { type Finding, wrong } from './finding.ts';

/** The visible lengths in a search result, in characters. */
export const limits = { title: 60, description: 160 } as const;

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

export function linksOf(text: string): string[] {
  const source = withoutCode(text);
  const inline = source.matchAll(/(?<!!)\[(?:[^\]]|\\\])*\]\(\s*<?([^\s)>]+)/g);
  const named = source.matchAll(/^\s*\[[^\]]+\]:\s*<?([^\s>]+)/gm);
  const html = parseHtml(source).querySelectorAll('a[href]');
  return [
    ...[...inline, ...named].flatMap(([, target]) => target ?? []),
    ...html.flatMap((link) => link.getAttribute('href') ?? []),
  ];
}

/** Links to missing pages. `addresses` are all addresses of the site. */
export function deadLinks(file: string, text: string, addresses: ReadonlySet<string>): Finding[] {
  return linksOf(text).flatMap((target) => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return [];
    if (!target.startsWith('/'))
      return wrong(file, `The link ${target} must begin with / (a page of ours) or https:// (another site).`);
    const address = target.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
    return addresses.has(address) ? [] : wrong(file, `The link ${target} leads nowhere: there is no page ${address}.`);
  });
}

export function picturesOf(text: string): string[] {
  const pictures = withoutCode(text).matchAll(/!\[(?:[^\]]|\\\])*\]\(\s*<?([^\s)>]+)/g);
  return [...pictures].flatMap(([, picture]) => picture ?? []);
}

export function missingAlts(file: string, text: string): Finding[] {
  const source = withoutCode(text);
  const bare = [...source.matchAll(/!\[\s*\]\(\s*<?([^\s)>]+)/g)].map(([, picture]) => picture);
  const tags = parseHtml(source)
    .querySelectorAll('img')
    .filter((img) => !img.getAttribute('alt'))
    .map(({ range: [start, end] }) => source.slice(start, end));
  return [...bare, ...tags].map((picture) =>
    wrong(
      file,
      `The picture ${picture} has no description: write what it shows between the square brackets, ![like this](...).`,
    ),
  );
}

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

const WORDS_A_MINUTE = 225;

/** The number of visible words, without addresses, tags and marks. */
export function wordCount(markdown: string): number {
  const seen = markdown.replace(/<[^>]+>/g, ' ').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return seen.match(/[\p{L}\p{N}$][\p{L}\p{N}’'$%.,/-]*/gu)?.length ?? 0;
}

/** The reading time in minutes, at least one. */
export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.ceil(wordCount(markdown) / WORDS_A_MINUTE));
}
