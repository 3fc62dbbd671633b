import { globSync, readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SERVER = 'contracts business lead lib i18n env site';
const SITE = 'islands/* brand browser contracts lib i18n business assets styles';

/** What each zone may import beside itself. `x/*`: every zone below `x`; a path from `src/`: that file. */
const rules: Readonly<Record<string, string>> = {
  // The types of what brand/ may leave out.
  business: 'brand i18n lib src/schemas/settings.ts',
  i18n: 'brand lib',
  // The codes of the rules, the languages and the form's cities; what a phone number and a name are.
  contracts:
    'src/i18n/en/owner-rules.ts src/i18n/language.ts src/lib/contact.ts src/lib/label.ts src/lib/offers-texts.ts src/lib/range.ts src/lib/time/units.ts brand',
  lib: 'brand',
  // What is true of a lead, for the server and the owner's pages.
  lead: 'brand contracts i18n lib',
  browser: 'contracts lib i18n',
  'islands/ui': 'browser contracts lib i18n',
  // The editor uses the schemas of the build.
  'islands/admin': 'brand islands/ui browser contracts lead lib i18n schemas',
  'islands/*': 'islands/ui browser contracts lib i18n',
  components: 'brand browser build business contracts lib i18n assets styles',
  layouts: `components ${SITE}`,
  pages: `components layouts build ${SITE}`,
  // The build draws the server's templates.
  build: 'brand business lib server/pages src/i18n/language.ts src/i18n/site-languages.ts',
  // The bounds of the hours.
  schemas: 'brand lib i18n src/contracts/hours.ts',
  'content.config': 'schemas src/i18n/site-languages.ts',
  env: '',
  site: 'business env',
  'server/storage': SERVER,
  'server/leads': `${SERVER} server/slots server/storage`,
  'server/limits': `${SERVER} server/storage`,
  'server/media': `${SERVER} server/storage`,
  'server/slots': `${SERVER} server/storage`,
  'server/auth': `${SERVER} server/limits server/storage`,
  'server/gallery': `${SERVER} server/media server/storage`,
  'server/calendar': `${SERVER} netlify/server/outbox/post.ts server/leads server/slots server/storage`,
  'server/booking': `${SERVER} server/calendar server/leads server/news server/slots server/storage`,
  'server/outbox': `${SERVER} server/leads server/slots server/storage`,
  'server/news': `${SERVER} server/leads server/limits server/outbox server/slots server/storage`,
  // The list of all channels. One channel never imports another.
  'server/channels': `${SERVER} server/channels/* server/news server/outbox server/storage`,
  'server/channels/*': `${SERVER} server/calendar server/leads server/limits server/news server/outbox server/slots server/storage`,
  'server/pages': `${SERVER} server/booking server/slots .netlify/page-templates/*`,
  'server/setup': `${SERVER} server/auth server/leads server/storage`,
  'server/backups': `${SERVER} server/auth server/calendar server/leads server/media server/slots server/storage`,
  // The list of all kinds of records has the schema of each.
  'server/records': `${SERVER} server/*`,
  'server/http': `${SERVER} server/*`,
  functions: 'contracts server/*',
  local: 'env lib',
};

const { imports: aliases }: { imports: Record<string, string> } = JSON.parse(await readFile('package.json', 'utf8'));
const sources = new Map<string, string>();
// By a name: knip takes a pattern in the call itself for imports of all that it finds.
const pattern = '{src,netlify,build}/**/*.{ts,tsx,astro}';
for await (const file of glob(pattern)) sources.set(file, await readFile(file, 'utf8'));

const isTest = (file: string) => /\.test\.tsx?$/.test(file);

const CODE_OF_ASTRO = /^\s*---\r?\n([\s\S]*?)\r?\n---|<script\b[^>]*>([\s\S]*?)<\/script>/g;

/** All imports of a file, types too; an Astro file's frontmatter and scripts have them. */
function importsOf(file: string, text: string): string[] {
  const parts = [...text.matchAll(CODE_OF_ASTRO)].map(([, frontmatter, script]) => frontmatter ?? script);
  const { importedFiles } = ts.preProcessFile(file.endsWith('.astro') ? parts.join('\n;\n') : text, true, true);
  return importedFiles.map(({ fileName }) => fileName.replace(/\?.*$/, ''));
}

/** A path from the project's root; a package by its name. */
function targetOf(from: string, address: string): string {
  if (address.startsWith('.')) return path.join(path.dirname(from), address);
  for (const [alias, target] of Object.entries(aliases)) {
    const start = alias.replace('*', '');
    if (address === alias || (alias !== start && address.startsWith(start)))
      return path.normalize(target.replace('*', address.slice(start.length)));
  }
  return address;
}

/** The zone of a file; its own path if it has none. */
function zoneOf(file: string): string {
  const [top = '', second = '', third = '', ...deeper] = file.split('/');
  if (top === 'src') {
    const isNested = second === 'islands' || second === 'content';
    return (isNested ? `${second}/${third}` : second).replace(/\.tsx?$/, '');
  }
  if (top === 'build' || top === 'brand') return top;
  if (top !== 'netlify') return file;
  if (second !== 'server') return second;
  if (deeper.length === 0) return third.replace(/\.ts$/, '');
  return third === 'channels' && deeper.length > 1 ? `server/channels/${deeper[0]}` : `server/${third}`;
}

/** The rule that an import breaks. */
function brokenRule(from: string, address: string): string | null {
  const file = targetOf(from, address);
  if (from.startsWith('src/') && file.startsWith('netlify/')) return 'src never imports netlify';
  if (isTest(from)) return null;
  const [zone, imported] = [zoneOf(from), zoneOf(file)];
  if (file === address) return brokenPackageRule(zone, address);
  if (zone === imported) return null;
  const rule = rules[zone] ?? rules[zone.replace(/\/[^/]*$/, '/*')];
  if (rule === undefined) return `no rule says what ${zone} may import`;
  const isAllowed = rule.split(' ').some((name) => {
    return name === file || name === imported || (name.endsWith('/*') && imported.startsWith(name.slice(0, -1)));
  });
  return isAllowed ? null : `${zone} may import ${rule || 'nothing'}`;
}

function brokenPackageRule(zone: string, name: string): string | null {
  if (name.startsWith('#')) return 'no alias of package.json leads there';
  if (name === 'zod' || name.startsWith('zod/v')) return 'zod/mini is the zod of this project';
  if (zone === 'contracts' && name !== 'zod/mini') return 'contracts may import zod/mini alone';
  const isReact = /^(react|react-dom|@nanostores\/react|@radix-ui\/.*)(\/|$)/.test(name);
  return isReact && !zone.startsWith('islands/') ? 'React is for islands alone' : null;
}

const breachesOf = (file: string, text: string) =>
  importsOf(file, text).flatMap((address) => {
    const rule = brokenRule(file, address);
    return rule ? [`${file} imports ${address}: ${rule}`] : [];
  });

test('every file imports what the design allows', () => {
  expect(sources.size).toBeGreaterThan(100);
  expect([...sources].flatMap(([file, text]) => breachesOf(file, text))).toEqual([]);
  // An address that only shows when it runs escapes these rules.
  const hidden = [...sources].filter(([, text]) => /\bimport\((?!\s*['")])/.test(text));
  expect(hidden.map(([file]) => zoneOf(file))).toEqual(['local']);
});

test.each([
  ['src/contracts/a.ts', `import { z } from 'zod';`, 'zod/mini is the zod of this project'],
  ['src/contracts/a.ts', `import { format } from 'date-fns';`, 'contracts may import zod/mini alone'],
  ['src/contracts/a.ts', `import { book } from '#i18n/en/book';`, 'contracts may import src/i18n/en/owner-rules.ts'],
  ['src/lib/a.ts', `type Page = import('#business').Page;`, 'lib may import brand'],
  ['src/lib/deep/a.ts', `import { useState } from 'react';`, 'React is for islands alone'],
  ['src/lib/a.ts', `import { x } from '#nowhere/x';`, 'no alias of package.json leads there'],
  [
    'src/islands/gallery/A.tsx',
    `const page = await import('../booking/B.tsx');`,
    'islands/gallery may import islands/ui',
  ],
  ['src/components/A.astro', `<p />\n<script>\n  import '#islands/x.ts';\n</script>`, 'components may import'],
  ['src/pages/a.astro', `---\nimport { x } from '#schemas/x';\n---`, 'pages may import'],
  ['src/lib/a.test.ts', `import { loadEnv } from '#server/env';`, 'src never imports netlify'],
  ['netlify/server/leads/a.ts', `export { x } from '../news/notifier.ts';`, 'server/leads may import'],
  ['netlify/server/news/a.ts', `import { push } from '#server/channels/push/push';`, 'server/news may import'],
  ['netlify/server/channels/push/a.ts', `import { x } from '../mail/letter.ts';`, 'server/channels/push may import'],
  ['netlify/server/channels/push/a.ts', `import { x } from '#server/http/log';`, 'server/channels/push may import'],
  ['netlify/server/jobs/a.ts', `import { x } from '#server/storage/stores';`, 'no rule says what server/jobs'],
])('%s may not: %s', (file, text, rule) => {
  expect(breachesOf(file, text)).toEqual([expect.stringContaining(rule)]);
});

test('no two folders side by side import each other; the linter finds files that do (noImportCycles)', () => {
  const edges = new Set<string>();
  for (const [file, text] of sources) {
    const from = path.dirname(file);
    for (const address of isTest(file) ? [] : importsOf(file, text)) {
      const to = path.dirname(targetOf(file, address));
      if (path.dirname(from) === path.dirname(to) && from !== to) edges.add(`${from} ${to}`);
    }
  }
  expect(edges.size).toBeGreaterThan(10);
  expect([...edges].filter((edge) => edges.has(edge.split(' ').reverse().join(' ')))).toEqual([]);
});

test('a function file has at most 25 lines: a table, or steps; a test beside it, or beside a page, would become a route', () => {
  for (const [file, text] of sources) {
    if (!/^(netlify\/functions|src\/pages)\//.test(file)) continue;
    expect(isTest(file), file).toBe(false);
    if (file.startsWith('netlify/')) expect(text.trimEnd().split('\n').length, file).toBeLessThanOrEqual(25);
  }
});

/** What holds elements and never text, by its name. */
const HOLDS_ELEMENTS = /^(announcement|blur|button|children|cloneElement|createPortal|slider)$/;

/** The expression may be drawn as a text. */
function mayBeText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return mayBeText(node.expression);
  if (ts.isBinaryExpression(node)) return mayBeText(node.right);
  if (ts.isConditionalExpression(node)) return mayBeText(node.whenTrue) || mayBeText(node.whenFalse);
  if (ts.isCallExpression(node)) return !/\.map$/.test(node.expression.getText()) && mayBeText(node.expression);
  if (ts.isIdentifier(node)) return !HOLDS_ELEMENTS.test(node.text);
  return !ts.isJsxElement(node) && !ts.isJsxSelfClosingElement(node) && !ts.isJsxFragment(node);
}

/** `say('Log out')`: a text that never changes. */
const isSaid = (node: ts.Node) =>
  ts.isCallExpression(node) &&
  node.expression.getText() === 'say' &&
  node.arguments.length === 1 &&
  node.arguments.every(ts.isStringLiteral);

/** Both sides of a condition are drawn into the same element, so its texts change. */
function isDrawnInTurns(node: ts.Node): boolean {
  const { parent } = ts.isParenthesizedExpression(node.parent) ? node.parent : node;
  if (!ts.isConditionalExpression(parent)) return false;
  const [one, other] = [parent.whenTrue, parent.whenFalse].map((side) => /^\(?\s*<([\w.]+)/.exec(side.getText())?.[1]);
  return one !== undefined && one === other;
}

/** Texts beside what changes. A text that is the element's key goes with it. */
function looseTexts(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces));
      const values = children.flatMap((child) =>
        ts.isJsxExpression(child) && child.expression ? child.expression : [],
      );
      const changing = values.filter((value) => !isSaid(value) && !(ts.isStringLiteral(value) && !value.text.trim()));
      const isLoose = (child: ts.JsxChild) =>
        ts.isJsxText(child) ||
        (ts.isJsxExpression(child) && child.expression !== undefined && isSaid(child.expression)) ||
        (ts.isJsxExpression(child) &&
          changing.some((value) => value === child.expression && mayBeText(value)) &&
          !node.getText().includes(`key=${child.getText()}`));
      const mayChange = changing.length > 0 || isDrawnInTurns(node);
      if (children.length > 1 && mayChange)
        found.push(...children.filter(isLoose).map((child) => child.getText().trim()));
    }
    node.forEachChild(visit);
  };
  visit(source);
  return found.map((loose) => `${file}: ${loose}`);
}

test('a text beside what changes has an element of its own, since translators put theirs in its place', () => {
  const found = [...sources].flatMap(([file, text]) => (file.endsWith('.tsx') ? looseTexts(file, text) : []));
  expect(found).toEqual([]);
  const example = (jsx: string) => looseTexts('example.tsx', `export const example = ${jsx};`).length;
  const wrong = ['<p><b />{name}</p>', '<p>By {name}</p>', "<p>{a && 'a'}{b}</p>", '<p>{a && <b />} text</p>'];
  expect([...wrong, "<p>{say('By')}{name}</p>"].map(example)).toEqual([1, 2, 2, 1, 2]);
  expect(example('a ? <p><i />on</p> : <p><i />off</p>')).toBe(2);
  const right = [
    "<p>{'By ' + name}</p>",
    '<p><b />text</p>',
    "<p><b />{say('text')}</p>",
    '<p><b />{children}</p>',
    "<p><b>{a}</b>{' '}<i>{b}</i></p>",
  ];
  expect(right.map(example)).toEqual([0, 0, 0, 0, 0]);
});

test('a file of the owner’s is downloaded by `ExportLink`, which asks for the sign-in where the session has ended', () => {
  const isDownload = /\sdownload(?=[\s>=])(?=[^<]*>)/;
  const files = [...sources].filter(([file, code]) => /\/admin\/.*\.(tsx|astro)$/.test(file) && isDownload.test(code));
  expect(files.map(([file]) => file)).toEqual(['src/islands/admin/ExportLink.tsx']);
});

test('the style of an Astro file is scoped: what several share is a class in src/styles', () => {
  const files = [...sources].filter(([file, code]) => file.endsWith('.astro') && /<style[^>]*\bis:global\b/.test(code));
  expect(files.map(([file]) => file)).toEqual([]);
});

test('no two files of neighboring folders share a name, but pages (their addresses) and languages (their texts)', () => {
  const files = globSync('{src,netlify,build,scripts}/**/*.{ts,tsx,astro,css}');
  const named = Map.groupBy(files, (file) => path.join(path.dirname(file), '..', path.basename(file)));
  const isExcepted = (file: string) => /^src\/(pages|i18n\/\w\w)\//.test(file);
  expect(named.size).toBeGreaterThan(100);
  expect([...named.values()].filter((twins) => twins.length > 1 && !twins.every(isExcepted))).toEqual([]);
});

test('the title of a test is a sentence of at most 130 characters', () => {
  const files = globSync('{tests,src,netlify,build,scripts}/**/*.{test,spec}.ts');
  const titles = files.flatMap(
    (file) => readFileSync(file, 'utf8').match(/(['"`])[^\n]{8,}?\1(?=,\s+(async )?[({])/g) ?? [],
  );
  expect(titles.length).toBeGreaterThan(1000);
  expect(titles.filter((title) => title.length > 132)).toEqual([]);
});
