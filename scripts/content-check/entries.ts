import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ImageMetadata } from 'astro';
import { z } from 'astro/zod';
import { load, YAMLException } from 'js-yaml';
import { type ContentSource, type SourceName, sources } from '#schemas/all';
import { addressOf, filesOf, type FileProblem, fileProblems, nameProblem, parts } from '#schemas/files';
import { type Finding, wrong } from './finding.ts';
import { picturesOf } from './markdown.ts';

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
  for (const base of (found ?? []).filter(isOurs).sort()) {
    const file = path.join(folder, base);
    const source = await readFile(path.join(root, file), 'utf8');
    refused.push(...checkFile(root, file, name, source));
    const checked = checkSource(file, source, schema);
    if (checked.success) entries.push({ file, id: addressOf(base), ...checked });
    else refused.push(...checked.findings);
  }
  return { entries, refused };
}

const lost = (file: string) => wrong(file, 'The file is missing, and a page is made of it. Put it back.');

/** The build's errors in a file, apart from its fields. */
function checkFile(root: string, file: string, source: SourceName, text: string): Finding[] {
  const { frontmatter, body } = parts(text);
  const named = [...frontmatter.matchAll(/\bsrc: *['"]?([^\s'",}]+)/g)].flatMap(([, picture]) => picture ?? []);
  const entry = { file, source, frontmatter, body, pictures: [...named, ...picturesOf(body)] };
  const problems = [nameProblem(file), ...fileProblems(entry, (picture) => existsSync(path.join(root, picture)))];
  const isProblem = (problem: FileProblem | null) => problem !== null;
  return problems.filter(isProblem).map(({ message, remedy }) => wrong(file, `${message} ${remedy}`.trim()));
}

type Checked<Fields> = { success: true; fields: Fields; text: string } | { success: false; findings: Finding[] };

/** Parses one entry: the fields between the two `---` lines, and the text below. */
export function checkSource<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): Checked<z.output<Schema>> {
  const { frontmatter, body } = parts(source);
  let fields: unknown;
  try {
    fields = file.endsWith('.json') ? JSON.parse(source) : (load(frontmatter) ?? {});
  } catch (error) {
    return { success: false, findings: [unreadable(file, error)] };
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, fields: parsed.data, text: body };
  const findings = parsed.error.issues.map(({ path: at, message }) => {
    return wrong(file, [at.join('.'), message].filter(Boolean).join(': '));
  });
  return { success: false, findings };
}

function unreadable(file: string, error: unknown): Finding {
  if (error instanceof SyntaxError) {
    const rules = 'Each text stands between straight quotes, and a comma behind every line but the last of its list.';
    return wrong(file, `This is not JSON: ${error.message}. ${rules}`);
  }
  if (!(error instanceof YAMLException)) throw error;
  // YAML counts from 0, and the `---` line comes first.
  const line = error.mark.line + 2;
  return wrong(
    file,
    `line ${line}: ${error.reason}. A text with a colon in it goes between quotes: title: 'One: two'.`,
  );
}
