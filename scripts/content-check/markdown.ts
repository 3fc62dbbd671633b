import { business } from '#business';
import { documentTitle } from '#lib/seo';
import { parseHtml } from '#build/html';
import { type Finding, wrong } from './finding.ts';

/** How much of a title and of a description a search result shows. */
export const limits = { title: 60, description: 160 } as const;

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** Where the links of a Markdown text lead, as they are written. */
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

/** Links of a text that lead to no page. `addresses` are all that the site has. */
export function deadLinks(file: string, text: string, addresses: ReadonlySet<string>): Finding[] {
  return linksOf(text).flatMap((target) => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/|#)/i.test(target)) return [];
    if (!target.startsWith('/'))
      return wrong(file, `The link ${target} must begin with / (a page of ours) or https:// (another site).`);
    const address = target.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
    return addresses.has(address) ? [] : wrong(file, `The link ${target} leads nowhere: there is no page ${address}.`);
  });
}

/** The files of the pictures in a Markdown text, as they are written. */
export function picturesOf(text: string): string[] {
  const pictures = withoutCode(text).matchAll(/!\[(?:[^\]]|\\\])*\]\(\s*<?([^\s)>]+)/g);
  return [...pictures].flatMap(([, picture]) => picture ?? []);
}

/** Pictures of a text without a description. */
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

/** A title that, with the business name behind it, is cut off in search results. */
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

/** A calm reader's words a minute. */
const WORDS_A_MINUTE = 225;

/** How many words of a Markdown text a reader sees: addresses, tags and marks do not count. */
export function wordCount(markdown: string): number {
  const seen = markdown.replace(/<[^>]+>/g, ' ').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
  return seen.match(/[\p{L}\p{N}$][\p{L}\p{N}’'$%.,/-]*/gu)?.length ?? 0;
}

/** Whole minutes to read a Markdown text, at least one. */
export function readingMinutes(markdown: string): number {
  return Math.max(1, Math.ceil(wordCount(markdown) / WORDS_A_MINUTE));
}
