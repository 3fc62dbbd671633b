/**
 * `run.mjs` loads this before what builds or tests the site: a mistake in `brand/` or `src/content` is a sentence with its
 * file and line there, before any code could throw at it. `content:check` reports the
 * mistakes of the content itself, so this leaves them to it.
 */
import { root } from './command.ts';
import { stopAt } from './content-check/finding.ts';
import { settingsMistakes } from './content-check/settings.ts';

stopAt(await settingsMistakes(root));
if (!process.argv[1]?.endsWith('content-check.ts')) {
  const { refusedContent } = await import('./content-check/collections.ts');
  stopAt(await refusedContent(root));
}
