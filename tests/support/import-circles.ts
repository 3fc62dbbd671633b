import path from 'node:path';
import type { SourceFile } from './architecture.ts';
import { type Aliases, importsOf, resolveImport } from './imports.ts';

/** Each name with the names that it imports, without itself. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** One line for each circle of imports, types included, between files or between neighboring folders. */
export function findCircles(files: readonly SourceFile[], aliases: Aliases): string[] {
  const imports = fileGraph(files, aliases);
  const parents = new Set([...imports.keys()].flatMap(foldersAbove));
  const graphs = [imports, ...[...parents].map((parent) => folderGraph(parent, imports))];
  return graphs.flatMap(circlesOf).map((names) => names.sort().join(' <-> '));
}

function fileGraph(files: readonly SourceFile[], aliases: Aliases): Graph {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map(({ path: from, text }) => {
      const targets = importsOf(from, text).flatMap((address) => {
        const target = address === null ? null : resolveImport(from, address, aliases);
        return target && 'file' in target && known.has(target.file) && target.file !== from ? [target.file] : [];
      });
      return [from, new Set(targets)] as const;
    }),
  );
}

function foldersAbove(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [folder] : [folder, ...foldersAbove(folder)];
}

/** The folders directly in `parent`, without the files beside them. */
function folderGraph(parent: string, imports: Graph): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [file, targets] of imports) {
    const from = folderIn(parent, file);
    if (!from) continue;
    const imported = graph.get(from) ?? new Set();
    graph.set(from, imported);
    for (const target of targets) {
      const to = folderIn(parent, target);
      if (to && to !== from) imported.add(to);
    }
  }
  return graph;
}

function folderIn(parent: string, file: string): string | null {
  const relative = path.posix.relative(parent, file).split('/');
  return relative.length > 1 && relative[0] !== '..' ? path.posix.join(parent, relative[0] ?? '') : null;
}

/** Tarjan's strongly connected components of more than one name. */
function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (name: string): number => {
    const index = order.size;
    order.set(name, index);
    lowest.set(name, index);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      const reached = order.has(next) ? open.includes(next) && order.get(next) : visit(next);
      if (typeof reached === 'number') lowest.set(name, Math.min(lowest.get(name) ?? index, reached));
    }
    if (lowest.get(name) === index) circles.push(open.splice(open.indexOf(name)));
    return lowest.get(name) ?? index;
  };
  for (const name of graph.keys()) if (!order.has(name)) visit(name);
  return circles.filter((names) => names.length > 1);
}
