import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A build plugin for `netlify serve`, which takes the routes of the packed functions from their manifest, but not the
 * paths that are excluded from them: `/api/*` would answer for every address of the API. They are put where the command
 * looks for them. The manifest is dated so far back that `netlify deploy` does not use it and packs the functions anew.
 * Does nothing where Netlify builds.
 *
 * @param {{
 *   constants: { IS_LOCAL: boolean, FUNCTIONS_DIST: string },
 *   netlifyConfig: { functionsDirectory?: string | undefined },
 * }} build
 */
export async function onPostBuild({ constants, netlifyConfig }) {
  if (!constants.IS_LOCAL || !netlifyConfig.functionsDirectory) return;
  const file = path.join(constants.FUNCTIONS_DIST, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  /** @type {{ buildData: object, excludedRoutes?: unknown[] }[]} */
  const packedFunctions = manifest.functions;
  const functions = packedFunctions.map(({ buildData, ...packed }) => ({
    ...packed,
    buildData: { ...buildData, excludedRoutes: packed.excludedRoutes ?? [] },
  }));
  await writeFile(file, JSON.stringify({ ...manifest, functions, timestamp: 0 }));
}
