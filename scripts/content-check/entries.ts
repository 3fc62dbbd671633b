import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'astro/zod';
import { load, YAMLException } from 'js-yaml';
import { type Finding, wrong } from './finding.ts';

/** One Markdown file of `src/content`, its fields checked by its schema. */
export interface Entry<Fields> {
  /** From the project's folder. */
  readonly file: string;
  readonly id: string;
  readonly fields: Fields;
  /** What stands below the fields. */
  readonly text: string;
}

export interface Folder<Fields> {
  readonly entries: readonly Entry<Fields>[];
  /** The files that the build would refuse. */
  readonly refused: readonly Finding[];
}

/** Reads `src/content/<name>/*.md` under `root`; a folder that is not there is empty. */
export async function readEntries<Schema extends z.ZodType>(
  root: string,
  name: string,
  schema: Schema,
): Promise<Folder<z.output<Schema>>> {
  const folder = path.join('src/content', name);
  const files = await readdir(path.join(root, folder)).catch(() => []);
  const entries: Entry<z.output<Schema>>[] = [];
  const refused: Finding[] = [];
  for (const base of files.filter((candidate) => candidate.endsWith('.md')).sort()) {
    const file = path.join(folder, base);
    const checked = checkSource(file, await readFile(path.join(root, file), 'utf8'), schema);
    if (checked.success)
      entries.push({ file, id: base.replace(/\.md$/, ''), fields: checked.fields, text: checked.text });
    else refused.push(...checked.findings);
  }
  return { entries, refused };
}

type Checked<Fields> = { success: true; fields: Fields; text: string } | { success: false; findings: Finding[] };

/** The source of one entry: the fields between the two lines of `---`, checked, and the text below. */
export function checkSource<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
): Checked<z.output<Schema>> {
  const [whole = '', yaml = ''] = /^\uFEFF?---\r?\n([\s\S]*?\n)?---\r?\n?/.exec(source) ?? [];
  let fields: unknown;
  try {
    fields = load(yaml) ?? {};
  } catch (error) {
    return { success: false, findings: [unreadable(file, error)] };
  }
  const parsed = schema.safeParse(fields);
  if (parsed.success) return { success: true, fields: parsed.data, text: source.slice(whole.length) };
  const findings = parsed.error.issues.map(({ path: at, message }) => {
    return wrong(file, [at.join('.'), message].filter(Boolean).join(': '));
  });
  return { success: false, findings };
}

function unreadable(file: string, error: unknown): Finding {
  if (!(error instanceof YAMLException)) throw error;
  // The first line of the file is the line of ---, and YAML counts from 0.
  const line = error.mark.line + 2;
  return wrong(
    file,
    `line ${line}: ${error.reason}. A text with a colon in it goes between quotes: title: 'One: two'.`,
  );
}
