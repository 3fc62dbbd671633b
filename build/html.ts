import { type HTMLElement, parse } from 'node-html-parser';

/** A part of an HTML text that is to give way: its first byte, the first one after it, and what stands there then. */
export interface Edit {
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/** Parses a page or a piece of one. Scripts and styles keep their text as it is; comments are left out. */
export function parseHtml(html: string): HTMLElement {
  return parse(html, { blockTextElements: { script: true, style: true } });
}

/** The text with every edit made, and not a byte changed elsewhere. Throws where edits overlap. */
export function withEdits(html: string, edits: readonly Edit[]): string {
  let edited = '';
  let done = 0;
  // What is put in comes before what begins there and is replaced.
  const inOrder = edits.toSorted(({ range: one }, { range: other }) => one[0] - other[0] || one[1] - other[1]);
  for (const { range, text } of inOrder) {
    if (range[0] < done) throw new Error(`Two edits overlap before "${html.slice(done, done + 60)}"`);
    edited += html.slice(done, range[0]) + text;
    done = range[1];
  }
  return edited + html.slice(done);
}

/** The content of a meta element by its `name` or `property`, decoded. */
export function metaContent(page: HTMLElement, name: string): string | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}

/** Whether the page lets search engines list it. */
export const isListed = (page: HTMLElement): boolean => !metaContent(page, 'robots')?.includes('noindex');
