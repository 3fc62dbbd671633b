import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findChromium } from '../scripts/chromium.ts';

const root = path.resolve(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/content/README.md',
  ...globSync('docs/**/*.md', { cwd: root }),
];

/** A heading as GitHub writes it into the address of its anchor. */
function anchorOf(heading: string): string {
  const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
  return words
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

const anchorsIn = (file: string) =>
  [...textOf(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** The links of a page to files of ours that lead nowhere. Addresses of the site, as in an example, begin with a slash. */
function deadLinks(page: string): string[] {
  const text = textOf(page).replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const links = [...text.matchAll(/\]\((?!https?:|\/)([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [file = '', anchor] = link.split('#');
    const target = file ? path.join(path.dirname(page), file) : page;
    if (!existsSync(path.join(root, target))) return true;
    return anchor !== undefined && !anchorsIn(target).includes(anchor);
  });
}

test('every link to a file or a heading leads there', () => {
  expect(pages.flatMap((page) => deadLinks(page).map((link) => `${page}: ${link}`))).toEqual([]);
});

const sources = globSync(
  [
    '{src,netlify,build,scripts,tests,public}/**/*.{ts,tsx,astro,css,mjs,js}',
    '*.{mjs,ts,toml}',
    '.env.example',
    '.github/**/*.yml',
  ],
  { cwd: root },
);

const COMMENTS = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^\s*#.*$|<!--[\s\S]*?-->/gm;
/**
 * `src/lib/fill.ts`, `src/pages/[...language]/book.astro`, `docs/decisions/012`; not the package `@netlify/blobs`, nor
 * what a dealer may leave out of `brand/`.
 */
const PATHS = /(?<![\w./@-])(?:src|tests|build|scripts|netlify|docs)\/(?:[\w./-]|\[[\w.]+\])*/g;

/** The files and folders of ours that a text names and that are not there; a decision may be named by its number. */
function missingPaths(text: string): string[] {
  const named = [...text.matchAll(PATHS)].map(([found]) => found.replace(/\.+$/, ''));
  return named.filter((found) => {
    const isDecision = /^docs\/decisions\/\d+$/.test(found);
    return isDecision ? globSync(`${found}-*.md`, { cwd: root }).length === 0 : !existsSync(path.join(root, found));
  });
}

test('every file that a comment or a page of the documentation names is there, and every page that a message names', () => {
  const comments = sources.map((file) => {
    const text = textOf(file);
    return { file, text: [...text.matchAll(COMMENTS), ...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)].join('\n') };
  });
  const prose = pages.map((file) => ({ file, text: textOf(file).replace(/```[\s\S]*?```/g, '') }));
  const missing = [...comments, ...prose].flatMap(({ file, text }) =>
    missingPaths(text).map((named) => `${file}: ${named}`),
  );
  expect(missing).toEqual([]);
  expect(missingPaths('See src/nowhere.ts, docs/decisions/999; not @netlify/blobs, src/lib/')).toHaveLength(2);
});

/** `offerOf`, `lead.ts`, `slots/`: a name of code, a file or a folder, in a span of its own. */
const NAMES = /(?<!`)`([a-z][a-z\d]*[A-Z]\w*|[\w[][\w./[\]-]*\.(?:tsx?|astro|m?js|css|json|toml)|[\w./-]+\/)`/g;

test('every name of code that a page of the documentation gives is in the code', () => {
  const files = globSync('{src,netlify,build,brand,scripts,tests,public}/**', { cwd: root });
  const code = [...files.map((file) => `/${file}/`), ...sources.map(textOf), textOf('package.json')].join('\n');
  const missing = pages.flatMap((file) =>
    [...textOf(file).matchAll(NAMES)]
      .filter(([, name = '']) => !code.includes(name))
      .map(([span]) => `${file}: ${span}`),
  );
  expect(missing).toEqual([]);
});

test('a page of decisions has at most 40 lines', () => {
  const decisions = globSync('docs/decisions/*-*.md', { cwd: root });
  expect(decisions.filter((file) => textOf(file).trimEnd().split('\n').length > 40)).toEqual([]);
});

const { scripts, dependencies, devDependencies } = JSON.parse(textOf('package.json'));

test('every command of npm that a text names is there', () => {
  const texts = [...pages, ...sources].map((file) => ({ file, text: textOf(file) }));
  const missing = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bnpm run ([a-z]+(?::[a-z]\w*)?)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${file}: ${command}`),
  );
  expect(missing).toEqual([]);
});

test('every command of npm is named in the documentation', () => {
  const prose = pages.map(textOf).join('\n');
  expect(Object.keys(scripts).filter((name) => !RegExp(`\\bnpm (run )?${name}(?![\\w:])`).test(prose))).toEqual([]);
});

/** The words that a text writes after a command: in the command's span, and in the later spans of the line. */
const given = [...pages, ...sources].flatMap((file) =>
  [...textOf(file).matchAll(/\bnpm run ([a-z:]+)(?: -- ([^`'"\n]*))?`?(.*)/g)].flatMap(([, name, words = '', rest]) => {
    const others = file.endsWith('.md') ? [...(rest ?? '').matchAll(/`(?:-- )?([^`]+)`/g)] : [];
    const spans = [words, ...others.map(([, span = '']) => span)].filter((span) => !span.startsWith('npm '));
    return spans.flatMap((span) => span.split(' ')).map((word) => ({ file, name: name ?? '', word }));
  }),
);

test('every option that a text gives to a command is one that its program knows', () => {
  // Playwright gets the others of `look`.
  const options = given.filter(({ name, word }) => word.startsWith('--') && name !== 'look');
  expect(options.length).toBeGreaterThan(7);
  const programOf = (name: string): string => textOf(scripts[name]?.match(/\S+\.ts$/)?.[0] ?? 'package.json');
  const isKnown = (name: string, option = '') => RegExp(`\\b${option}\\b.*: \\{ type: `).test(programOf(name));
  expect(options.filter(({ name, word }) => !isKnown(name, word.match(/[a-z][a-z-]*/)?.[0]))).toEqual([]);
});

/** What `npm run` with these words would do, without npm. */
function run(words: string): { code: number | null; output: string } {
  const [name = '', ...args] = words.split(' ');
  // Without the build, which comes before the tests in the browser and takes no argument.
  const command = scripts[name].replace('build,', '');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${command} "$@"`, 'sh', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

test.each<[words: string, code: number, said: string | RegExp]>([
  ['test:unit -- src/lib/fill', 0, /\n[1-9]\d* passed, 0 failed/],
  ['check -- src', 1, 'npm run test:unit -- <file>'],
  ['look', 1, 'Name a commit'],
  ['attack -- --only nobody', 1, 'sign-in'],
  ['owner:reset -- --form', 1, 'There are: --netlify'],
  ['backup -- --form', 1, 'It takes none'],
  ['google:connect', 1, 'GOOGLE_CLIENT_ID is missing'],
])('`npm run %s` ends with %i and says what it should', (words, code, said) => {
  const outcome = run(words.replace('-- ', ''));
  expect([outcome.output, outcome.code]).toEqual([expect.stringMatching(said), code]);
});

test.runIf(findChromium())('`npm run test:e2e -- <file>` runs the tests of that file alone', () => {
  const { code, output } = run('test:e2e tests/e2e/home-deals.spec.ts --list');
  expect([code, output]).toEqual([0, expect.stringMatching(/\d+ tests? in 1 file\n/)]);
});

test.each([
  ['bench', 'bench', 0],
  ['test:long', 'test:long nobody', 1],
  ['test:content', 'test:content nobody', 1],
])('`npm run %s` knows each name that a text gives to it, and says which there are', (command, words, code) => {
  const outcome = run(words);
  const names = given.flatMap(({ name, word }) => (name === command && /^[a-z][a-z-]*$/.test(word) ? [word] : []));
  expect(names.length).toBeGreaterThan(0);
  expect(outcome.code).toBe(code);
  expect(names.filter((name) => !RegExp(`\\b${name}\\b`).test(outcome.output))).toEqual([]);
});

test('docs/dependencies.md gives the reason for every package', () => {
  const listed = textOf('docs/dependencies.md');
  // A dealer chooses the typefaces.
  const names = Object.keys({ ...dependencies, ...devDependencies }).map((name) =>
    name.replace(/^(@fontsource(-variable)?)\/.*/, '$1/*'),
  );
  expect(names.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});
