import { markdownToMdast, type MdastNode } from 'satteri';
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
export function linksOf(text: string): string[] {
  return nodesOf(text).flatMap((node) => (node.type === 'link' || node.type === 'definition' ? node.url : []));
}

/** Links to missing pages. `addresses` are all addresses of the site. */
export function deadLinks(file: string, text: string, addresses: ReadonlySet<string>): Finding[] {
  return linksOf(text).flatMap((target) => {
    if (/^((https?|mailto|tel|sms):|\/\/|#)/i.test(target)) return [];
    if (!target.startsWith('/'))
      return wrong(file, `The link ${target} must begin with / (a page of ours) or https:// (another site).`);
    const address = target.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '');
    return addresses.has(address) ? [] : wrong(file, `The link ${target} leads nowhere: there is no page ${address}.`);
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

/** HTML, which the page would hold as it is, and pictures of other sites, which no browser would show. */
export function markupMistakes(file: string, text: string, above: number): Finding[] {
  const foreign = picturesOf(text, above).flatMap(({ url, line }) =>
    /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
      ? wrong(
          file,
          `The picture ${url} is not one of ours, and is not shown. Put its file into src/assets, and write ../../assets/ and its name.`,
          line,
        )
      : [],
  );
  const html = nodesOf(text).flatMap((node) => {
    if (node.type !== 'html') return [];
    const tag = /^<\/?([a-z][a-z0-9-]*)/i.exec(node.value)?.[1]?.toLowerCase();
    const remedy =
      remedies[tag ?? ''] ?? 'Remove it. Markdown has **bold**, *italic*, ## headings, - lists and tables.';
    return wrong(file, `${tag ? `<${tag}>` : '<!'} is HTML, which a text may not hold. ${remedy}`, lineOf(node, above));
  });
  // Of a tag that opens and closes in a line, once.
  const isSame = (one: Finding, other: Finding) => one.message === other.message && one.line === other.line;
  return [...foreign, ...html.filter((one, index) => html.findIndex((other) => isSame(one, other)) === index)];
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
