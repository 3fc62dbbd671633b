import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sync } from 'astro';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The build of a copy of the content, with one thing wrong at a time. */
const project = path.resolve(import.meta.dirname, '../..');
let root = '';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'content-build-'));
  await mkdir(path.join(root, 'src/pages'), { recursive: true });
  for (const file of ['package.json', 'src/content.config.ts', 'src/schemas', 'src/content', 'src/lib', 'src/assets']) {
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

/** What the build says with this file in place. */
async function buildWith(file: string, text: string): Promise<string> {
  const place = path.join(root, 'src/content', file);
  const before = await readFile(place).catch(() => null);
  await writeFile(place, text);
  try {
    await build();
    return 'built';
  } catch (error) {
    return JSON.stringify(error, ['message', 'hint', 'loc', 'file']) + String(error);
  } finally {
    await (before ? writeFile(place, before) : rm(place));
  }
}

const fields = (lines: string) => `---\n${lines}\n---\n`;
const question = fields('order: 99\nquestion: Why?\nanswer: Because.');

describe('the build', () => {
  test('accepts the content as it is, and one more entry', async () => {
    expect(await buildWith('faq/why.md', question)).toBe('built');
  });

  test('stops at a missing and at an unknown field, and names file, field and remedy', async () => {
    const log = await buildWith('faq/why.md', fields('order: 99\nquestion: Why?\nanswr: Because.'));
    expect(log).toContain('src/content/faq/why.md');
    expect(log).toContain('answer**: Missing. Write the answer');
    expect(log).toContain('Did you mean \\"answer\\"?');
  });

  test('stops at a text that no page shows', async () => {
    const log = await buildWith('faq/why.md', `${question}More.`);
    expect(log).toContain('src/content/faq/why.md: There is text below');
    expect(log).toContain('Move it into one of the fields');
  });

  test('stops at a post without a text', async () => {
    const post =
      'title: A\nexcerpt: B\ndate: 2026-11-03\nreadTime: 1 min read\ncategory: Smart Home\nimage:\n  src: ../../assets/blog-1.jpg\n  alt: C';
    expect(await buildWith('blog/empty.md', fields(post))).toContain('src/content/blog/empty.md: The text is missing.');
    expect(await buildWith('blog/gone.md', `${fields(post.replace('blog-1', 'gone'))}Text.`)).toContain(
      'src/content/blog/gone.md: The picture ../../assets/gone.jpg is not there.',
    );
    expect(await buildWith('blog/inside.md', `${fields(post)}![A](../../assets/inside.jpg)`)).toContain(
      'src/content/blog/inside.md: The picture ../../assets/inside.jpg is not there.',
    );
  });

  test('stops at a day that is none', async () => {
    const offer = fields(
      'order: 99\ntitle: A\ndiscount: B\ndescription: C\nvalidUntil: Feb 31, 2027\nendsOn: 2027-02-31\nbadge: New\nfeatured: false',
    );
    expect(await buildWith('promotions/never.md', offer)).toContain('endsOn: 2027-02-31 is not in the calendar.');
  });

  test('stops at settings that say no hours, and at a section without a field', async () => {
    const settings = await readFile(path.join(root, 'src/content/settings/business.json'), 'utf8');
    const log = await buildWith(
      'settings/business.json',
      JSON.stringify({ ...JSON.parse(settings), storeHours: ['8-17'] }),
    );
    expect(log).toContain('src/content/settings/business.json');
    expect(log).toContain('storeHours.0**: \\"8-17\\" says no hours. Write days and hours as Mon-Fri 8 AM-6 PM');
    const hero = await readFile(path.join(root, 'src/content/home/hero.md'), 'utf8');
    const cut = await buildWith('home/hero.md', hero.replace(/^title: .*\n/m, ''));
    expect(cut).toContain('title**: Missing. Write the heading.');
  });

  test('stops at a file name that makes no address', async () => {
    const log = await buildWith('faq/Why Not.md', question);
    expect(log).toContain('src/content/faq/Why Not.md');
    expect(log).toContain('why-not.md');
  });
});
