import { z } from 'astro/zod';
import { sources } from '#schemas/all';
import { editorConfig, repositoryAt } from '#schemas/editor';
import { type TranslatedName, translatedNames, translationSchema } from '#schemas/translations';
import { session } from '../sign-in/session.ts';
import { nameAt, problemsOf } from './check.ts';
import { templates } from './previews.ts';

/**
 * Opens the editor in a place that says where the content is kept and what the site is. It is for the owner: who may write
 * is decided by the repository, and this only keeps the page where the other pages of the owner are. The editor itself is
 * two megabytes, so it is fetched here alone.
 */
export async function openEditor(place: HTMLElement | null): Promise<void> {
  if (!(await session.guard())) return;
  const { address = location.origin, name = '' } = place?.dataset ?? {};
  const repository = repositoryAt(place?.dataset['repository'] ?? '');
  if (!repository && !isThisMachine()) return void place?.append(NOWHERE);
  const { default: CMS } = await import('@sveltia/cms');
  CMS.registerEventListener({ name: 'preSave', handler: ({ entry }) => refuseWrong(entry.toJS()) });
  for (const [name, template] of Object.entries(templates)) CMS.registerPreviewTemplate(name, template);
  await CMS.init({ config: editorConfig({ repository, address, name }, translations) });
}

const NOWHERE = 'The texts of this site are kept neither at GitHub nor at GitLab, so they cannot be edited here.';
/** There Sveltia offers to edit a checkout that lies on it. */
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

/** The editor shows the cause of an error by this name, and keeps what was typed. */
function refuseWrong({ path, data, i18n }: Written): void {
  const name = nameAt(path);
  if (!name) return;
  const spanish = i18n?.es?.data;
  const translation = { ...sources[name], schema: () => translations[name] ?? z.any() };
  const problems = [
    problemsOf(sources[name], data),
    ...(spanish && isTranslated(name) ? [problemsOf(translation, spanish)] : []),
  ].filter(Boolean);
  if (problems.length > 0) throw new Error('saving_failed', { cause: new Error(problems.join('\n')) });
}
