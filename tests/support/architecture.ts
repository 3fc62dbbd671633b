import { type Aliases, importsOf, resolveImport } from './imports.ts';

/** `path` is relative to the project, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Every domain of the server may import these. */
const BESIDE_SERVER = ['contracts', 'business', 'lib', 'i18n', 'env'];

/** The siblings that each domain may import; `http` all. */
const siblings: Readonly<Record<string, readonly string[]>> = {
  storage: [],
  leads: ['storage'],
  limits: ['storage'],
  media: ['storage'],
  slots: ['storage'],
  auth: ['limits', 'storage'],
  gallery: ['media', 'storage'],
  calendar: ['leads', 'slots', 'storage'],
  booking: ['calendar', 'leads', 'slots', 'storage'],
  mail: ['booking', 'calendar', 'leads', 'limits', 'slots', 'storage'],
  alerts: ['leads', 'mail', 'slots', 'storage'],
  pages: ['booking', 'slots'],
  http: ['*'],
};

/** A zone may import itself. `x/*`: every zone below `x`; a path from `src/`: that file. The first rule counts. */
const rules: readonly (readonly [zone: string, mayImport: readonly string[]])[] = [
  ['business', ['content/settings', 'i18n', 'lib']],
  ['i18n', ['lib']],
  // The codes of the rules, the languages and the form's cities.
  ['contracts', ['src/i18n/en/owner-rules.ts', 'src/i18n/language.ts', 'src/content/settings/cities.json']],
  ['lib', []],
  ['browser', ['contracts', 'lib', 'i18n']],
  ['islands/ui', ['browser', 'contracts', 'lib', 'i18n']],
  // The editor uses the schemas of the build.
  ['islands/admin', ['islands/ui', 'browser', 'contracts', 'lib', 'i18n', 'schemas']],
  ['islands/*', ['islands/ui', 'browser', 'contracts', 'lib', 'i18n']],
  ['components', ['browser', 'contracts', 'lib', 'i18n', 'assets', 'styles']],
  ['layouts', ['components', 'islands/*', 'browser', 'contracts', 'lib', 'i18n', 'business', 'assets', 'styles']],
  [
    'pages',
    [
      'components',
      'layouts',
      'islands/*',
      'browser',
      'contracts',
      'lib',
      'i18n',
      'business',
      'assets',
      'styles',
      'build',
    ],
  ],
  // The build draws the server's templates.
  ['build', ['lib', 'server/pages']],
  ['schemas', ['lib', 'i18n']],
  ['content.config', ['schemas']],
  ['env', []],
  ...Object.entries(siblings).map(([domain, names]) => {
    const templates = domain === 'pages' ? ['.netlify/page-templates/*'] : [];
    return [`server/${domain}`, [...BESIDE_SERVER, ...names.map((name) => `server/${name}`), ...templates]] as const;
  }),
  ['functions', ['contracts', 'server/*']],
  ['local', ['env', 'lib']],
];

/** One line for each breach: the file, its import and the rule. */
export function findBreaches(files: readonly SourceFile[], aliases: Aliases): string[] {
  return files.flatMap((file) => [...misplaced(file), ...badImports(file, aliases)]);
}

const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);

function misplaced({ path }: SourceFile): string[] {
  const isRouted = path.startsWith('src/pages/') || path.startsWith('netlify/functions/');
  if (!isRouted || !isTest(path)) return [];
  return [`${path}: a test here would become a route; put it under tests/`];
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
  const { file } = target;
  const [zone, imported] = [zoneOf(from), zoneOf(file)];
  if (zone === imported) return null;
  const rule = rules.find(([name]) => covers(name, zone));
  if (!rule) return `no rule says what ${zone} may import`;
  const [, allowed] = rule;
  return allowed.some((name) => name === file || covers(name, imported))
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
  return name.endsWith('/*') ? zone.startsWith(name.slice(0, -1)) : name === zone;
}

/** The zone of a file; its own path if it has none. */
function zoneOf(path: string): string {
  const [top = '', second = '', third = '', ...deeper] = path.split('/');
  const zone = second.replace(/\.ts$/, '');
  if (top === 'src' && second === 'islands') return `islands/${third.replace(/\.tsx?$/, '')}`;
  if (top === 'src' && second === 'content') return `content/${third}`;
  if (top === 'src') return zone;
  if (top === 'build') return top;
  if (top !== 'netlify') return path;
  if (second !== 'server') return zone;
  return deeper.length > 0 ? `server/${third}` : third.replace(/\.ts$/, '');
}
