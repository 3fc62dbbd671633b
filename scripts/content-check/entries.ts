import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load, YAMLException } from 'js-yaml';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import { addressOf, filesOf, parts } from '#schemas/files';
import { fileMistakes } from './file-mistakes.ts';
import { type Finding, wrong } from './finding.ts';
import { encodingMistake, jsonLine, jsonMistake } from './json.ts';

/** A path is enough here; the build opens the pictures. */
export const image = () => z.custom<ImageMetadata>();

/** A Markdown file of `src/content` with parsed fields. */
export interface Entry<Fields> {
  /** From the project's folder. */
  readonly file: string;
  readonly id: string;
  readonly fields: Fields;
  readonly text: string;
}

interface Folder<Fields> {
  readonly entries: readonly Entry<Fields>[];
  /** Also of the files that are refused: they are there. */
  readonly ids: readonly string[];
  readonly refused: readonly Finding[];
}

/** A collection's files under `root`, or (`.es`) their translations. Reports a missing single file. */
export async function readEntries<Schema extends z.ZodType>(
  root: string,
  name: SourceName,
  schema: Schema,
  language: '' | '.es' = '',
): Promise<Folder<z.output<Schema>>> {
  const { folder, patterns } = filesOf(name, language);
  const [pattern = ''] = patterns;
  const found = await readdir(path.join(root, folder)).catch(() => null);
  const isOurs = (file: string) =>
    patterns.every((one) => path.matchesGlob(file, one.replace('!', '')) !== one.startsWith('!'));
  const entries: Entry<z.output<Schema>>[] = [];
  const refused: Finding[] = [];
  const { below }: ContentSource = sources[name];
  if (found && below !== 'optional' && !pattern.startsWith('*') && language === '' && !found.includes(pattern))
    refused.push(lost(path.join(folder, pattern)));
  const names = (found ?? []).filter(isOurs).sort();
  for (const base of names) {
    const file = path.join(folder, base);
    const source = await readFile(path.join(root, file), 'utf8');
    refused.push(...fileMistakes(root, file, name, source));
    const checked = checkSource(file, source, schema);
    if (checked.success) entries.push({ file, id: addressOf(base), ...checked });
    else refused.push(...checked.findings);
  }
  return { entries, refused, ids: names.map(addressOf) };
}

const lost = (file: string) => wrong(file, 'The file is missing, and a page is made of it. Put it back.');

type Checked<Fields> = { success: true; fields: Fields; text: string } | { success: false; findings: Finding[] };

/** Parses one entry: the fields between the two `---` lines, and the text below. */
export function checkSource<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): Checked<z.output<Schema>> {
  const isJson = file.endsWith('.json');
  const { frontmatter, body } = parts(source);
  const unreadable = isJson ? jsonMistake(source) : encodingMistake(source);
  if (unreadable) return { success: false, findings: [wrong(file, unreadable.message, unreadable.line)] };
  if (body === source) return { success: false, findings: [wrong(file, UNFENCED, 1)] };
  let fields: unknown;
  try {
    fields = isJson ? JSON.parse(source) : (load(frontmatter) ?? {});
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    return { success: false, findings: [wrong(file, sentenceOf(error, frontmatter), lineInFile(error.mark.line))] };
  }
  const cut = isJson ? [] : cutLines(frontmatter, fields);
  if (cut.length > 0) return { success: false, findings: cut.map((line) => wrong(file, CUT, lineInFile(line))) };
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, fields: parsed.data, text: body };
  const findings = parsed.error.issues.map((issue) => {
    const named = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
    const line = isJson ? jsonLine(source, named) : yamlLine(frontmatter, named);
    return wrong(file, [issue.path.join('.'), issue.message].filter(Boolean).join(': '), line);
  });
  return { success: false, findings };
}

/** YAML counts from 0, and the `---` line comes first. */
const lineInFile = (line: number) => line + 2;

const UNFENCED =
  'The fields stand at the top, between two lines of three hyphens (---) with nothing else in them. One of the two is missing.';
const CUT = "A # or & that begins a word cuts the text here. Put it all between single quotes: 'Our #1 shade'.";

/** The parser's own reason, and what to do. */
function sentenceOf({ reason, mark }: YAMLException, frontmatter: string): string {
  const hasColon = /: [^'"].*:( |$)/.test(frontmatter.split('\n')[mark.line] ?? '');
  const remedy = hasColon
    ? "A text with a colon in it goes between quotes: title: 'One: two'."
    : 'A text that begins with a sign goes between quotes: title: \'"Two" words\'. Look at the line above, too.';
  return `This line cannot be read (${reason}). ${remedy}`;
}

/** The lines, from 0, of whose text YAML leaves out a part: a note behind #, or a name behind &. */
function cutLines(frontmatter: string, fields: unknown): number[] {
  const lines = frontmatter.split('\n');
  return [...lines.entries()].flatMap(([index, line]) => {
    // A note behind a number, a day, true or false takes nothing away.
    if (!/\s[#&]/.test(line) || /[:-] +([\d.-]+|true|false)\s+#/.test(line)) return [];
    const marked = lines.with(index, line.replace(/(?<=\s)[#&]/g, '\uE000$&')).join('\n');
    try {
      return JSON.stringify(load(marked)).replaceAll('\uE000', '') === JSON.stringify(fields) ? [] : [index];
    } catch {
      // The sign belongs to no text: a note behind a quoted one, or in a line of its own.
      return [];
    }
  });
}

/** The line of a field between the two `---`, or of what is there around it. */
function yamlLine(frontmatter: string, at: readonly PropertyKey[]): number | undefined {
  const lines = frontmatter.split('\n');
  let found = -1;
  for (const part of at) {
    const isStart = (line: string) =>
      typeof part === 'number' ? /^ *- /.test(line) : line.replace(/^[ -]*/, '').startsWith(`${String(part)}:`);
    const starts = [...lines.entries()].filter(([index, line]) => index >= found && isStart(line));
    const start = starts.at(typeof part === 'number' ? part : 0);
    if (!start) break;
    [found] = start;
  }
  return found < 0 ? undefined : lineInFile(found);
}
