import { sources } from '#schemas/all';
import { editorConfig, repositoryAt } from '#schemas/editor';
import { session } from '../sign-in/session.ts';
import { problemsOf, sourceAt } from './check.ts';
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
  await CMS.init({ config: editorConfig({ repository, address, name }) });
}

const NOWHERE = 'The texts of this site are kept neither at GitHub nor at GitLab, so they cannot be edited here.';
/** There Sveltia offers to edit a checkout that lies on it. */
const isThisMachine = () => /^(127\.0\.0\.1|(.+\.)?localhost)$/.test(location.hostname);

/** The editor shows the cause of an error by this name, and keeps what was typed. */
function refuseWrong({
  path,
  data,
}: {
  readonly path: string;
  readonly data: Readonly<Record<string, unknown>>;
}): void {
  const source = sourceAt(sources, path);
  const problems = source ? problemsOf(source, data) : '';
  if (problems) throw new Error('saving_failed', { cause: new Error(problems) });
}
