import { escapeHtml } from '#lib/escape-html';

/** Markup that goes into a page as it is; a plain string is text, and is escaped. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/**
 * Fills the places of a template, `[[name]]`, in its text and its quoted attributes. What is put in is not looked
 * through again, so brackets that a visitor typed stay what they are. Throws for a place that nobody fills.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | Html>>): Html {
  const filled = template.replace(/\[\[(\w+)\]\]/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody fills the place ${name} of a template`);
    return value instanceof Html ? value.markup : escapeHtml(value);
  });
  return new Html(filled);
}

export function joinHtml(parts: readonly Html[]): Html {
  return new Html(parts.map(({ markup }) => markup).join(''));
}
