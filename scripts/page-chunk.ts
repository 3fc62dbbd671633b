/** What Vite's bundler tells of a module. */
interface Graph {
  getModuleInfo(id: string): {
    readonly code: string | null;
    readonly importers: readonly string[];
    readonly importedIds: readonly string[];
  } | null;
}

/** The script of a layout, and of any page: ids that Astro gives to a `<script>`. */
const LAYOUT_SCRIPT = /\/src\/layouts\/.*[?&]type=script/;
const SCRIPT = /[?&]type=script/;
const PACKAGE = '/node_modules/';
/** Characters of code, before it is made smaller: what every page may carry for the sake of one. */
const MAX_SHARED_BY_ONE_PAGE = 5000;

/**
 * One file for what the pages' own scripts share with islands and with what loads later. The bundler by itself would
 * make a file of each set of modules that are shared alike, and a request costs more than most of them hold.
 * In it goes what a layout's script imports at once, since it is on every page of that layout; and what another page's
 * script imports, where that is little and brings no package along that is not in the file anyway.
 */
export const pageChunk = {
  // A package's modules come along with those of ours that import them.
  test: (id: string) => !id.includes(PACKAGE),
  name: (id: string, graph: Graph) => (isOnEveryPage(id, graph) || isLittle(id, graph) ? 'site' : null),
  // What only the script itself needs stays in it.
  minShareCount: 2,
};

function isOnEveryPage(id: string, graph: Graph): boolean {
  return reached(id, (one) => graph.getModuleInfo(one)?.importers).some((one) => LAYOUT_SCRIPT.test(one));
}

function isLittle(id: string, graph: Graph): boolean {
  const isInScript = reached(id, (one) => graph.getModuleInfo(one)?.importers).some((one) => SCRIPT.test(one));
  if (!isInScript) return false;
  const added = reached(id, (one) => graph.getModuleInfo(one)?.importedIds).filter((one) => !isOnEveryPage(one, graph));
  const length = added.reduce((sum, one) => sum + (graph.getModuleInfo(one)?.code?.length ?? 0), 0);
  return length <= MAX_SHARED_BY_ONE_PAGE && !added.some((one) => one.includes(PACKAGE));
}

/** The module and all that can be reached from it by `next`. */
function reached(id: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([id]);
  for (const one of found) for (const other of next(one) ?? []) found.add(other);
  return [...found];
}
