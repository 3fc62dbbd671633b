import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Files under `folder`, with `/` between the parts; none if it is not there. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** The address of a file of `src/pages`, or nothing for a route with parameters. */
function pageAddress(file: string): string[] {
  if (file.includes('[') || /(^|\/)_/.test(file)) return [];
  const address = `/${file.replace(/\.(astro|md|html|ts|js)$/, '').replace(/(^|\/)index$/, '')}`;
  return [address];
}

/**
 * Every address the site has, from its sources: pages, files of `public`, and what content makes.
 * `ids` are the entries by the folder of their pages.
 */
export async function siteAddresses(
  root: string,
  ids: Readonly<Record<string, readonly string[]>>,
): Promise<Set<string>> {
  const pages = (await filesUnder(path.join(root, 'src/pages'))).flatMap(pageAddress);
  const files = (await filesUnder(path.join(root, 'public'))).map((file) => `/${file}`);
  const entries = Object.entries(ids).flatMap(([folder, names]) => names.map((name) => `/${folder}/${name}`));
  return new Set([...pages, ...files, ...entries]);
}
