import { escapeHtml } from '#lib/escape-html';

/** Markup. A plain string is text and gets escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ markup }) => markup).join(''));
}

/** Alternates markup and slot names: `['<p>', 'name', '</p>']`. A slot is in text or in a quoted attribute. */
export type Template = readonly string[];

/** A page with slots, and the parts that fill them. `build/page-templates.ts` makes it from the built page. */
export interface PageTemplate {
  readonly page: Template;
  readonly parts: Readonly<Record<string, Template>>;
}

type Values = Readonly<Record<string, string | Html>>;

/** Fills the slots. Never scans a value, so a visitor's text stays text. Throws if a slot has no value. */
export function fill(template: Template, values: Values): Html {
  const pieces = template.map((piece, index) => (index % 2 === 0 ? piece : filledSlot(piece, values)));
  return new Html(pieces.join(''));
}

function filledSlot(slot: string, values: Values): string {
  const value = values[slot];
  if (value === undefined) throw new Error(`Nobody fills the slot ${slot} of a template`);
  return value instanceof Html ? value.markup : escapeHtml(value);
}

/** Fills the named part. Throws if it does not exist. */
export function fillPart({ parts }: PageTemplate, name: string, values: Values = {}): Html {
  const part = parts[name];
  if (!part) throw new Error(`The page has no part ${name}`);
  return fill(part, values);
}
