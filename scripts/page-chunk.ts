/** What Vite's bundler tells of a module. */
interface Graph {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/** The script of a page or a layout: an id that Astro gives to a `<script>`. */
const SCRIPT = /[?&]type=script\b/;
const LAYOUT = '/src/layouts/';
/** The owner's pages: what only their scripts import is no page's of a visitor. */
const OWNERS = '/src/pages/admin/';
const PACKAGE = '/node_modules/';
/**
 * Characters of code, before it is made smaller: what every page may carry for the sake of one. Two files fewer on the home
 * page, for 0.8 kB on the others, are 150 ms of its first picture on a slow phone.
 */
const MAX_EXTRA = 2600;

/**
 * One file for what the pages' own scripts share with islands and with what loads later. The bundler by itself would
 * make a file of each set of modules that are shared alike, and a request costs more than most of them hold.
 * In it goes what a layout's script imports at once, since it is on every page of that layout; and what another page's
 * script imports, where that is very little and brings no package along.
 */
export const pageChunk = {
  // A package's modules come along with those of ours that import them.
  test: (id: string) => !id.includes(PACKAGE),
  name: (id: string, graph: Graph) => (isOnEveryPage(id, graph) || isLittle(id, graph) ? 'site' : null),
  // What only the script itself needs stays in it.
  minShareCount: 2,
};

const isOnEveryPage = (id: string, graph: Graph): boolean =>
  scriptsWith(id, graph).some((script) => script.includes(LAYOUT));

/** Nothing is added by what is in the file anyway. */
function isLittle(id: string, graph: Graph): boolean {
  if (scriptsWith(id, graph).every((script) => script.includes(OWNERS))) return false;
  const parts = reached(id, (one) => graph.getModuleInfo(one)?.importedIds);
  const added = parts.filter((one) => !isOnEveryPage(one, graph));
  const length = added.reduce((sum, one) => sum + (graph.getModuleInfo(one)?.code?.length ?? 0), 0);
  return length <= MAX_EXTRA && !added.some((one) => one.includes(PACKAGE));
}

/** The scripts of pages and layouts that import the module at once. */
function scriptsWith(id: string, graph: Graph): string[] {
  return reached(id, (one) => graph.getModuleInfo(one)?.importers).filter((one) => SCRIPT.test(one));
}

/** The module and all that can be reached from it by `next`. */
function reached(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([id]);
  for (const one of found) for (const other of next(one) ?? []) found.add(other);
  return [...found];
}

const PRELOAD_HELPER = '\0vite/preload-helper.js';
/**
 * What wraps each `import()`: Vite's own is ten times as long, since it waits for styles as well. Ours have none: an
 * island links its sheets by itself.
 */
const preload = `
const asked = new Set();
export function __vitePreload(load, files = []) {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }));
  }
  return load();
}`;

/** The files of the pages' own scripts, and the one of what they share. */
const PAGE_FILE = /\/(?:page|site)\.|astro_type_script/;

/**
 * The name for the script of a visitor's page: by itself it would be the path of its source, of which a page's first
 * packet need not tell.
 */
export function entryFileNames({ facadeModuleId: id }: { readonly facadeModuleId?: string | null }): string {
  const isPage = id && SCRIPT.test(id) && !id.includes(OWNERS);
  return isPage ? '_astro/page.[hash].js' : '_astro/[name].[hash].js';
}

/**
 * A plugin of Vite. What a page's own script loads later is in no hurry, and a list of all the files that it needs would
 * stand in the script of every page: there it is left out, and those files are found when they are asked for.
 */
export const shortPageScripts = {
  name: 'short-page-scripts',
  enforce: 'pre',
  load: (id: string) => (id === PRELOAD_HELPER ? preload : undefined),
  configEnvironment(name: string) {
    if (name !== 'client') return undefined;
    const resolveDependencies = (_file: string, files: string[], { hostId }: { readonly hostId: string }) => {
      const style = files.find((file) => file.endsWith('.css'));
      if (style) throw new Error(`${hostId} imports ${style} with its code: link it with \`loadStylesheet\``);
      return PAGE_FILE.test(hostId) ? [] : files;
    };
    return { build: { modulePreload: { polyfill: false, resolveDependencies } } };
  },
} as const;
