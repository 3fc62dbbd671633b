import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sync } from 'astro';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The build of a copy of the content, with one thing wrong at a time. */
const project = path.resolve(import.meta.dirname, '../..');
let root = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'content-build-'));
  await mkdir(path.join(root, 'src/pages'), { recursive: true });
  for (const file of [
    'package.json',
    'brand',
    'src/content.config.ts',
    'src/schemas',
    'src/content',
    'src/i18n',
    'src/lib',
    'src/assets',
  ]) {
    await cp(path.join(project, file), path.join(root, file), { recursive: true });
  }
  await symlink(path.join(project, 'node_modules'), path.join(root, 'node_modules'));
});
afterAll(async () => {
  // Astro writes its store once more, half a second after the last build.
  await pause(2000);
  await rm(root, { recursive: true, maxRetries: 5, retryDelay: 200 });
});

const build = () =>
  sync({
    root,
    configFile: false,
    logLevel: 'silent',
    cacheDir: './cache',
    vite: { cacheDir: path.join(root, 'cache/vite') },
  });

/** The build's message once this file is added. */
async function buildWith(file: string, text: string): Promise<string> {
  const place = path.join(root, 'src/content', file);
  await writeFile(place, text);
  try {
    await build();
    return 'built';
  } catch (error) {
    return JSON.stringify(error, ['message', 'hint', 'loc', 'file']) + String(error);
  } finally {
    await rm(place);
  }
}

const question = '---\norder: 99\nquestion: Why?\nanswer: Because.\n---\n';
const post =
  '---\ntitle: A\nexcerpt: B\ndate: 2026-11-03\nreadTime: 1 min read\ncategory: Smart Home\nimage:\n  src: ../../assets/blog-1.jpg\n  alt: C\n---\n';

// One mistake of each way in which the build looks: schemas, files, pictures, names. content-check.test.ts has them all.
test.each([
  [
    'a missing and an unknown field',
    'faq/why.md',
    question.replace('answer', 'answr'),
    ['src/content/faq/why.md', 'answer**: Missing. Write the answer', 'Did you mean \\"answer\\"?'],
  ],
  [
    'a text that no page shows',
    'faq/why.md',
    `${question}More.`,
    ['src/content/faq/why.md: There is text below', 'Move it into one of the fields'],
  ],
  [
    'a picture that is not there',
    'blog/inside.md',
    `${post}![A](../../assets/inside.jpg)`,
    ['src/content/blog/inside.md: The picture ../../assets/inside.jpg is not there.'],
  ],
  ['a file name that makes no address', 'faq/Why Not.md', question, ['src/content/faq/Why Not.md', 'why-not.md']],
])('the build stops at %s, and names file and remedy', async (_, file, text, words) => {
  const log = await buildWith(file, text);
  for (const word of words) expect(log).toContain(word);
});
