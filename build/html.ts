import { type HTMLElement, parse } from 'node-html-parser';

/** A replacement in an HTML text. `end` is excluded. */
export interface Edit {
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/** Parses a page or a fragment. Keeps scripts and styles as text; drops comments. */
export function parseHtml(html: string): HTMLElement {
  return parse(html, { blockTextElements: { script: true, style: true } });
}

/** Applies the edits and leaves all else unchanged. Throws if edits overlap. */
export function withEdits(html: string, edits: readonly Edit[]): string {
  let edited = '';
  let done = 0;
  // An insertion comes before a replacement at the same place.
  const inOrder = edits.toSorted(({ range: one }, { range: other }) => one[0] - other[0] || one[1] - other[1]);
  for (const { range, text } of inOrder) {
    if (range[0] < done) throw new Error(`Two edits overlap before "${html.slice(done, done + 60)}"`);
    edited += html.slice(done, range[0]) + text;
    done = range[1];
  }
  return edited + html.slice(done);
}

/** The decoded content of a meta element, by `name` or `property`. */
export function metaContent(page: HTMLElement, name: string): string | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}

/** True if search engines may list the page. */
export const isListed = (page: HTMLElement): boolean => !metaContent(page, 'robots')?.includes('noindex');
