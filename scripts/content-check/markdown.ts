import { markdownToMdast, type MdastNode } from 'satteri';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { type Finding, wrong } from './finding.ts';

/** All nodes of a text, as Astro reads it. */
function nodesOf(text: string): MdastNode[] {
  const withChildren = (node: MdastNode): MdastNode[] => [
    node,
    ...('children' in node ? node.children.flatMap(withChildren) : []),
  ];
  return withChildren(markdownToMdast(text));
}

/** The line in the file, `above` which so many stand before the text. */
const lineOf = ({ position }: MdastNode, above: number) => position && position.start.line + above;

/** The targets of the links of a text. */
function linksOf(text: string): string[] {
  return nodesOf(text).flatMap((node) => (node.type === 'link' || node.type === 'definition' ? node.url : []));
}

/** Links to missing pages. `addresses` are all addresses of the site. */
export function deadLinks(file: string, text: string, addresses: ReadonlySet<string>): Finding[] {
  return linksOf(text).flatMap((target) => {
    if (/^(https?:\/\/|(mailto|tel|sms):|\/\/|#)/i.test(target)) return [];
    if (!target.startsWith('/'))
      return wrong(file, `The link ${target} must begin with / (a page of ours) or https:// (another site).`);
    const address = target.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
    if (addresses.has(pathIn(siteLanguages[0], address))) return [];
    return wrong(file, `The link ${target} leads nowhere: there is no page ${address}. Correct it, or take it away.`);
  });
}

/** The pictures of a text, with their lines in the file, `above` which so many stand before the text. */
export function picturesOf(text: string, above = 0) {
  const nodes = nodesOf(text);
  return nodes.flatMap((node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return [];
    const source =
      'url' in node ? node : nodes.find((one) => one.type === 'definition' && one.identifier === node.identifier);
    return source && 'url' in source ? { url: source.url, alt: node.alt, line: lineOf(node, above) } : [];
  });
}

export function missingAlts(file: string, text: string): Finding[] {
  return picturesOf(text).flatMap(({ url, alt }) =>
    alt?.trim()
      ? []
      : wrong(
          file,
          `The picture ${url} has no description: write what it shows between the square brackets, ![like this](...).`,
        ),
  );
}

/** A marketer writes this in place of a tag. */
const remedies: Readonly<Record<string, string>> = {
  a: 'Write a link as [words](/address).',
  img: 'Write a picture as ![what it shows](../../assets/name.jpg).',
  script: 'Remove it: scripts are a matter for an engineer.',
  iframe: 'Write a link to what it shows, as [words](https://…).',
  video: 'Write a link to it, as [words](https://…).',
};

/** Signs of Markdown that are left in the text that visitors read. */
const LEFT = /(?<!\\)(?:[[\]]|\*\*).{0,40}|^(?:#+\s*\p{L}|[•·]).{0,40}/mu;
const MARKS =
  'Write [words](/address), ![what it shows](../../assets/name.jpg), **bold**, ## Heading, - item: with spaces only as here.';

/** The sentence about what would be shown otherwise than it is meant. `text`: the whole, of which this is a node. */
function mistakeOf(node: MdastNode, text: string): string | undefined {
  const source = text.slice(node.position?.start.offset, node.position?.end.offset);
  if (node.type === 'heading' && node.depth === 1) return 'Begin headings with ##: the title is the first.';
  if (node.type === 'code' && !/^[`~]/.test(source))
    return 'Four spaces at its start make code of this line. Remove them.';
  const [left] = (node.type === 'text' && LEFT.exec(source)) || [];
  if (left) return `"${left}" is read as it is typed. ${MARKS}`;
  if (node.type !== 'html') return undefined;
  const tag = /^<\/?([a-z][a-z0-9-]*)/i.exec(node.value)?.[1]?.toLowerCase();
  const remedy = remedies[tag ?? ''] ?? 'Remove it. Markdown has **bold**, *italic*, ## headings, - lists and tables.';
  return `${tag ? `<${tag}>` : '<!'} is HTML, which a text may not hold. ${remedy}`;
}

/** HTML, and Markdown that is none, which the page would hold as they are. */
export function markupMistakes(file: string, text: string, above: number): Finding[] {
  const typed = nodesOf(text).flatMap((node) => {
    const message = mistakeOf(node, text);
    return message ? wrong(file, message, lineOf(node, above)) : [];
  });
  // Of a tag that opens and closes in a line, once.
  const isSame = (one: Finding, other: Finding) => one.message === other.message && one.line === other.line;
  return typed.filter((one, index) => typed.findIndex((other) => isSame(one, other)) === index);
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
