/** What Vite's bundler tells of a module. */
interface Graph {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/** The script of a page, and of a layout: ids that Astro gives to a `<script>`. */
const SCRIPT = /([^/]+)\.astro\?.*\btype=script\b/;
const LAYOUT = '/src/layouts/';
const PACKAGE = '/node_modules/';
/** Characters of code, before it is made smaller: what an island may have to load of a page's script for one module. */
const MAX_PAGE_PART = 5000;

/**
 * What the pages' own scripts share with islands and with what loads later: one file for each layout's script, which is
 * on every page of that layout, and one for each other page's, as far as that is little and brings no package along.
 * The bundler by itself would make a file of each set of modules that are shared alike, and a request costs more than
 * most of them hold.
 */
export const pageChunks = {
  // A package's modules come along with those of ours that import them.
  test: (id: string) => !id.includes(PACKAGE),
  name(id: string, graph: Graph): string | null {
    const scripts = scriptsWith(id, graph);
    if (scripts.some(isOfLayout)) return 'site';
    const [script, another] = scripts;
    if (!script || another || !isLittle(id, graph)) return null;
    return `page-${SCRIPT.exec(script)?.[1]}`;
  },
  // What only the script itself needs stays in it.
  minShareCount: 2,
};

const isOfLayout = (script: string): boolean => script.includes(LAYOUT);

/** The scripts of pages and layouts that import the module at once. */
function scriptsWith(id: string, graph: Graph): string[] {
  return reached(id, (one) => graph.getModuleInfo(one)?.importers).filter((one) => SCRIPT.test(one));
}

function isLittle(id: string, graph: Graph): boolean {
  const parts = reached(id, (one) => graph.getModuleInfo(one)?.importedIds);
  const added = parts.filter((one) => !scriptsWith(one, graph).some(isOfLayout));
  const length = added.reduce((sum, one) => sum + (graph.getModuleInfo(one)?.code?.length ?? 0), 0);
  return length <= MAX_PAGE_PART && !added.some((one) => one.includes(PACKAGE));
}

/** The module and all that can be reached from it by `next`. */
function reached(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([id]);
  for (const one of found) for (const other of next(one) ?? []) found.add(other);
  return [...found];
}
