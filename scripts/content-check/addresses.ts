import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { sources } from '#schemas/all';
import { type Finding, wrong } from './finding.ts';

/** The files under `folder` with `/` as separator; none if it does not exist. */
export async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

const CONTENT = 'src/content';
/** Such as `blog/*.md`. */
const patterns = Object.values(sources).flatMap(({ files }) =>
  files.startsWith(CONTENT) ? files.slice(CONTENT.length + 1) : [],
);
/** What programs and systems leave in a folder, and the one page for engineers. */
const BESIDE = /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$|^README\.md$/;

/** The files of `src/content` that would be on no page, because of their ending or their folder. */
export async function unreadFiles(root: string): Promise<Finding[]> {
  const files = await filesUnder(path.join(root, CONTENT));
  const isRead = (file: string) => patterns.some((one) => path.matchesGlob(file.replace(/\.es\.md$/, '.md'), one));
  return files
    .filter((file) => !BESIDE.test(file) && !isRead(file))
    .map((file) => {
      const here = patterns.filter((one) => path.dirname(one) === file.split('/')[0]);
      const places = (here.length > 0 ? here : patterns).join(', ');
      const remedy = `Texts are ${places}, with no other ending and no folder between; pictures are in src/assets.`;
      return wrong(`${CONTENT}/${file}`, `No page shows this file. ${remedy}`);
    });
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
