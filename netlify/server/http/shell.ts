import { fillTemplate, type Html } from './html.ts';

/**
 * A page of the site whose `<main>` a function fills. The page brings the parts to fill it with as
 * `<template id="…">`, so that what a visitor reads and how it looks is written in one place, with the other pages.
 */
export interface Shell {
  /** The template with that id, filled. Throws when the page has none. */
  part(id: string, values?: Readonly<Record<string, string | Html>>): Html;
  /** The whole page around this content; its templates are left out. */
  around(content: Html): string;
}

/** Reads a page from the site itself. Throws when it does not answer. */
export async function readPage(address: URL): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname} answered ${answer.status}`);
  return await answer.text();
}

export function shellOf(html: string): Shell {
  const found = html.matchAll(/<template id="([\w-]+)">([\s\S]*?)<\/template>/g);
  const templates = new Map([...found].map(([, id = '', content = '']) => [id, content]));
  return {
    part(id, values = {}) {
      const template = templates.get(id);
      if (template === undefined) throw new Error(`The page has no template ${id}`);
      return fillTemplate(template, values);
    },
    around: ({ markup }) => html.replace(/(<main\b[^>]*>)[\s\S]*(<\/main>)/, (_, start, end) => start + markup + end),
  };
}
