import { escapeHtml } from '#lib/escape-html';

/** Markup that goes into a page as it is; a plain string is text, and is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ markup }) => markup).join(''));
}

/** Markup and the names of slots in turn, as in `['<p>', 'name', '</p>']`. A slot stands in text or a quoted attribute. */
export type Template = readonly string[];

/**
 * A built page with slots in it, and the parts to put there. So what a visitor reads and how it looks is written in one
 * place, with the other pages. `build/page-templates.ts` makes it of the HTML that the site serves, with the content
 * security policy of that page, and puts it beside the functions as `#page-templates/<name>`.
 */
export interface PageTemplate {
  readonly page: Template;
  readonly parts: Readonly<Record<string, Template>>;
}

type Values = Readonly<Record<string, string | Html>>;

/**
 * Puts the values into the slots of a template. What is put in is not looked through again, so brackets that a visitor
 * typed stay what they are. Throws for a slot that nobody fills.
 */
export function fill(template: Template, values: Values): Html {
  const pieces = template.map((piece, index) => (index % 2 === 0 ? piece : filledSlot(piece, values)));
  return new Html(pieces.join(''));
}

function filledSlot(slot: string, values: Values): string {
  const value = values[slot];
  if (value === undefined) throw new Error(`Nobody fills the slot ${slot} of a template`);
  return value instanceof Html ? value.markup : escapeHtml(value);
}

/** The part with that name, filled. Throws when the page has none. */
export function fillPart({ parts }: PageTemplate, name: string, values: Values = {}): Html {
  const part = parts[name];
  if (!part) throw new Error(`The page has no part ${name}`);
  return fill(part, values);
}
