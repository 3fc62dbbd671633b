import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A build plugin for `netlify serve`. That command reads the functions' routes from their manifest but misses the
 * excluded paths, so `/api/*` would answer for the whole API. The plugin puts them where the command looks. It also
 * dates the manifest far back, so that `netlify deploy` packs the functions anew. Does nothing on Netlify.
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
