import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SEEDS } from '#tests/support/chance';

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
  ['{src,netlify,scripts,tests}/**/*.{ts,tsx,astro,css,mjs,js}', '*.{mjs,ts,toml}', '.env.example', '.github/**/*.yml'],
  { cwd: root },
);

const COMMENTS = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^\s*#.*$|<!--[\s\S]*?-->/gm;
/** `src/lib/fill.ts`, `src/pages/[...language]/book.astro`, `docs/decisions/012`; not the package `@netlify/blobs`. */
const PATHS = /(?<![\w./@-])(?:src|tests|scripts|netlify|docs)\/(?:[\w./-]|\[[\w.]+\])*/g;

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

test('every option that a text gives to such a command is one that its program knows', () => {
  const given = [...pages, ...sources].flatMap((file) =>
    [...textOf(file).matchAll(/\bnpm run ([a-z:]+) -- ([^`'"\n]*)/g)].flatMap(([, name = '', words = '']) =>
      // Playwright gets the others of `look`.
      [...words.matchAll(/--([a-z-]+)/g)].map(([, option]) => ({ file, name, option })).filter(() => name !== 'look'),
    ),
  );
  expect(given.length).toBeGreaterThan(4);
  const programOf = (name: string): string => textOf(scripts[name].match(/\S+\.ts$/)?.[0]);
  expect(given.filter(({ name, option }) => !RegExp(`\\b${option}\\b.*: \\{ type: `).test(programOf(name)))).toEqual(
    [],
  );
});

/** What `npm run` with these words would do, without npm. */
function run(words: string): { code: number | null; output: string } {
  const [name = '', ...args] = words.split(' ');
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${scripts[name]} "$@"`, 'sh', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  return { code: status, output: stdout + stderr };
}

test.each<[words: string, code: number, said: string | RegExp]>([
  ...(SEEDS > 1 ? [['test:unit -- src/lib/fill', 0, /\n[1-9]\d* passed, 0 failed/] as [string, number, RegExp]] : []),
  ['bench', 0, 'calls'],
  ['check -- src', 1, 'npm run test:unit -- <file>'],
  ['look', 1, 'Name a commit'],
  ['attack -- --only nobody', 1, 'sign-in'],
  ['test:long -- nobody', 1, 'new-year'],
  ['test:content -- nobody', 1, 'review'],
  ['owner:reset -- --form', 1, "Unknown option '--form'. There are: --netlify"],
  ['backup -- --form', 1, 'It takes none'],
  ['google:connect', 1, 'GOOGLE_CLIENT_ID is missing'],
])('`npm run %s` ends with %i and says what it should', (words, code, said) => {
  const outcome = run(words.replace('-- ', ''));
  expect([outcome.output, outcome.code]).toEqual([expect.stringMatching(said), code]);
});

test('docs/dependencies.md gives the reason for every package', () => {
  const listed = textOf('docs/dependencies.md');
  const names = Object.keys({ ...dependencies, ...devDependencies });
  expect(names.filter((name) => !listed.includes(`\`${name}\``))).toEqual([]);
});
