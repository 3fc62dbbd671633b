import { type Aliases, importsOf, resolveImport } from './imports.ts';

/** A file by its path from the root of the project, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const MAX_LINES = 250;

/**
 * Who may import whom. A zone may always import itself; `x/*` stands for every zone below `x`.
 * The first rule that names the importing zone counts.
 */
const rules: readonly (readonly [zone: string, mayImport: readonly string[]])[] = [
  ['business', ['content/settings', 'i18n', 'lib']],
  ['i18n', ['lib']],
  ['contracts', ['i18n', 'content/settings']],
  ['lib', []],
  ['islands/ui', ['contracts', 'lib', 'i18n']],
  // The editor is made from what the build checks the content with.
  ['islands/admin', ['islands/ui', 'contracts', 'lib', 'i18n', 'schemas']],
  ['islands/*', ['islands/ui', 'contracts', 'lib', 'i18n']],
  // The script that every page loads decides what else is loaded.
  ['scripts', ['contracts', 'lib', 'i18n', 'islands/*']],
  ['components', ['contracts', 'lib', 'i18n', 'assets', 'styles']],
  ['layouts', ['components', 'islands/*', 'scripts', 'contracts', 'lib', 'i18n', 'business', 'assets', 'styles']],
  [
    'pages',
    ['components', 'layouts', 'islands/*', 'scripts', 'contracts', 'lib', 'i18n', 'business', 'assets', 'styles'],
  ],
  ['schemas', ['lib', 'i18n']],
  ['content.config', ['schemas']],
  ['env', []],
  ['server/pages', ['contracts', 'business', 'lib', 'i18n', 'server/* but http', '.netlify/page-templates/*']],
  ['server/http', ['contracts', 'business', 'lib', 'i18n', 'env', 'server/*']],
  ['server/*', ['contracts', 'business', 'lib', 'i18n', 'env', 'server/* but http']],
  ['functions', ['contracts', 'server/*']],
  ['local', ['env', 'lib']],
];

/** Every breach of the rules, in one line each: the file, what it imports, and the rule. */
export function findBreaches(files: readonly SourceFile[], aliases: Aliases): string[] {
  return files.flatMap((file) => [...misplaced(file), ...tooLong(file), ...badImports(file, aliases)]);
}

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

function misplaced({ path }: SourceFile): string[] {
  const isRouted = path.startsWith('src/pages/') || path.startsWith('netlify/functions/');
  if (!isRouted || !isTest(path)) return [];
  return [`${path}: a test here would become a route; put it under tests/`];
}

function tooLong({ path, text }: SourceFile): string[] {
  const lines = text.split('\n').length - 1;
  return lines > MAX_LINES && !isTest(path) ? [`${path}: ${lines} lines, at most ${MAX_LINES}`] : [];
}

function badImports({ path, text }: SourceFile, aliases: Aliases): string[] {
  return importsOf(path, text).flatMap((address) => {
    if (address === null) {
      return zoneOf(path) === 'local' ? [] : [`${path}: imports an address that only shows when it runs`];
    }
    const rule = brokenRule(path, resolveImport(path, address, aliases));
    return rule ? [`${path} imports ${address}: ${rule}`] : [];
  });
}

function brokenRule(from: string, target: { file: string } | { package: string }): string | null {
  if ('package' in target) return brokenPackageRule(from, target.package);
  if (from.startsWith('src/') && target.file.startsWith('netlify/')) return 'src never imports netlify';
  if (isTest(from)) return null;
  const [zone, imported] = [zoneOf(from), zoneOf(target.file)];
  if (zone === imported) return null;
  const rule = rules.find(([name]) => covers(name, zone));
  if (!rule) return `no rule says what ${zone} may import`;
  const [, allowed] = rule;
  return allowed.some((name) => covers(name, imported))
    ? null
    : `${zone} may import ${allowed.join(', ') || 'nothing'}`;
}

function brokenPackageRule(from: string, name: string): string | null {
  const zone = zoneOf(from);
  if (isTest(from) || name.startsWith('astro:')) return null;
  if (name.startsWith('#')) return 'no alias of package.json leads there';
  if (name === 'zod' || name.startsWith('zod/v')) return 'zod/mini is the zod of this project';
  if (zone === 'contracts' && name !== 'zod/mini') return 'contracts may import zod/mini alone';
  const isReact = /^(react|react-dom|@nanostores\/react)(\/|$)/.test(name) || name.startsWith('@radix-ui/');
  return isReact && !zone.startsWith('islands/') ? 'React is for islands alone' : null;
}

function covers(name: string, zone: string): boolean {
  const [folder = '', exception] = name.split(' but ');
  if (!folder.endsWith('/*')) return folder === zone;
  return zone.startsWith(folder.slice(0, -1)) && zone !== `${folder.slice(0, -2)}/${exception}`;
}

/** The part of the design that a file belongs to; its own path where it belongs to none. */
function zoneOf(path: string): string {
  const [top = '', second = '', third = '', ...deeper] = path.split('/');
  const zone = second.replace(/\.ts$/, '');
  if (top === 'src' && second === 'islands') return `islands/${third.replace(/\.tsx?$/, '')}`;
  if (top === 'src' && second === 'content') return `content/${third}`;
  if (top === 'src') return zone;
  if (top !== 'netlify') return path;
  if (second !== 'server') return zone;
  return deeper.length > 0 ? `server/${third}` : third.replace(/\.ts$/, '');
}
