import { z } from 'astro/zod';
import { type ContentSource, needsText, type SourceName, sources, type TranslatedName } from '#schemas/all';
import { editorConfig, repositoryAt } from '#schemas/editor';
import { nameOf } from '#schemas/editor-fields';
import { translatedNames, translationSchema } from '#schemas/translations';
import { followSignOut, session } from '../sign-in/session.ts';

/**
 * Opens the editor in `place`, whose data name the repository and the site. The repository decides who may write; the
 * sign-in check only keeps strangers from the page. The editor has two megabytes, so only this page loads it.
 */
export async function openEditor(place: HTMLElement | null): Promise<void> {
  if (!(await session.guard())) return;
  followSignOut();
  const { address = location.origin, name = '' } = place?.dataset ?? {};
  const repository = repositoryAt(place?.dataset['repository'] ?? '');
  if (!repository && !isThisMachine()) return void place?.append(NOWHERE);
  const { default: CMS } = await import('@sveltia/cms');
  CMS.registerEventListener({ name: 'preSave', handler: ({ entry }) => refuseWrong(entry.toJS()) });
  await CMS.init({ config: editorConfig({ repository, address, name }, translations) });
}

const NOWHERE = 'The texts of this site are kept neither at GitHub nor at GitLab, so they cannot be edited here.';
/** There Sveltia offers to edit a local checkout. */
const isThisMachine = () => /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(location.hostname);

const translations = Object.fromEntries(translatedNames.map((name) => [name, translationSchema(name, () => z.any())]));
const isTranslated = (name: string): name is TranslatedName => name in translations;

type Fields = Readonly<Record<string, unknown>>;
interface Written {
  readonly path: string;
  readonly data: Fields;
  /** The entry in other languages. */
  readonly i18n?: { readonly es?: { readonly data: Fields } };
}

/** The editor shows an error's cause by this name, and keeps the typed text. */
function refuseWrong({ path, data, i18n }: Written): void {
  const name = nameAt(path);
  if (!name) return;
  const spanish = i18n?.es?.data;
  const translation = { ...sources[name], schema: () => translations[name] ?? z.any() };
  const problems = [
    mistakesIn(sources[name], data),
    ...(spanish && isTranslated(name) ? [mistakesIn(translation, spanish)] : []),
  ].filter(Boolean);
  if (problems.length > 0) throw new Error('saving_failed', { cause: new Error(problems.join('\n')) });
}

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
