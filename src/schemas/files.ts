import path from 'node:path';
import { z } from 'astro/zod';
import { braceProblems } from '#lib/fill';
import { type ContentSource, needsText, type SourceName, sources } from './all.ts';
import { fileName } from './fields.ts';

/** An error in a file outside its fields. */
export interface FileProblem {
  readonly message: string;
  readonly remedy: string;
}

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

/** The original of a translation, or `null`. */
const originalOf = (file: string) => (/\.es\.\w+$/.test(file) ? file.replace(/\.es(?=\.\w+$)/, '') : null);

/** The error in a file's name, if any. */
export function nameProblem(file: string): FileProblem | null {
  const name = addressOf(file);
  if (fileName.pattern.test(name)) return null;
  const better = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return {
    message: fileName.rule,
    remedy: `Rename it, for example to ${better || 'new-entry'}${path.extname(file)}.`,
  };
}

/** A file's data besides its fields, for the build and `content:check`. */
export interface EntryFile {
  /** From the project's folder. */
  readonly file: string;
  readonly source: SourceName;
  /** The lines between the two `---`. */
  readonly frontmatter: string;
  readonly body: string;
  /** Picture paths in the fields and the text, as written. */
  readonly pictures: readonly string[];
}

/** Errors that the schema does not find but that stop the build. `isThere` takes a path from the project's folder. */
export function fileProblems(entry: EntryFile, isThere: (file: string) => boolean): FileProblem[] {
  const missing = entry.pictures.filter(
    (picture) => picture.startsWith('.') && !isThere(path.join(path.dirname(entry.file), picture)),
  );
  return [
    ...originalProblems(entry.file, isThere),
    ...textProblems(entry),
    ...dayProblems(entry.frontmatter),
    ...missing.map((picture) => ({
      message: `The picture ${picture} is not there.`,
      remedy: 'Put the file into src/assets, or correct its name (small and capital letters differ).',
    })),
  ];
}

function originalProblems(file: string, isThere: (file: string) => boolean): FileProblem[] {
  const original = originalOf(file);
  if (original === null || isThere(original)) return [];
  return [{ message: `It translates ${original}, which is not there.`, remedy: 'Give both files one name.' }];
}

function textProblems({ source, body }: EntryFile): FileProblem[] {
  const isEmpty = body.trim() === '';
  const { below }: ContentSource = sources[source];
  if (below === 'nothing' && !isEmpty) {
    const message = 'There is text below the second line of ---, which no page shows.';
    return [{ message, remedy: 'Move it into one of the fields, or remove it.' }];
  }
  if (needsText(sources[source]) && isEmpty) {
    return [{ message: 'The text is missing.', remedy: 'Write it below the second line of ---.' }];
  }
  const problems = below === 'filled' || below === 'optional' ? braceProblems(body, { withServices: true }) : [];
  return problems.map((message) => ({ message, remedy: '' }));
}

/** YAML reads February 31 as March 3, so the schema cannot see the error. */
function dayProblems(frontmatter: string): FileProblem[] {
  const days = [...frontmatter.matchAll(/^(\w+): *(\d{4}-\d\d-\d\d) *$/gm)];
  return days
    .filter(([, , day]) => !z.iso.date().safeParse(day).success)
    .map(([, field, day]) => ({
      message: `${field}: ${day} is not in the calendar.`,
      remedy: 'Correct the month or the day.',
    }));
}

/** Splits a file. Without `---` lines all is body; a JSON file has only fields. */
export function parts(source: string): { frontmatter: string; body: string } {
  if (source.startsWith('{')) return { frontmatter: source, body: '' };
  const [whole = '', frontmatter = ''] = /^\uFEFF?---\r?\n([\s\S]*?\n)?---\r?\n?/.exec(source) ?? [];
  return { frontmatter: frontmatter.replaceAll('\r', ''), body: source.slice(whole.length) };
}
