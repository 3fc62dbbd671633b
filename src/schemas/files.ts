import path from 'node:path';
import { type ContentSource, type SourceName, sources } from './all.ts';

/** A collection's files, or their translations (`.es`). */
export function filesOf(
  source: SourceName,
  language: '' | '.es' = '',
): { folder: string; patterns: readonly string[] } {
  const { files }: ContentSource = sources[source];
  const [folder, pattern] = [path.dirname(files), path.basename(files)];
  if (language !== '') return { folder, patterns: [pattern.replace(/(?=\.\w+$)/, language)] };
  return { folder, patterns: pattern.startsWith('*') ? [pattern, '!*.es.md'] : [pattern] };
}

/** The address of a file: its name without language and extension. */
export const addressOf = (file: string) => path.basename(file).replace(/(\.es)?\.\w+$/, '');

/** Splits a file. Without `---` lines all is body; a JSON file has only fields. */
export function parts(source: string): { frontmatter: string; body: string } {
  if (source.startsWith('{')) return { frontmatter: source, body: '' };
  const [whole = '', frontmatter = ''] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\n)?---[ \t]*(?:\r?\n|$)/.exec(source) ?? [];
  return { frontmatter: frontmatter.replaceAll('\r', ''), body: source.slice(whole.length) };
}
