import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathIn } from '#i18n/language';
import { siteLanguages } from '#i18n/site-languages';

/** The files under `folder` with `/` as separator; none if it does not exist. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/** The addresses of a file in `src/pages`, in each language. None for a route with other parameters. */
function pageAddress(file: string): string[] {
  const route = file.replace(/^\[\.\.\.language\]\//, '');
  if (route.includes('[') || /(^|\/)_/.test(route)) return [];
  const address = `/${route.replace(/\.(astro|md|html|ts|js)$/, '').replace(/(^|\/)index$/, '')}`;
  return route === file ? [address] : inEachLanguage(address);
}

const inEachLanguage = (address: string) => siteLanguages.map((language) => pathIn(language, address));

/** The site's addresses: pages, files of `public` and content. `ids`: the entries by their pages' folder, `''` for none. */
export async function siteAddresses(
  root: string,
  ids: Readonly<Record<string, readonly string[]>>,
): Promise<Set<string>> {
  const pages = (await filesUnder(path.join(root, 'src/pages'))).flatMap(pageAddress);
  const files = (await filesUnder(path.join(root, 'public'))).map((file) => `/${file}`);
  const entries = Object.entries(ids).flatMap(([folder, names]) =>
    names.flatMap((name) => inEachLanguage(path.posix.join('/', folder, name))),
  );
  return new Set([...pages, ...files, ...entries]);
}
