import { z } from 'astro/zod';
import { sources, type TranslatedName } from '#schemas/all';
import { editorConfig, repositoryAt } from '#schemas/editor';
import { translatedNames, translationSchema } from '#schemas/translations';
import { followSignOut, session } from '../sign-in/session.ts';
import { nameAt, mistakesIn } from './check.ts';

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
