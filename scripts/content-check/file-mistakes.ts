import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'astro/zod';
import { braceProblems } from '#lib/fill';
import { type ContentSource, needsText, type SourceName, sources } from '#schemas/all';
import { ZIP_CODE } from '#schemas/collections';
import { fileName } from '#schemas/fields';
import { addressOf, parts } from '#schemas/files';
import { type Finding, wrong } from './finding.ts';
import { lineAt } from './json.ts';
import { markupMistakes, picturesOf } from './markdown.ts';

/** The mistakes of a file that its schema does not see. The build stops at each. `file`: from the project's folder. */
export function fileMistakes(root: string, file: string, source: SourceName, text: string): Finding[] {
  const mistakes = [...nameMistakes(file), ...originalMistakes(root, file)];
  if (!file.endsWith('.md')) return [...mistakes, ...pictureMistakes(root, file, text, [])];
  const { body } = parts(text);
  if (body === text) return mistakes;
  const head = text.slice(0, text.length - body.length);
  // The parser counts the lines of the text from 1; the file has these above it.
  const above = lineAt(head, head.length) - 1;
  return [
    ...mistakes,
    ...textMistakes(file, source, body),
    ...dayMistakes(file, head),
    // YAML reads 02134 as the number 2134, so the schema cannot see how many digits were written.
    ...[...head.matchAll(/^ *- *\d{1,4} *\r?$/gm)].map(({ index }) => wrong(file, ZIP_CODE, lineAt(head, index))),
    ...pictureMistakes(root, file, head, picturesOf(body, above)),
    ...markupMistakes(file, body, above),
  ];
}

function nameMistakes(file: string): Finding[] {
  const name = addressOf(file);
  if (fileName.pattern.test(name)) return [];
  const better = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$|^index$/g, '');
  return [wrong(file, `${fileName.rule} Rename it, for example to ${better || 'new-entry'}${path.extname(file)}.`)];
}

function originalMistakes(root: string, file: string): Finding[] {
  const original = file.replace(/\.es(?=\.\w+$)/, '');
  if (existsSync(path.join(root, original))) return [];
  return [wrong(file, `It translates ${original}, which is not there. Give both files one name, or delete this one.`)];
}

function textMistakes(file: string, source: SourceName, body: string): Finding[] {
  const isEmpty = body.trim() === '';
  const { below }: ContentSource = sources[source];
  const [braces] = below === 'text' ? (/\{[^{}]*\}/.exec(body) ?? []) : [];
  if (braces)
    return [wrong(file, `${braces} is read as it is typed: facts are filled in on other pages only. Write the words.`)];
  if (below === 'nothing' && !isEmpty) {
    const place = 'There is text below the second line of ---, which no page shows.';
    return [wrong(file, `${place} Move it into one of the fields, or remove it.`)];
  }
  if (needsText(sources[source]) && isEmpty)
    return [wrong(file, 'The text is missing. Write it below the second line of ---.')];
  const isFilled = below === 'filled' || below === 'optional';
  return isFilled ? braceProblems(body, { withServices: true }).map((message) => wrong(file, message)) : [];
}

/** YAML reads February 31 as March 3, so the schema cannot see the error. Nor does it see a year of another century. */
function dayMistakes(file: string, head: string): Finding[] {
  return [...head.matchAll(/^(\w+): *(\d{4}-\d\d-\d\d) *\r?$/gm)]
    .filter(([, , day]) => !z.iso.date().safeParse(day).success || !/^20[0-4]/.test(day ?? ''))
    .map(({ 1: field, 2: day, index }) =>
      wrong(file, `${field}: ${day} is not in the calendar. Correct the month, day or year.`, lineAt(head, index)),
    );
}

type Picture = Pick<ReturnType<typeof picturesOf>[number], 'url' | 'line'>;

function pictureMistakes(root: string, file: string, head: string, inText: readonly Picture[]): Finding[] {
  // A name with a space in it may stand between quotes or alone.
  const inFields = [
    ...head.matchAll(/(?:^[ -]*|\{ *)src: *(?:(['"])(.+?)\1|([^,}\r\n]*))|"(?<json>\.\.\/src\/assets\/[^"]*)"/gm),
  ].map(
    ({ 2: quoted, 3: plain = '', groups, index }): Picture => ({
      url: groups?.['json'] ?? quoted ?? plain.trim(),
      line: lineAt(head, index),
    }),
  );
  const isForeign = ({ url }: Picture) => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
  // The editor of the browser begins an address with /src/assets.
  const fileOf = (url: string) => path.join(root, url.startsWith('/src/') ? '' : path.dirname(file), url);
  const isLost = ({ url }: Picture) => url !== '' && !existsSync(fileOf(url));
  const ours = 'Put its file into src/assets, and write ../../assets/ and its name.';
  const remedy = 'Put the file into src/assets, or correct its name (small and capital letters differ).';
  return [
    ...inText
      .filter(isForeign)
      .map(({ url, line }) => wrong(file, `The picture ${url} is not one of ours, and is not shown. ${ours}`, line)),
    ...[...inFields, ...inText]
      .filter((picture) => !isForeign(picture) && isLost(picture))
      .map(({ url, line }) => wrong(file, `The picture ${url} is not there. ${remedy}`, line)),
  ];
}
