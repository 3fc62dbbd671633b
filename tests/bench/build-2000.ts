/**
 * How the time of a build grows with the number of articles (it is to grow linearly, with at most 10 ms a page at 2,000).
 * `node tests/bench/build-2000.ts` copies the project into a temporary folder, generates articles from the real ones and
 * builds with 500, 1,000 and 2,000 of them: each first with no picture for links kept (as on a fresh clone), then again.
 * Photographs are encoded before, once: they are as many as there are pictures, not as there are articles.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const COUNTS = [0, 500, 1000, 2000];
const MOST_MS = 10;
/** One in each language. */
const PAGES_OF_AN_ARTICLE = 2;

const site = await mkdtemp(path.join(tmpdir(), 'build-bench-'));
try {
  await copyProject();
  const templates = await readTemplates();
  await build(); // Encodes the photographs.
  const rows = [];
  for (const count of COUNTS) rows.push(await measure(templates, count));
  report(rows);
} finally {
  await rm(site, { recursive: true, force: true });
}

/** The packages are linked one by one, so that Astro's caches are the copy's own, but for that of encoded photographs. */
async function copyProject(): Promise<void> {
  for (const name of ['src', 'scripts', 'public', 'astro.config.mjs', 'tsconfig.json', 'package.json']) {
    await cp(path.join(root, name), path.join(site, name), { recursive: true });
  }
  const packages = (await readdir(path.join(root, 'node_modules'))).filter(
    (name) => !['.astro', '.vite'].includes(name),
  );
  await mkdir(path.join(site, 'node_modules/.astro'), { recursive: true });
  for (const name of packages)
    await symlink(path.join(root, 'node_modules', name), path.join(site, 'node_modules', name));
  await mkdir(path.join(root, 'node_modules/.astro/assets'), { recursive: true });
  await symlink(path.join(root, 'node_modules/.astro/assets'), path.join(site, 'node_modules/.astro/assets'));
}

/** An article in each language of the site, by the end of its file's name. */
type Template = Readonly<Record<'.md' | '.es.md', string>>;

async function readTemplates(): Promise<Template[]> {
  const folder = path.join(root, 'src/content/blog');
  const spanish = (await readdir(folder)).filter((name) => name.endsWith('.es.md'));
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  return await Promise.all(
    spanish.map(async (name) => ({ '.md': await read(name.replace('.es.md', '.md')), '.es.md': await read(name) })),
  );
}

interface Row {
  count: number;
  /** ms, with no picture for links kept. */
  cold: number;
  /** ms, with all of them kept. */
  warm: number;
  /** ms of all processors together, for the cold one: what a machine busy with other things does not change. */
  work: number;
  /** MB at the most, for the cold one. */
  memory: number;
}

async function measure(templates: readonly Template[], count: number): Promise<Row> {
  await writePosts(templates, count);
  for (const cache of ['share-pictures', 'data-store.json']) {
    await rm(path.join(site, 'node_modules/.astro', cache), { recursive: true, force: true });
  }
  const cold = await build();
  const warm = await build();
  const { work, memory } = cold;
  console.log(
    `${count} articles: ${seconds(cold.ms)} cold (${seconds(work)} of work, ${memory} MB), ${seconds(warm.ms)} warm`,
  );
  return { count, cold: cold.ms, warm: warm.ms, work, memory };
}

async function writePosts(templates: readonly Template[], count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const template = templates[number % templates.length];
    const day = new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10);
    for (const [end, text] of Object.entries(template ?? {})) {
      const post = text
        .replace(/^title: .*$/m, `title: Generated guide number ${number}`)
        .replace(/^date: .*$/m, `date: ${day}`);
      await writeFile(path.join(site, `src/content/blog/generated-${number}${end}`), post);
    }
  }
}

/** Builds the copy, in a process of its own. */
async function build(): Promise<Used & { ms: number }> {
  await rm(path.join(site, 'dist'), { recursive: true, force: true });
  const begun = performance.now();
  const child = spawn(process.execPath, [path.join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'], {
    cwd: site,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const used = watch(child.pid ?? 0);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  const ms = performance.now() - begun;
  if (code !== 0) throw new Error('The build failed');
  return { ms, ...used() };
}

interface Used {
  /** ms of all processors together. */
  work: number;
  /** MB at the most. */
  memory: number;
}

/** Linux tells it while the process lives; elsewhere both stay 0. Returns how to stop, which answers what was used. */
function watch(pid: number): () => Used {
  const used: Used = { work: 0, memory: 0 };
  const timer = setInterval(async () => {
    const [status, stat] = await Promise.all(
      ['status', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    );
    const [user = 0, system = 0] = (stat ?? '').split(' ').slice(13, 15).map(Number);
    used.work = Math.max(used.work, (user + system) * 10);
    used.memory = Math.max(used.memory, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status ?? '')?.[1] ?? 0) / 1024));
  }, 100);
  return () => {
    clearInterval(timer);
    return used;
  };
}

function report(rows: readonly Row[]): void {
  const [base, ...grown] = rows;
  const last = grown.at(-1);
  if (!base || !last) return;
  const each = (row: Row, kind: 'cold' | 'warm' | 'work') =>
    (row[kind] - base[kind]) / (row.count * PAGES_OF_AN_ARTICLE);
  for (const row of grown) {
    console.log(
      `${row.count}: ${each(row, 'cold').toFixed(1)} ms a page cold, ${each(row, 'warm').toFixed(1)} ms warm`,
    );
  }
  const isWithin = each(last, 'cold') <= MOST_MS && each(last, 'warm') <= MOST_MS;
  console.log(isWithin ? `Within ${MOST_MS} ms a page.` : `More than ${MOST_MS} ms a page.`);
  process.exitCode = isWithin ? 0 : 1;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
