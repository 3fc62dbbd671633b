import { z } from 'astro/zod';
import { type ContentSource, needsText, type SourceName, sources } from '#schemas/all';
import { nameOf } from '#schemas/editor-fields';

type Fields = Readonly<Record<string, unknown>>;

/** The mistakes that the build would refuse, one a line. `body`: the text below the fields, without a schema. */
export function mistakesIn(source: ContentSource, { body, ...fields }: Fields): string {
  const checked = source.schema(() => z.any()).safeParse(withoutEmpty(fields));
  const problems = checked.error?.issues.map(({ path, message }) => line(path, message)) ?? [];
  const isMissing = needsText(source) && String(body ?? '').trim() === '';
  return [...problems, ...(isMissing ? ['Text: The text is missing.'] : [])].join('\n');
}

/** The field by its label, and in a list its line. */
function line(path: readonly PropertyKey[], message: string): string {
  const names = path.map((part) => (typeof part === 'number' ? String(part + 1) : nameOf(String(part))));
  return names.length > 0 ? `${names.join(', ')}: ${message}` : message;
}

/** As in the file: the editor leaves out empty optional fields. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value)
    .map(([name, inner]) => [name, withoutEmpty(inner)] as const)
    .filter(([, inner]) => !isEmpty(inner));
  return Object.fromEntries(kept);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** The collection of an entry or a translation, by its path. */
export function nameAt(path: string): SourceName | undefined {
  const file = path.replace(/\.es(?=\.\w+$)/, '');
  const all = Object.entries(sources) as [SourceName, ContentSource][];
  return all.find(([, { files }]) => file === files || file.startsWith(files.replace('*.md', '')))?.[0];
}
